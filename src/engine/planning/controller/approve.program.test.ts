import { describe, expect, it } from 'vitest'
import { ApprovalPolicy, DEFAULT_INTERACTION_POLICY, type StageApproval } from '../../../contracts/plan.ts'
import { missingForCompletion } from './approve.ts'
import { type StageContent, stageDigest } from './digests.ts'
import type { Flow } from './flow.ts'
import { stagesToApprove } from './flow.ts'
import { outlineOf, PATTERN, roadmapOf, scheduleOf } from './plan-fixture.ts'

const outline = outlineOf(['Floor', 'Walls', 'Roof'])
const roadmap = roadmapOf(outline)
const schedule = scheduleOf(roadmap)
const content: StageContent = { pattern: PATTERN, outline, roadmap, schedule }

/** As much of a plan as the last guard looks at, with everything checked and approved. */
function wholeFlow(approval_policy: ApprovalPolicy): Flow {
  const policy = { ...DEFAULT_INTERACTION_POLICY, approval_policy }
  const digestOf = (stage: Parameters<typeof stageDigest>[0]): string => stageDigest(stage, content) ?? ''
  const approvals = stagesToApprove(policy).map(
    (stage): StageApproval => ({
      ...{ stage, digest: digestOf(stage), standing: true, gate_id: 'gate_1' },
      ...{ decided_by: 'person_paula', decided_at: '2026-03-01T09:00:00.000Z' },
    }),
  )
  const artifacts = { pattern: PATTERN, outline, roadmap, draft: { schedule, notes: [] }, busy: [] }
  const validated = {
    outline: digestOf('outline'),
    roadmap: digestOf('roadmap'),
    schedule: digestOf('schedule'),
  }
  return { policy, briefNotes: [], approvals, artifacts, validated } as unknown as Flow
}

describe.each(ApprovalPolicy.options)('the last guard before a plan is complete, under %s', policy => {
  it('lets pass what was checked and approved as it is', () => {
    expect(missingForCompletion(wholeFlow(policy))).toEqual([])
  })

  it.each([
    'outline',
    'roadmap',
    'schedule',
  ] as const)('stops a plan whose %s was not checked as it is', stage => {
    const flow = wholeFlow(policy)
    flow.validated[stage] = 'another digest'
    expect(missingForCompletion(flow)).toEqual([`the ${stage} has not passed its validator`])
    delete flow.validated[stage]
    expect(missingForCompletion(flow)).toHaveLength(1)
  })

  it('stops a plan without one of the approvals, with one of something else, and with one that no longer stands', () => {
    const whole = wholeFlow(policy)
    for (const { stage } of whole.approvals) {
      const others = whole.approvals.filter(approval => approval.stage !== stage)
      const own = whole.approvals.filter(approval => approval.stage === stage)
      const wanting = [`nobody approved the ${stage}`]
      const flow = wholeFlow(policy)
      flow.approvals = others
      expect(missingForCompletion(flow)).toEqual(wanting)
      flow.approvals = [...others, ...own.map(approval => ({ ...approval, digest: 'another' }))]
      expect(missingForCompletion(flow)).toEqual(wanting)
      flow.approvals = [...others, ...own.map(approval => ({ ...approval, standing: false }))]
      expect(missingForCompletion(flow)).toEqual(wanting)
    }
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { type PlanBench, startPlanBench } from './plan-fixture.ts'

const benches: PlanBench[] = []
async function bench(...options: Parameters<typeof startPlanBench>): Promise<PlanBench> {
  const made = await startPlanBench(...options)
  benches.push(made)
  return made
}
afterEach(async () => {
  for (const made of benches.splice(0)) await made.stop()
})

describe('a plan', () => {
  it('goes through outline, roadmap and schedule, and is asked about where milestones are approved', async () => {
    const plans = await bench()
    const run = await plans.start()
    const asked: string[] = []
    for (let more = 0; more < 3; more += 1) {
      const gate = await plans.gate(run)
      asked.push(`${gate.type} ${'stage' in gate.subject ? gate.subject.stage : ''}`)
      await plans.decide(run, { decision: 'approve' })
    }
    expect(asked).toEqual(['plan_approval outline', 'plan_approval roadmap', 'plan_approval final'])
    const ended = await plans.settled(run)
    expect(ended.error).toBeUndefined()
    expect(ended.status).toBe('completed')
    const { state, planning_status, body } = await plans.plan(run)
    expect([state, planning_status]).toEqual(['COMPLETE', 'complete'])
    expect(body).toMatchObject({ outline_approved: true, roadmap_approved: true, schedule_approved: true })
    expect(body.approvals.map(approval => [approval.stage, approval.decided_by])).toEqual([
      ['outline', 'person_paula'],
      ['roadmap', 'person_paula'],
      ['final', 'person_paula'],
    ])
  })
})

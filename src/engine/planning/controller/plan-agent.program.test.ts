import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../../../test/engine/engine-fixture.ts'
import { SoulgateError } from '../../../base/errors.ts'
import type { DecideRequest } from '../../../contracts/decision.ts'
import type { Gate } from '../../../contracts/gate.ts'
import { type GrammarReport, type PlanConflict, PlanNode, type PlanOutline } from '../../../contracts/plan.ts'
import { DEFAULT_SETTINGS } from '../../../contracts/settings.ts'
import { nodeGenerator } from '../outline/outline.ts'
import { planTime } from '../plan-time/plan-time.ts'
import { summarizer } from '../style/summarizer.ts'
import { outlineDigest, stageDigest } from './digests.ts'
import {
  broken,
  good,
  outlineOf,
  PATTERN,
  type PlanBench,
  planner,
  roadmapOf,
  SOUND,
  scheduleOf,
  startPlanBench,
  type ToolScript,
} from './plan-fixture.ts'
import { readContent } from './record.ts'

const benches: PlanBench[] = []
async function bench(...options: Parameters<typeof startPlanBench>): Promise<PlanBench> {
  const made = await startPlanBench(...options)
  benches.push(made)
  return made
}
afterEach(async () => {
  for (const made of benches.splice(0)) await made.stop()
})

type Run = Awaited<ReturnType<PlanBench['start']>>

/** Answers every gate in turn; what was asked. */
async function approveAll(
  plans: PlanBench,
  run: Run,
  onGate: (gate: Gate) => void = () => {},
): Promise<readonly string[]> {
  const asked: string[] = []
  for (let more = 0; more < 20; more += 1) {
    const standing = await plans.settled(run)
    if (standing.status !== 'waiting_input') return asked
    const gate = await plans.gate(run)
    asked.push(nameOf(gate))
    onGate(gate)
    await plans.decide(run, gate.type === 'clarification' ? { decision: 'skip' } : { decision: 'approve' })
  }
  throw new Error(`it never ended: ${asked.join(', ')}`)
}

function nameOf(gate: Gate): string {
  return 'stage' in gate.subject && gate.type === 'plan_approval' ? String(gate.subject.stage) : gate.type
}

const BAD: GrammarReport = {
  valid: false,
  confidence: 0.4,
  violations: [{ code: 'goal_without_task', message: 'It has no task.', severity: 'repairable' }],
  suggested_fixes: ['Add a task.'],
}
const FATAL: GrammarReport = {
  ...BAD,
  violations: [{ code: 'dependency_cycle', message: 'a waits for a.', severity: 'fatal' }],
}
const CONFLICT: PlanConflict = {
  minimal: true,
  message: 'It does not fit.',
  constraints: [
    { constraint_id: 'deadline', kind: 'deadline', message: 'the deadline', node_ids: [], can_relax: true },
    { constraint_id: 'order', kind: 'dependency', message: 'the order', node_ids: [], can_relax: false },
  ],
}

describe('a plan asks people as their policy says', () => {
  it.each([
    ['single_final', ['final']],
    ['milestone_approvals', ['outline', 'roadmap', 'final']],
    ['strict_every_step', ['pattern', 'outline', 'roadmap', 'final']],
  ] as const)('%s', async (approval_policy, stages) => {
    const plans = await bench()
    const run = await plans.start({ interaction_policy: { approval_policy } })
    expect(await approveAll(plans, run)).toEqual(stages)
    const ended = await plans.settled(run)
    expect(ended.error).toBeUndefined()
    const { state, planning_status, body } = await plans.plan(run)
    expect([state, planning_status]).toEqual(['COMPLETE', 'complete'])
    expect(body).toMatchObject({ outline_approved: true, roadmap_approved: true, schedule_approved: true })
    expect(body.approvals.map(approval => [approval.stage, approval.decided_by])).toEqual(
      stages.map(stage => [stage, 'person_paula']),
    )
  })

  it('keeps what was approved under the digest that the gate showed', async () => {
    const plans = await bench()
    const run = await plans.start()
    const gate = await plans.gate(run)
    const shown = 'plan' in gate.subject ? gate.subject.plan.digest : ''
    await approveAll(plans, run)
    const record = await plans.plan(run)
    const content = await readContent(plans.engine.store, record)
    expect(content.outline && outlineDigest(content.outline)).toBe(shown)
    const final = record.body.approvals.find(approval => approval.stage === 'final')
    const pattern = record.body.selected_pattern
    expect(final?.digest).toBe(stageDigest('final', { ...content, ...(pattern ? { pattern } : {}) }))
  })

  it('never reads a text as an approval', async () => {
    const plans = await bench()
    const run = await plans.start({ interaction_policy: { approval_policy: 'single_final' } })
    for (const words of ['approve', 'Approve!', 'yes, approved', 'approve? not sure']) {
      await plans.decide(run, { decision: 'steer', steer_instructions: words })
      const { body, planning_status } = await plans.plan(run)
      expect(planning_status).toBe('needs_clarification')
      expect(body.approvals).toEqual([])
    }
  })
})

describe('what people say at a stage', () => {
  it('leads back to the outline, with their words in the next draft, and approvals that no longer stand are asked anew', async () => {
    const seen: (readonly string[])[] = []
    const plans = await bench({
      script: {
        node_generator: ({ pattern, situation }) => {
          seen.push(situation.instructions)
          return good({ outline: outlineOf(['Floor', 'Walls', ...situation.instructions, 'Roof'], pattern) })
        },
      },
    })
    const run = await plans.start()
    await plans.decide(run, { decision: 'steer', steer_instructions: 'add a window' })
    const again = await plans.gate(run)
    expect(nameOf(again)).toBe('outline')
    expect(again.steered_from).toBeDefined()
    await plans.decide(run, { decision: 'approve' })
    await plans.decide(run, { decision: 'reject', option_id: 'redraft', reason: 'too big' })
    expect(seen.at(-1)).toEqual(['add a window', 'too big'])
    expect(nameOf(await plans.gate(run))).toBe('outline')
    const { body } = await plans.plan(run)
    expect(body.approvals.some(approval => approval.standing)).toBe(false)
    expect(body.adaptations.map(entry => [entry.action, entry.origin])).toEqual([
      ['outline to be changed', 'user_feedback'],
      ['roadmap rejected', 'user_feedback'],
    ])
  })

  it('aborts the plan when they say so, and keeps what exists', async () => {
    const plans = await bench()
    const run = await plans.start()
    const ended = await plans.decide(run, { decision: 'reject', option_id: 'abort' })
    expect(ended.status).toBe('completed')
    const record = await plans.plan(run)
    expect([record.state, record.planning_status]).toEqual(['ABORTED', 'aborted'])
    expect((await readContent(plans.engine.store, record)).outline?.nodes.length).toBeGreaterThan(3)
  })

  it('about time only leads back to the schedule; outline and roadmap stay approved', async () => {
    const plans = await bench({
      time: {
        readWords: text => ({
          constraints: { not_on_weekdays: ['friday'] },
          understood: [],
          rest: text.includes('Friday') ? '' : text,
          unclear: [],
        }),
      },
    })
    const run = await plans.start()
    await plans.decide(run, { decision: 'approve' })
    await plans.decide(run, { decision: 'approve' })
    await plans.decide(run, { decision: 'steer', steer_instructions: 'not on Fridays' })
    expect(nameOf(await plans.gate(run))).toBe('final')
    const { body } = await plans.plan(run)
    expect(body.constraints.not_on_weekdays).toEqual(['friday'])
    expect(plans.calls.schedule_generator).toBe(2)
    expect(plans.calls.roadmap_builder).toBe(1)
  })

  it('a roadmap that is not the approved outline any more opens the outline again', async () => {
    const plans = await bench({
      script: {
        roadmap_builder: ({ outline }) => {
          const roadmap = roadmapOf({ ...outline, nodes: outline.nodes.slice(0, -1) })
          return good({ roadmap, options_tried: roadmap.options_tried })
        },
      },
    })
    const run = await plans.start()
    await plans.decide(run, { decision: 'approve' })
    const gate = await plans.gate(run)
    expect(nameOf(gate)).toBe('outline')
    const { body } = await plans.plan(run)
    expect(body.adaptations[0]?.reason).toContain('“Build the roof” is gone')
  })

  it('nor does silence: an unanswered question expires, the plan waits, and goes on when it is asked again', async () => {
    const plans = await bench()
    const run = await plans.start()
    const gate = await plans.gate(run)
    plans.engine.clock.advance(86_400_000 + 1000)
    await plans.engine.gates.wake(gate.gate_id)
    expect((await plans.engine.store.getGate(gate.gate_id))?.status).toBe('expired')
    expect((await plans.settled(run)).waiting_reason).toBe('gate_expired')
    expect((await plans.plan(run)).body.approvals).toEqual([])
    const again = await plans.engine.gates.reopen(planner, gate.gate_id)
    expect('gate' in again).toBe(true)
    expect(await approveAll(plans, run)).toEqual(['outline', 'roadmap', 'final'])
  })
})

describe('a language model that is set', () => {
  const model = 'provider/model'
  const describeModel = () => ({ model, fallbacks: [], isOffline: false, isPriced: true, contextWindow: 9 })
  const llm = {
    generate: () =>
      Promise.reject(new SoulgateError('model_unavailable', 'none', { data: { said: 'down' } })),
    describe: describeModel,
    estimateCostUsd: () => 0,
  }
  const script: ToolScript = { node_generator: nodeGenerator.run, summarizer: summarizer.run }

  it('and does not answer is named with the reason on each card and in the plan, and not as its author', async () => {
    const plans = await bench({ llm, script })
    const run = await plans.start({ interaction_policy: { approval_policy: 'strict_every_step' } })
    const said = 'No language model answered (down). The outline was made by rules.'
    const told: string[] = []
    const asked = await approveAll(plans, run, gate => {
      if (gate.briefing.details.includes(said)) told.push(nameOf(gate))
    })
    expect(asked).toEqual(['pattern', 'outline', 'roadmap', 'final'])
    expect(told).toEqual(['outline', 'roadmap', 'final'])
    const { body } = await plans.plan(run)
    expect(body).toMatchObject({
      model: 'offline/rules',
      model_failure: 'No language model answered (down).',
    })
    expect(body.response_text).toContain(said)
  })

  it('and answered is the author, also where another one was asked first', async () => {
    const drafted = { outline: outlineOf(['a', 'b', 'c']), drafted_by: { model: 'provider/second' } }
    const plans = await bench({ llm, script: { node_generator: async () => good(drafted) } })
    const run = await plans.start()
    await approveAll(plans, run)
    const { body } = await plans.plan(run)
    expect([body.model, body.model_failure]).toEqual(['provider/second', undefined])
  })
})

describe('validators and confidence', () => {
  it('takes a suggested fix once, then narrows once, then asks at the limit', async () => {
    const narrow: boolean[] = []
    const plans = await bench({
      script: {
        node_generator: input => {
          narrow.push(input.narrow)
          return good({ outline: outlineOf(['a', 'b', 'c']) })
        },
        grammar_validator: ({ outline }) =>
          good({ ...BAD, repaired_outline: { ...outlineOf(['a']), root_id: outline.root_id } }),
      },
    })
    const run = await plans.start()
    const gate = await plans.gate(run)
    expect(gate.type).toBe('constraint_exception')
    expect(gate.briefing.constraint_info).toMatchObject({ cap: 'retries_per_stage', limit: 2, used: 2 })
    expect(narrow).toEqual([false, true])
    expect((await plans.plan(run)).body.adaptations.map(entry => entry.action)).toEqual(['repair'])
  })

  it('asks people about what is fatal, and nobody can wave it through', async () => {
    const plans = await bench({ script: { grammar_validator: () => good(FATAL) } })
    const run = await plans.start()
    for (let more = 0; more < 3; more += 1) {
      expect((await plans.gate(run)).type).toBe('clarification')
      await plans.decide(run, { decision: 'skip' })
    }
    expect((await plans.plan(run)).planning_status).toBe('needs_clarification')
  })

  it('asks about a draft that is unsure of itself, and takes it when the person leaves it open', async () => {
    const plans = await bench({
      script: { node_generator: () => good({ outline: outlineOf(['a', 'b', 'c']) }, 0.2) },
    })
    const run = await plans.start()
    expect((await plans.gate(run)).type).toBe('clarification')
    await plans.decide(run, { decision: 'skip' })
    expect(nameOf(await plans.gate(run))).toBe('outline')
  })

  it('a tool that throws has answered with nothing, at confidence 0, and is not remembered', async () => {
    const plans = await bench({
      script: {
        pattern_selector: (_input, _environment, call) => {
          if (call === 0) throw new Error('no answer')
          return good({ pattern: PATTERN, alternatives: [] })
        },
      },
    })
    const run = await plans.start()
    const gate = await plans.gate(run)
    expect(gate.briefing.details).toContain('no answer')
    await plans.decide(run, { decision: 'skip' })
    expect(nameOf(await plans.gate(run))).toBe('outline')
    expect(plans.calls.pattern_selector).toBe(2)
  })
})

describe('a new subtype', () => {
  const proposed = { ...PATTERN, subtype: 'proposed:garden_arc', rfc: 'No known subtype has seasons.' }
  const script: ToolScript = {
    pattern_selector: ({ wished }) => good({ pattern: wished ?? proposed, alternatives: [] }),
  }

  it('waits for the word of a person, becomes known by it, and is not asked about again', async () => {
    const plans = await bench({ script })
    const run = await plans.start()
    const gate = await plans.gate(run)
    expect(gate.type).toBe('pattern_rfc')
    expect((await plans.plan(run)).body).toMatchObject({
      pattern_rfc_required: true,
      pattern_rfc_text: 'No known subtype has seasons.',
    })
    expect(await approveAll(plans, run)).toEqual(['pattern_rfc', 'outline', 'roadmap', 'final'])
    const record = await plans.plan(run)
    expect(record.pattern_subtype).toBe('garden_arc')
    expect(record.body).toMatchObject({
      pattern_rfc_required: false,
      selected_pattern: { subtype: 'garden_arc' },
    })
    expect(await approveAll(plans, await plans.start())).toEqual(['outline', 'roadmap', 'final'])
  })

  it('that a person turns down is planned without', async () => {
    const plans = await bench({ script })
    const run = await plans.start()
    await plans.decide(run, { decision: 'reject', reason: 'plain is fine' })
    expect(nameOf(await plans.gate(run))).toBe('outline')
    expect((await plans.plan(run)).body.selected_pattern?.subtype).toBeUndefined()
  })

  it('is not proposed at all where the flag forbids it', async () => {
    const flags = { ...DEFAULT_SETTINGS.flags, allow_new_subtype_proposals: false }
    const plans = await bench({ script, settings: { flags } })
    expect(nameOf(await plans.gate(await plans.start()))).toBe('outline')
  })
})

describe('an answer that is a day', () => {
  it.each([
    ['19 February', '2027-02-19'],
    ['12 June', '2026-06-12'],
    ['12 June 2027', '2027-06-12'],
    ['no date yet', undefined],
  ])('“%s” is the next one', async (said, day) => {
    const question = {
      question: 'Which day is it?',
      type: 'text',
      allow_other: false,
      required: false,
    } as const
    const plans = await bench({
      script: {
        context_elicitor: ({ situation }) =>
          good({
            questions: situation.clarifications.length === 0 ? [{ ...question, id: 'end' }] : [],
            is_sufficient: situation.clarifications.length > 0,
          }),
      },
      time: { readWords: planTime.readWords },
    })
    const run = await plans.start()
    await plans.decide(run, { decision: 'answer', answers: [{ question_id: 'end', value: said }] })
    expect((await plans.plan(run)).body.constraints.deadline).toBe(day)
  })
})

describe('what does not fit the calendar', () => {
  it('names what conflicts, and goes on with what the person relaxes', async () => {
    const wishes: unknown[] = []
    const plans = await bench({
      script: {
        schedule_generator: ({ roadmap, situation }) =>
          situation.constraints.deadline === undefined
            ? good({ schedule: scheduleOf(roadmap), notes: [] })
            : good({ conflict: CONFLICT, notes: [] }),
      },
      time: {
        relax: ({ constraints: { deadline: _gone, ...constraints }, calendar }, _conflict, wish) => {
          wishes.push(wish)
          return { constraints, calendar, text: 'no deadline' }
        },
      },
    })
    const run = await plans.start({ constraints: { deadline: '2027-01-01' } })
    await plans.decide(run, { decision: 'approve' })
    await plans.decide(run, { decision: 'approve' })
    const gate = await plans.gate(run)
    expect(gate.type).toBe('scheduling_escalation')
    const record = await plans.plan(run)
    expect(record.planning_status).toBe('needs_scheduling_escalation')
    expect(record.body.escalate_reason).toBe('It does not fit.')
    await plans.decide(run, {
      decision: 'approve',
      option_id: 'relax',
      option_input: { constraint: 'deadline' },
    })
    expect(wishes).toEqual([{ constraint: 'deadline' }])
    expect(nameOf(await plans.gate(run))).toBe('final')
    expect((await plans.plan(run)).body.conflict).toBeUndefined()
  })

  it('drafts anew what comes back again and again, where the deadline moves far', async () => {
    const rounds = (until: string) => (outline: PlanOutline) => ({
      ...outline,
      nodes: outline.nodes.map(node =>
        node.level === 4 ? PlanNode.parse({ ...node, recurrence: { frequency: 'weekly', until } }) : node,
      ),
    })
    const asked = async (later: string) => {
      const plans = await bench({
        script: {
          node_generator: ({ situation: { constraints }, pattern }) =>
            good({ outline: rounds(constraints.deadline ?? '')(outlineOf(['Write'], pattern)) }),
          schedule_generator: ({ roadmap, situation }) =>
            situation.constraints.deadline === '2026-05-01'
              ? good({ conflict: CONFLICT, notes: [] })
              : good({ schedule: scheduleOf(roadmap), notes: [] }),
        },
        time: { relax: ({ calendar }) => ({ constraints: { deadline: later }, calendar, text: later }) },
      })
      const run = await plans.start({ constraints: { deadline: '2026-05-01' } })
      await plans.decide(run, { decision: 'approve' })
      await plans.decide(run, { decision: 'approve' })
      const input = { constraint: 'deadline' }
      await plans.decide(run, { decision: 'approve', option_id: 'relax', option_input: input })
      return nameOf(await plans.gate(run))
    }
    expect(await asked('2026-05-10')).toBe('final')
    expect(await asked('2026-09-01')).toBe('outline')
  })

  it('refuses to relax what cannot be, and ends the plan on abort', async () => {
    const plans = await bench({
      script: { schedule_generator: () => good({ conflict: CONFLICT, notes: [] }) },
    })
    const run = await plans.start({ interaction_policy: { approval_policy: 'single_final' } })
    const wrong = { decision: 'approve', option_id: 'relax', option_input: { constraint: 'order' } } as const
    await expect(plans.decide(run, wrong)).rejects.toThrow(/invalid/)
    await plans.decide(run, { decision: 'reject' })
    expect((await plans.plan(run)).planning_status).toBe('aborted')
  })
})

describe('the limits of a plan', () => {
  it('stop it after ten turns; it goes on with the limit that a person sets', async () => {
    const plans = await bench({ script: { grammar_validator: () => good(FATAL) } })
    const run = await plans.start()
    let gate = await plans.gate(run)
    for (let more = 0; gate.type === 'clarification' && more < 20; more += 1) {
      await plans.decide(run, {
        decision: 'answer',
        answers: [{ question_id: 'more', value: `words ${more}` }],
      })
      gate = await plans.gate(run)
    }
    expect(gate.briefing.constraint_info).toMatchObject({ cap: 'turns', limit: 10, used: 10 })
    expect((await plans.plan(run)).body.used.turns).toBe(10)
    const low = { decision: 'approve', option_id: 'expand', option_input: { new_limit: 9 } } as const
    await expect(plans.decide(run, low)).rejects.toThrow(/invalid/)
    await plans.decide(run, { decision: 'approve', option_id: 'expand', option_input: { new_limit: 12 } })
    expect((await plans.plan(run)).body.caps.turns).toBe(12)
  })

  it('stop it after 45 seconds of work; the time that people take is not counted', async () => {
    const plans = await bench()
    plans.elapsed.perCall = 4_000
    const run = await plans.start()
    plans.elapsed.ms += 3_600_000
    plans.engine.clock.advance(3_600_000)
    let gate = await plans.gate(run)
    for (let more = 0; gate.type === 'plan_approval' && more < 9; more += 1) {
      await plans.decide(run, { decision: 'steer', steer_instructions: `again ${more}` })
      plans.engine.clock.advance(3_600_000)
      gate = await plans.gate(run)
    }
    const info = gate.briefing.constraint_info
    expect(info).toMatchObject({ cap: 'working_seconds', limit: 45 })
    expect(Number(info?.used)).toBeLessThan(80)
    expect((await readContent(plans.engine.store, await plans.plan(run))).outline).toBeDefined()
  })

  it.each([
    ['turn_usd', { planning: { ...DEFAULT_SETTINGS.planning, turn_usd: 0.3 } }, 0.31],
    ['session_usd', { planning: { ...DEFAULT_SETTINGS.planning, turn_usd: 99 } }, 2.01],
    [
      'day_usd',
      {
        planning: { ...DEFAULT_SETTINGS.planning, turn_usd: 99 },
        budgets: { ...DEFAULT_SETTINGS.budgets, plan_usd: 99 },
      },
      5.01,
    ],
  ] as const)('%s: nothing is sent to a model that would cost more', async (cap, settings, estimate) => {
    const asked: string[] = []
    const llm = {
      generate: async () => {
        asked.push('model')
        throw new Error('must not be reached')
      },
      describe: () => ({
        model: 'paid/one',
        fallbacks: [],
        isOffline: false,
        isPriced: true,
        contextWindow: 9,
      }),
      estimateCostUsd: () => estimate,
    }
    const script: ToolScript = {
      node_generator: async (_input, { model }) => {
        await model?.({ tier: 'STANDARD', purpose: 'plan', messages: [{ role: 'user', content: 'plan' }] })
        return good({ outline: outlineOf(['a', 'b', 'c']) })
      },
    }
    const plans = await bench({ script, settings, llm })
    const gate = await plans.gate(await plans.start())
    expect(gate.briefing.constraint_info).toMatchObject({ cap })
    expect(asked).toEqual([])
  })

  it('a plan whose person aborts at a limit keeps what it has', async () => {
    const plans = await bench({ script: { grammar_validator: () => good(BAD) } })
    const run = await plans.start()
    await plans.decide(run, { decision: 'reject' })
    expect((await plans.plan(run)).planning_status).toBe('aborted')
  })
})

describe('whatever the tools come to', () => {
  it('nothing is complete without its validators and the approvals of people that the policy demands', async () => {
    const report = fc.constantFrom<GrammarReport>(SOUND, SOUND, SOUND, BAD, FATAL)
    const confidence = fc.constantFrom(0.95, 0.9, 0.6, 0.3, 0)
    const answer = fc.constantFrom<DecideRequest>(
      { decision: 'approve' },
      { decision: 'approve' },
      { decision: 'approve' },
      { decision: 'steer', steer_instructions: 'approve' },
      { decision: 'reject' },
      { decision: 'skip' },
    )
    const policy = fc.constantFrom('single_final', 'milestone_approvals', 'strict_every_step')
    await fc.assert(
      fc.asyncProperty(
        policy,
        fc.array(report, { minLength: 8, maxLength: 8 }),
        fc.array(confidence, { minLength: 8, maxLength: 8 }),
        fc.array(answer, { minLength: 12, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        async (approval_policy, reports, scores, answers, failures) => {
          const at = <Item>(list: readonly Item[], call: number, otherwise: Item): Item =>
            list[call % list.length] ?? otherwise
          const outlines: GrammarReport[] = []
          const plans = await bench({
            script: {
              node_generator: ({ pattern }, _environment, call) =>
                at(failures, call, false) && call % 3 === 2
                  ? broken()
                  : good({ outline: outlineOf(['a', 'b', 'c', `d${call}`], pattern) }, at(scores, call, 0.9)),
              grammar_validator: (_input, _environment, call) => {
                const given = at(reports, call, SOUND)
                outlines.push(given)
                return good(given)
              },
              schedule_generator: ({ roadmap }, _environment, call) =>
                at(failures, call, false)
                  ? good({ conflict: CONFLICT, notes: [] })
                  : good({ schedule: scheduleOf(roadmap), notes: [] }),
            },
            time: { validateSchedule: () => at(reports, outlines.length, SOUND) },
          })
          const run = await plans.start({ interaction_policy: { approval_policy } })
          const approved: string[] = []
          for (const wish of answers) {
            const standing = await plans.settled(run)
            if (standing.status !== 'waiting_input') break
            const gate = await plans.gate(run)
            const fits = gate.options.some(option => option.decision === wish.decision)
            const input =
              gate.type === 'scheduling_escalation' ? { option_input: { constraint: 'deadline' } } : {}
            const skip = gate.options.some(option => option.decision === 'skip')
            const said = fits ? wish : skip ? { decision: 'skip' as const } : { decision: 'approve' as const }
            await plans.decide(run, { ...said, ...(said.decision === 'approve' ? input : {}) })
            if (said.decision === 'approve' && gate.type === 'plan_approval') approved.push(nameOf(gate))
          }
          const record = await plans.plan(run)
          if (record.planning_status === 'complete') {
            const demanded =
              { single_final: 1, milestone_approvals: 3, strict_every_step: 4 }[approval_policy] ?? 9
            const standing = record.body.approvals.filter(item => item.standing && item.gate_id !== undefined)
            expect(standing.length).toBeGreaterThanOrEqual(demanded)
            expect(approved).toContain('final')
            expect(outlines.some(given => given.valid)).toBe(true)
          }
          for (const made of benches.splice(0)) await made.stop()
        },
      ),
      { numRuns: 8 },
    )
  })
})

describe('a plan whose process dies', () => {
  it('goes on where it was, and repeats no tool', async () => {
    const store = await memoryStore()
    const first = await bench({ store })
    const run = await first.start()
    const before = { ...first.calls }
    await first.decide(run, { decision: 'approve' })
    await first.stop()
    benches.splice(benches.indexOf(first), 1)
    const second = await bench({ store })
    await second.decide(run, { decision: 'approve' })
    expect(nameOf(await second.gate(run))).toBe('final')
    expect(before.node_generator).toBe(1)
    expect(second.calls.node_generator).toBeUndefined()
    expect(second.calls.roadmap_builder).toBeUndefined()
    await second.decide(run, { decision: 'approve' })
    expect((await second.plan(run)).planning_status).toBe('complete')
    await second.stop()
    benches.splice(benches.indexOf(second), 1)
    await store.close()
  })
})

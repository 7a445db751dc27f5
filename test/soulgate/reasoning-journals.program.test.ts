import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeClock, systemTimers } from '../../src/base/clock.ts'
import type { Decision } from '../../src/contracts/decision.ts'
import type { ReasoningResponse } from '../../src/contracts/reasoning.ts'
import type { Step } from '../../src/contracts/step.ts'
import type { Soul } from '../../src/engine/soul/soul.ts'
import { createScriptedLlm } from '../../src/llm/scripted/scripted.ts'
import type { Soulgate } from '../../src/soulgate.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import { memoryStore, START_MS } from '../engine/engine-fixture.ts'
import { openReadingRoom, type ReadingRoom } from '../engine/reasoning-fixture.ts'
import { type Kept, namesOf, putBack, readKept } from './kept-journals.ts'
import { found, granted, makePlace, type Place, reviewer } from './program-fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Runs of the reasoning agent from before it was written with `defineAgent`, by session. */
const kept = readKept('reasoning-1') as Readonly<Record<'program' | 'soul' | 'model', Kept>>

type DecideBody = Pick<Decision, 'decision'> & Partial<Decision>

function runOf({ runs }: Kept, session: string) {
  return found(runs.find(run => run.session_id === session))
}

function expectContinued(before: readonly Step[], now: readonly Step[]): void {
  expect(namesOf(now).slice(0, before.length)).toEqual(namesOf(before))
  const settled = before.filter(step => step.settled !== undefined)
  expect(now.filter(step => settled.some(({ seq }) => seq === step.seq))).toEqual(settled)
  expect(now.length).toBeGreaterThanOrEqual(before.length)
}

describe('in the program', () => {
  let here: Place
  let soulgate: Soulgate
  beforeEach(async () => {
    here = await makePlace()
    const store = await openSqliteStore({ path: join(here.home, 'soulgate.db'), now: () => '' })
    // Their time to answer has long passed; here they stay open.
    const gates = kept.program.gates.map(({ expires_at: _over, ...gate }) => gate)
    await putBack(store, { ...kept.program, gates })
    await store.close()
    for (const [path, text] of Object.entries(kept.program.files)) await here.write(path, text)
    soulgate = await here.open()
  })
  afterEach(() => here.leave())

  /** Decides the gate that the run of a session waits at; answers what the frozen route does. */
  async function decide(session: string, body: DecideBody): Promise<ReasoningResponse> {
    const run = await granted(soulgate.runs.get(reviewer, runOf(kept.program, session).run_id))
    const gateId = found(run.waiting_gate_ids[0])
    const { view_digest, confirm_word } = await granted(soulgate.gates.get(reviewer, gateId))
    await granted(soulgate.gates.viewed(reviewer, gateId, view_digest))
    const confirm = confirm_word === undefined ? {} : { confirm: confirm_word }
    await granted(soulgate.gates.decide(reviewer, gateId, { ...confirm, view_digest, ...body } as never))
    const response = await granted(soulgate.reasoning.response(reviewer, gateId, 20_000))
    const { run_id: runId } = runOf(kept.program, session)
    const { steps } = await granted(soulgate.runs.steps(reviewer, runId))
    expectContinued(
      kept.program.steps.filter(step => step.run_id === runId),
      steps,
    )
    return response
  }

  test.each([
    'asked',
    'looked',
    'clarified-once',
    'steered',
  ])('a run that waits for an approval is approved and runs its calls (%s)', async session => {
    const response = await decide(session, { decision: 'approve' })
    // One of them proposed a second call that cannot succeed.
    expect(response).toMatchObject({ execution_path: 'approved' })
    expect(response.tool_results[0]?.success).toBe(true)
  })

  test('a run that waits for answers takes them into its goal, and asks for approval', async () => {
    const { run_id: runId } = runOf(kept.program, 'clarified')
    const { subject } = found(kept.program.gates.find(gate => gate.run_id === runId))
    const questions = 'questions' in subject ? subject.questions : []
    const answers = questions.map(({ id, options }) => ({
      question_id: id,
      value: options?.[0]?.id ?? 'Delete old/c.txt',
    }))
    const response = await decide('clarified', { decision: 'answer', answers })
    expect(response.state).not.toBe('execution_impossible')
    expect(['clarification_needed', 'awaiting_approval']).toContain(response.state)
  })

  test('every journal is what the definition of now asks for', async () => {
    await soulgate.close()
    expect(kept.program.runs.map(run => run.definition_version)).toEqual(Array.from({ length: 8 }, () => '1'))
    soulgate = await here.open({ works: false })
    const replayed: (readonly string[])[] = []
    for await (const { agent, status } of soulgate.replay()) replayed.push([agent, status])
    expect(replayed).toEqual(Array.from({ length: 8 }, () => ['reasoning', 'same']))
  })
})

describe('with a Soul elsewhere, or a model', () => {
  let room: ReadingRoom
  afterEach(() => room.stop())

  async function openWith(of: Kept, more: Parameters<typeof openReadingRoom>[0]): Promise<void> {
    const store = await memoryStore()
    await putBack(store, of)
    room = await openReadingRoom({ ...more, store })
  }

  async function approve(of: Kept, session: string): Promise<ReasoningResponse> {
    const { run_id: runId } = runOf(of, session)
    const response = await room.decide(await room.now(runId), { decision: 'approve' })
    expectContinued(
      of.steps.filter(step => step.run_id === runId),
      await room.engine.store.listSteps(runId),
    )
    return response
  }

  test('a run whose request Soul had let through goes on, and Soul is told of the decision', async () => {
    const told: string[] = []
    await openWith(kept.soul, { soul: () => remoteSoul(told) })
    expect(await approve(kept.soul, 'soul-asked')).toMatchObject({ success: true })
    expect(told).toEqual(['approved'])
  })

  test('a run that waited for a Soul that was down asks it again', async () => {
    const clock = fakeClock(START_MS)
    await openWith(kept.soul, { soul: () => remoteSoul([]), clock })
    const { run_id: runId } = runOf(kept.soul, 'soul-down')
    clock.advance(60_000)
    await room.engine.runs.execute({ queue: 'run', key: runId, payload: {} } as never)
    expect(await room.now(runId)).toMatchObject({ state: 'awaiting_approval' })
  })

  test('what a model had read is not read again', async () => {
    const llm = createScriptedLlm({ script: [], clock: fakeClock(START_MS), timers: systemTimers })
    await openWith(kept.model, { llm })
    expect(await approve(kept.model, 'model-asked')).toMatchObject({
      success: true,
      reading: { by: 'model' },
    })
    expect(llm.requests).toEqual([])
  })
})

function remoteSoul(told: string[]): Soul {
  const nothing = { prior_goals: [], prior_approvals: [], context_summary: '', recent_tools: [] }
  return {
    kind: 'remote',
    validateApprovalRequest: async () => ({ valid: true, feedback: '' }),
    validateClarification: async ({ questions }) => ({
      ...{ valid: true, feedback: '' },
      approved_questions: questions.map((_question, index) => index),
    }),
    conversationContext: async () => ({ ...nothing, user_preferences: {} }),
    storeDecision: async ({ decision_id, decision }) => {
      told.push(decision)
      return { stored: true, decision_id }
    },
    health: () => ({ ok: true, detail: '' }),
    setCaching: () => {},
  }
}

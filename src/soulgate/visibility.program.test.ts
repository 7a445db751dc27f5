import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  admin,
  builder,
  codeOf,
  found,
  granted,
  makePlace,
  member,
  type Place,
  reviewer,
  scout,
  viewer,
} from '../../test/soulgate/program-fixture.ts'
import type { Principal } from '../contracts/principal.ts'
import { isRefusal } from '../contracts/refusal.ts'
import type { Soulgate } from '../soulgate.ts'

let place: Place
let soulgate: Soulgate
/** One run of each agent, waiting at its gate, and one gate that builder opened itself. */
const runs = new Map<Principal, { runId: string; gateId: string; sessionId: string }>()
let asked = ''

beforeAll(async () => {
  place = await makePlace()
  soulgate = await place.open()
  await place.write('old.log', 'old', 30)
  for (const who of [builder, scout]) {
    const answer = await soulgate.reasoning.execute(who, {
      goal: 'delete the file old.log',
      approval_required: true,
      session_id: `session-of-${who.name}`,
    })
    runs.set(who, {
      runId: answer.run_id,
      gateId: found(answer.soul_request_id),
      sessionId: `session-of-${who.name}`,
    })
  }
  asked = (await granted(soulgate.gates.open(builder, { type: 'code_review', summary: 'Look' }))).gate.gate_id
})
afterAll(() => place.leave())

const page = { limit: 50 }
const of = (who: Principal) => found(runs.get(who))

describe('an agent', () => {
  it('sees its own run, gate and session', async () => {
    const { runId, gateId, sessionId } = of(builder)
    expect(await granted(soulgate.runs.get(builder, runId))).toMatchObject({ run_id: runId })
    expect(await granted(soulgate.gates.get(builder, gateId))).toMatchObject({ gate_id: gateId })
    expect(await granted(soulgate.sessions.get(builder, sessionId))).toMatchObject({ session_id: sessionId })
    expect((await granted(soulgate.runs.steps(builder, runId))).steps.length).toBeGreaterThan(0)
    expect((await granted(soulgate.runs.events(builder, runId, 0, 10))).events.length).toBeGreaterThan(0)
  })

  it('finds nothing of others, as if it did not exist', async () => {
    const { runId, gateId, sessionId } = of(builder)
    const tries: readonly Promise<object>[] = [
      soulgate.runs.get(scout, runId),
      soulgate.runs.steps(scout, runId),
      soulgate.runs.events(scout, runId, 0, 10),
      soulgate.runs.cancel(scout, runId),
      soulgate.runs.resume(scout, runId, { decision: 'approve' }),
      soulgate.gates.get(scout, gateId),
      soulgate.gates.wait(scout, gateId, 0),
      soulgate.gates.cancel(scout, asked),
      soulgate.gates.comments(scout, gateId),
      soulgate.reasoning.response(scout, gateId),
      soulgate.sessions.get(scout, sessionId),
      soulgate.events.session(scout, sessionId, 0, 10),
    ]
    expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 'not_found'))
    expect(await granted(soulgate.runs.get(member, runId))).toMatchObject({ status: 'waiting_input' })
  })

  it('lists its own only', async () => {
    const runIds = (await soulgate.runs.list(scout, {}, page)).items.map(run => run.run_id)
    expect(runIds).toEqual([of(scout).runId])
    const gates = await soulgate.gates.list(builder, {}, page)
    expect(gates.items.map(gate => gate.gate_id).toSorted()).toEqual([of(builder).gateId, asked].toSorted())
    expect(gates.total).toBe(2)
    const sessions = (await soulgate.sessions.list(scout, {}, page)).items.map(item => item.session_id)
    expect(sessions).toEqual([of(scout).sessionId])
  })

  it('sees neither the feed of everything nor the audit trail', async () => {
    expect(await codeOf(soulgate.events.all(builder, 0, 10))).toBe('forbidden')
    expect(await codeOf(soulgate.audit.verify(builder))).toBe('forbidden')
    expect((await soulgate.audit.search(builder, {}, page)).items).toEqual([])
    await expect(async () => {
      for await (const line of soulgate.audit.export(builder)) expect(line).toBe('')
    }).rejects.toMatchObject({ code: 'forbidden' })
    expect((await soulgate.audit.search(viewer, {}, page)).items.length).toBeGreaterThan(0)
  })

  it('decides nothing, not even on its own gates', async () => {
    const { runId, gateId } = of(builder)
    const gate = await granted(soulgate.gates.get(builder, gateId))
    const approve = {
      decision: 'approve',
      view_digest: gate.view_digest,
      confirm: found(gate.confirm_word),
    } as const
    const tries: readonly Promise<object>[] = [
      soulgate.gates.decide(builder, gateId, approve),
      soulgate.gates.decide({ ...builder, role: 'admin' }, gateId, approve),
      soulgate.runs.resume(builder, runId, approve),
      soulgate.gates.extend(builder, gateId, 60),
      soulgate.gates.reopen(builder, gateId),
      soulgate.gates.viewed(builder, gateId, gate.view_digest),
      soulgate.stop.lift(builder),
      soulgate.calls
        .undoRun(builder, runId)
        .then(answer => (isRefusal(answer) ? { ...answer, code: 'forbidden' } : answer)),
    ]
    expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 'forbidden'))
    expect((await granted(soulgate.gates.get(reviewer, gateId))).status).toBe('pending')
    expect(await place.files()).toEqual(['old.log'])
  })

  it('cannot put a run or a gate into the session of another', async () => {
    const { sessionId } = of(builder)
    const run = { kind: 'reasoning', session_id: sessionId, input: { goal: 'look around' } } as const
    expect(await codeOf(soulgate.runs.start(scout, run))).toBe('forbidden')
    const answer = await soulgate.reasoning.execute(scout, {
      goal: 'look around',
      approval_required: true,
      session_id: sessionId,
    })
    expect(answer).toMatchObject({ success: false, run_id: '' })
    const body = { type: 'code_review', summary: 'Look', session_id: sessionId } as const
    expect(await codeOf(soulgate.gates.open(scout, body))).toBe('forbidden')
    expect(await codeOf(soulgate.gates.open(builder, body))).toBe('granted')
  })
})

describe('a person', () => {
  it('sees what everybody asked for', async () => {
    for (const who of [viewer, member, reviewer, admin]) {
      expect((await soulgate.runs.list(who, {}, page)).items).toHaveLength(2)
      expect(await granted(soulgate.gates.get(who, of(scout).gateId))).toMatchObject({ status: 'pending' })
    }
  })

  it('does no more than the role allows', async () => {
    const { runId, gateId } = of(scout)
    expect(await codeOf(soulgate.runs.cancel(member, runId))).toBe('forbidden')
    expect(await codeOf(soulgate.gates.extend(member, gateId, 60))).toBe('forbidden')
    expect(await codeOf(soulgate.gates.cancel(member, asked))).toBe('forbidden')
    expect(await codeOf(soulgate.gates.comment(viewer, gateId, { text: 'hm', askAgent: false }))).toBe(
      'forbidden',
    )
    expect(await codeOf(soulgate.gates.open(viewer, { type: 'code_review', summary: 'x' }))).toBe('forbidden')
    expect(await codeOf(soulgate.gates.comment(member, gateId, { text: 'why?', askAgent: false }))).toBe(
      'granted',
    )
    const { comments } = await granted(soulgate.gates.comments(viewer, gateId))
    expect(comments).toMatchObject([{ by: member.id, text: 'why?' }])
  })
})

import { afterEach, beforeEach, expect, it } from 'vitest'
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
} from '../../../test/soulgate/program-fixture.ts'
import type { PolicyReplay, PolicyReplayRequest } from '../../contracts/policy-replay.ts'
import { PolicyReplayRequest as Request } from '../../contracts/policy-replay.ts'
import type { Soulgate } from '../../soulgate.ts'
import { openStorage } from '../storage.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.leave())

const MOVE = { tool: 'move_file', arguments: { from: 'a.txt', to: 'b.txt' } }
const deny = {
  name: 'No moves',
  category: 'custom',
  condition: { tools: ['move_file'] },
  action: { type: 'tool_restriction', tools_denied: ['move_file'] },
}
const letMoves = () => ({
  name: 'Moves of builder',
  category: 'custom',
  condition: { tools: ['move_file'], agents: ['builder'] },
  action: { type: 'release', expires_at: new Date(Date.now() + 29 * 86_400_000).toISOString() },
})

async function replay(soulgate: Soulgate, tried: Partial<PolicyReplayRequest> = {}): Promise<PolicyReplay> {
  const { lines } = await granted(soulgate.policy.replay(reviewer, Request.parse(tried)))
  let result: PolicyReplay | undefined
  for await (const line of lines) if ('result' in line) result = line.result
  return found(result)
}

async function propose(soulgate: Soulgate, decision?: 'approve' | 'reject') {
  const answer = await granted(soulgate.calls.propose(builder, MOVE))
  const gate = found(answer.gate)
  if (decision !== undefined)
    await granted(soulgate.gates.decide(reviewer, gate.gate_id, { decision, reason: 'because' }))
  return gate
}

it('a call from outside, a run and the last look before a call each keep what their verdict was made from', async () => {
  await place.write('a.txt', 'x')
  const soulgate = await place.open()
  const gate = await propose(soulgate, 'approve')
  const { grants = [] } = await granted(soulgate.gates.get(reviewer, gate.gate_id))
  const grant = found(grants[0])
  await granted(soulgate.grants.consume(builder, grant.grant_id, grant.digest))
  await soulgate.reasoning.execute(member, {
    ...{ goal: 'List the files', session_id: 'lists', approval_required: true },
  })

  const { reproduced, proposals, changed } = await replay(soulgate)
  expect(reproduced).toMatchObject({ matched: reproduced.of, differences: [] })
  expect(reproduced.of).toBeGreaterThanOrEqual(4)
  expect(proposals).toBeGreaterThanOrEqual(2)
  expect(changed).toBe(0)

  const { items } = await soulgate.audit.search(admin, {}, { limit: 200 })
  const named = items.flatMap(({ type, payload }) => (payload?.context_digest ? [type] : []))
  expect(new Set(named)).toEqual(new Set(['gate_opened', 'grant_consumed', 'tool_call']))
})

it('says which past calls a draft would have run, and what people said to each', async () => {
  const soulgate = await place.open()
  const approved = await propose(soulgate, 'approve')
  const rejected = await propose(soulgate, 'reject')
  await propose(soulgate)
  const tried = await replay(soulgate, { guidelines: [letMoves()] })
  expect(tried.counts).toMatchObject({ approval_saved: 1, rejected_would_run: 1, would_run_unasked: 1 })
  expect(tried.changes.map(({ kind, gate_id }) => [kind, gate_id])).toEqual([
    ['rejected_would_run', rejected.gate_id],
    ['would_run_unasked', expect.any(String)],
    ['approval_saved', approved.gate_id],
  ])
  expect(tried.changes[0]).toMatchObject({ agent: 'builder', before: 'held', after: 'released' })
  expect(tried.changes[0]?.act).toContain('a.txt')
  const refused = await replay(soulgate, { guidelines: [deny] })
  expect(refused.counts).toMatchObject({ approved_would_be_denied: 1, would_be_denied: 2 })
  expect((await soulgate.guardrails.list(reviewer, {}, { limit: 500, offset: 0 })).items).not.toContainEqual(
    expect.objectContaining({ name: 'No moves' }),
  )
})

it('tries settings and guidelines that are left out, and says what has drifted since', async () => {
  const soulgate = await place.open()
  await propose(soulgate, 'approve')
  expect((await replay(soulgate, { settings: { autonomy_level: 1 } })).counts).toMatchObject({
    approved_would_be_denied: 1,
  })
  const { guideline } = await granted(soulgate.guardrails.create(reviewer, deny))
  expect(await replay(soulgate)).toMatchObject({
    drifted: 1,
    changed: 1,
    reproduced: { matched: 1, of: 1 },
    counts: { approved_would_be_denied: 1 },
  })
  expect((await replay(soulgate, { without: [guideline.id] })).counts).toMatchObject({ would_be_asked: 1 })
})

it('refuses a draft that could not be saved, naming its field, and whoever may not read it', async () => {
  const soulgate = await place.open()
  const bad = Request.parse({ guidelines: [{ ...deny, category: 'none' }] })
  expect(await soulgate.policy.replay(reviewer, bad)).toMatchObject({
    code: 'invalid',
    errors: [{ field: 'guidelines.0.category' }],
  })
  const settings = Request.parse({ settings: { autonomy_level: 9 } })
  expect(await codeOf(soulgate.policy.replay(reviewer, settings))).toBe('invalid')
  expect(await codeOf(soulgate.policy.replay(builder, Request.parse({})))).toBe('forbidden')
})

it('names a verdict whose kept context is not what its event names', async () => {
  const soulgate = await place.open()
  await propose(soulgate)
  await soulgate.close()
  const { store } = await openStorage({ home: place.home, workspace: place.workspace })
  const verdict = found((await store.listVerdicts({}, { limit: 1 })).items[0])
  const altered = verdict.input.replace('a.txt', 'c.txt')
  await store.transact(async tx => {
    await tx.deleteVerdicts({ session_id: verdict.session_id })
    await tx.insertVerdict({ ...verdict, input: altered })
  })
  await store.close()
  const again = await place.open()
  expect((await replay(again)).reproduced).toMatchObject({
    matched: 0,
    of: 1,
    differences: [{ reason: 'altered', tool: 'move_file' }],
  })
  // What this test spoiled is not for the check at its end.
  await again.close()
  const { store: left } = await openStorage({ home: place.home, workspace: place.workspace })
  await left.transact(tx => tx.deleteVerdicts({ session_id: verdict.session_id }))
  await left.close()
})

it('an erased session takes what its verdicts were made from with it', async () => {
  const soulgate = await place.open()
  const gate = await propose(soulgate, 'reject')
  expect((await replay(soulgate)).reproduced.of).toBe(1)
  await granted(soulgate.audit.eraseSession(admin, found(gate.session_id)))
  expect((await replay(soulgate)).reproduced.of).toBe(0)
})

it('what looks like a secret is sealed in what is kept, and comes back to be judged', async () => {
  const soulgate = await place.open()
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
  await granted(
    soulgate.calls.propose(builder, { tool: 'move_file', arguments: { from: secret, to: 'b.txt' } }),
  )
  expect((await replay(soulgate)).reproduced).toMatchObject({ matched: 1, of: 1 })
  await soulgate.close()
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(`${place.home}/soulgate.db`, { readOnly: true })
  const kept = JSON.stringify(database.prepare('select input, output from verdicts').all())
  database.close()
  expect(kept).toContain('move_file')
  expect(kept).not.toContain(secret)
})

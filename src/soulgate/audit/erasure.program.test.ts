import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryKeys } from '../../../test/engine/audit-fixture.ts'
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
import { createIds } from '../../base/ids.ts'
import { createAudit } from '../../engine/audit/audit.ts'
import { createSettingsService } from '../../engine/settings/settings.ts'
import { backUp } from '../backup/backup.ts'
import { openStorage } from '../storage.ts'
import { createRetentionPass } from './retention.ts'

const MARK = 'zanzibar'

let place: Place
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.leave())

/** Every row of the database as text. */
async function everything(): Promise<string> {
  const file = join(place.home, `backup-${Date.now()}-${Math.random()}.gz`)
  await backUp({ home: place.home }, file)
  return gunzipSync(await readFile(file)).toString('utf8')
}

it('an erased session leaves nothing of what was said, shown, called or answered, and a whole chain', async () => {
  await place.write(`${MARK}.log`, `content ${MARK}`, 30)
  const soulgate = await place.open()
  const goal = `Write a file notes.txt with the text "${MARK} text" and delete the file ${MARK}.log`
  const session_id = 'erased_session'
  const asked = await soulgate.reasoning.execute(member, { goal, session_id, approval_required: true })
  const gateId = found(asked.soul_request_id)
  const gate = await granted(soulgate.gates.get(reviewer, gateId))
  await granted(
    soulgate.gates.decide(reviewer, gateId, {
      decision: 'approve',
      reason: `because of ${MARK}`,
      view_digest: gate.view_digest,
      ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
    }),
  )
  await granted(soulgate.reasoning.response(member, gateId, 10_000))
  const held = await granted(
    soulgate.calls.propose(builder, { tool: 'move_file', arguments: { from: `${MARK}.txt`, to: 'x.txt' } }),
  )
  const outside = found(held.gate)
  await granted(soulgate.gates.decide(reviewer, outside.gate_id, { decision: 'reject', reason: MARK }))
  expect(await everything()).toContain(MARK)

  expect(await codeOf(soulgate.audit.eraseSession(reviewer, session_id))).toBe('forbidden')
  await granted(soulgate.audit.eraseSession(admin, session_id))
  await granted(soulgate.audit.eraseSession(admin, found(outside.session_id)))

  expect(await everything()).not.toContain(MARK)
  const kept = await granted(soulgate.gates.get(reviewer, gateId))
  expect(kept).toMatchObject({
    status: 'approved',
    decisions: [{ decided_by: reviewer.id, decision: 'approve' }],
  })
  expect(kept.decisions[0]?.reason).toBeUndefined()
  const proof = await granted(soulgate.audit.verify(admin))
  expect(proof).toMatchObject({ ok: true })
  expect(proof.erased).toBeGreaterThan(5)
})

it('idle sessions are erased after the days that the setting names, once, and never while something waits', async () => {
  const soulgate = await place.open()
  await place.write('old.log', 'x', 30)
  const goal = 'Move old.log into archive/'
  const waiting = await soulgate.reasoning.execute(member, {
    goal,
    session_id: 'waits',
    approval_required: true,
  })
  expect(waiting.approval_state).toBe('awaiting_approval')
  const ended = await soulgate.reasoning.execute(member, {
    goal: `list the files, then tell me about ${MARK}`,
    session_id: 'idle',
    approval_required: false,
  })
  expect(await codeOf(soulgate.runs.get(member, ended.run_id))).toBe('granted')
  await soulgate.close()

  const { store } = await openStorage({ home: place.home, workspace: place.workspace })
  const clock = { now: () => Date.now() + 40 * 86_400_000 }
  const settings = createSettingsService({ store, clock })
  const audit = createAudit({ store, clock, ids: createIds({ clock }), keys: memoryKeys() })
  const retention = createRetentionPass({ store, clock, settings }, audit.eraseSession)
  const pass = (signal = new AbortController().signal) => retention(signal)
  expect(await pass()).toBe(0)
  await granted(
    settings.update(admin, { version: (await settings.get()).version, retention: { session_days: 30 } }),
  )
  expect(await pass(AbortSignal.abort())).toBe(0)
  expect(await pass()).toBe(1)
  expect(await pass()).toBe(0)
  expect(JSON.stringify(await store.getRun(ended.run_id))).not.toContain(MARK)
  expect(JSON.stringify(await store.getRun(waiting.run_id))).toContain('old.log')
  expect(await audit.verifyStore()).toMatchObject({ ok: true })
  audit.close()
  settings.close()
  await store.close()
})

it('an erased plan in iterations leaves nothing of its proposals, reports, plan and entities', async () => {
  const soulgate = await place.open()
  const goal = `Open a shop called ${MARK}. Nobody knows ${MARK} yet.`
  const session_id = 'erased_plan'
  const body = { goal, session_id, max_iterations: 2, checkpoint_interval: 2 }
  const proposed = await granted(soulgate.iterations.start(member, body))
  const approval_id = 'approval_id' in proposed ? proposed.approval_id : ''
  const answer = { approval_id, approval_status: 'approved' as const, feedback: `Think of ${MARK} first.` }
  const done = await granted(soulgate.iterations.approve(member, answer, 30_000))
  expect(done.status).toBe('complete')
  expect(await everything()).toContain(MARK)
  await granted(soulgate.audit.eraseSession(admin, session_id))
  expect(await everything()).not.toContain(MARK)
  expect(await granted(soulgate.iterations.state(member, session_id))).toMatchObject({
    status: 'complete',
    final_plan: 'The content of this plan was erased.',
    plan_saved_to_memory: false,
  })
  expect(await codeOf(soulgate.iterations.record(member, session_id))).toBe('not_found')
  expect(await granted(soulgate.audit.verify(admin))).toMatchObject({ ok: true })
})

it('an erased session leaves nothing of its plan, its talk and its pages', async () => {
  const soulgate = await place.open()
  const session_id = 'erased_talk'
  const {
    plan: { plan_id, run_id },
  } = await granted(
    soulgate.plans.start(member, { goal: `Build a ${MARK} in three weekends by 15 May`, session_id }),
  )
  for (let asked = 0; asked < 8; asked += 1) {
    await soulgate.runs.settled(run_id, 20_000)
    const [gateId] = (await granted(soulgate.plans.get(member, plan_id))).waiting_gate_ids
    if (gateId === undefined) break
    const gate = await granted(soulgate.gates.get(member, gateId))
    await granted(soulgate.gates.viewed(member, gateId, gate.view_digest))
    const decision = gate.type === 'clarification' ? 'skip' : 'approve'
    await granted(soulgate.gates.decide(member, gateId, { decision, view_digest: gate.view_digest }))
  }
  const message = `Build a coffee shop app called ${MARK}: a menu with Flat white 4.20 and a cart`
  const sent = await granted(
    soulgate.chat.send(
      member,
      { message, session_id, generate_now: true, images: [], target_pages: [] },
      { decides: true },
    ),
  )
  const built = await granted(soulgate.chat.response(member, 'run' in sent ? sent.run.run_id : '', 20_000))
  expect(built.action).toBe('pages_generated')
  const before = await everything()
  for (const table of ['plans', 'plan_nodes', 'scheduled_tasks', 'messages', 'pages', 'page_versions']) {
    expect(before).toContain(`"table":"${table}"`)
  }
  expect(before).toContain(MARK)
  await granted(soulgate.audit.eraseSession(admin, session_id))
  expect(await everything()).not.toMatch(new RegExp(MARK, 'i'))
  expect(await granted(soulgate.audit.verify(admin))).toMatchObject({ ok: true })
}, 60_000)

import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  found,
  granted,
  makePlace,
  member,
  type Place,
  reviewer,
} from '../../test/soulgate/program-fixture.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace()
  await place.write('old.log', 'first', 30)
})
afterEach(() => place.leave())

it('a run that goes on after it waited says so, once, behind the decision and before what it does', async () => {
  const soulgate = await place.open()
  const asked = await soulgate.reasoning.execute(member, {
    goal: 'Move every .log file older than 7 days into archive/ and write a summary',
    approval_required: true,
  })
  const gate = await granted(soulgate.gates.get(reviewer, found(asked.soul_request_id)))
  expect(await granted(soulgate.sessions.get(member, found(gate.session_id)))).toMatchObject({
    ...{ pending_gates: 1, completed_tasks: 0, total_tasks: 1 },
  })
  await granted(
    soulgate.gates.decide(reviewer, gate.gate_id, {
      decision: 'approve',
      view_digest: gate.view_digest,
      ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
    }),
  )
  await soulgate.runs.settled(asked.run_id, 10_000)
  const { events } = await granted(soulgate.runs.events(member, asked.run_id, 0, 500))
  const types = events.map(event => event.type)
  expect(types.filter(type => type === 'run_resumed')).toHaveLength(1)
  const order = ['run_waiting_input', 'gate_decided', 'run_resumed', 'tool_call', 'run_completed'] as const
  const places = order.map(type => types.indexOf(type))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const page = { limit: 50 }
  expect((await soulgate.sessions.list(member, {}, page)).items).toMatchObject([
    { pending_gates: 0, completed_tasks: 1, total_tasks: 1 },
  ])
  const ofGate = await soulgate.audit.search(reviewer, { gate_id: gate.gate_id }, page)
  expect(new Set(ofGate.items.map(event => event.gate_id))).toEqual(new Set([gate.gate_id]))
  const trail = await soulgate.guardrails.audit(
    reviewer,
    { types: ['gate_decided'] },
    { limit: 9, offset: 0 },
  )
  expect(trail.items.map(event => event.gate_id)).toEqual([gate.gate_id])
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  builder,
  codeOf,
  found,
  granted,
  makePlace,
  member,
  type Place,
  reviewer,
  scout,
} from '../../../test/soulgate/program-fixture.ts'
import type { Soulgate } from '../../soulgate.ts'

let place: Place
let soulgate: Soulgate
beforeAll(async () => {
  place = await makePlace()
  soulgate = await place.open()
})
afterAll(() => place.leave())

const review = { type: 'code_review', summary: 'Look at this' } as const

describe('a gate of an outside agent', () => {
  it('says who asked, whatever the body says', async () => {
    const { gate } = await granted(soulgate.gates.open(builder, { ...review, agent: 'somebody else' }))
    expect(gate).toMatchObject({
      requested_by: builder.id,
      briefing: { agent: 'builder', summary: 'Look at this' },
      why_held: [{ source: 'agent_request' }],
    })
  })

  it('is the same again under its idempotency key, and another body under it is refused', async () => {
    const first = await granted(soulgate.gates.open(builder, review, 'key-1'))
    expect(await granted(soulgate.gates.open(builder, review, 'key-1'))).toEqual(first)
    const calls = { tool_calls: [{ tool: 'list_files', arguments: {} }] }
    const asking = { type: 'tool_approval', summary: 'List', subject: calls } as const
    const held = await granted(soulgate.gates.open(builder, asking, 'key-2'))
    expect((await granted(soulgate.gates.open(builder, asking, 'key-2'))).gate.gate_id).toBe(
      held.gate.gate_id,
    )
    expect(await codeOf(soulgate.gates.open(builder, { ...review, summary: 'Else' }, 'key-1'))).toBe(
      'idempotency_conflict',
    )
    expect((await granted(soulgate.gates.open(scout, review, 'key-1'))).gate.gate_id).not.toBe(
      first.gate.gate_id,
    )
  })

  it('binds its calls: what is approved is what its requester may consume, once', async () => {
    const subject = { tool_calls: [{ tool: 'move_thing', arguments: { path: 'a' } }] }
    const asking = { type: 'tool_approval', summary: 'Move', subject } as const
    const { gate } = await granted(soulgate.gates.open(builder, asking))
    expect(gate.confirm_word).toBe('move_thing')
    const approve = { decision: 'approve', view_digest: gate.view_digest, confirm: 'move_thing' } as const
    await granted(soulgate.gates.decide(reviewer, gate.gate_id, approve))
    const seen = await granted(soulgate.gates.get(builder, gate.gate_id))
    const { grant_id, digest } = found(seen.grants?.[0])
    expect(await codeOf(soulgate.grants.consume(scout, grant_id, digest))).toBe('forbidden')
    expect(await codeOf(soulgate.grants.consume(builder, grant_id, 'other'))).toBe('digest_mismatch')
    const taken = await granted(soulgate.grants.consume(builder, grant_id, digest))
    expect(taken.grant.arguments).toEqual({ path: 'a' })
    expect(await codeOf(soulgate.grants.consume(builder, grant_id, digest))).toBe('grant_consumed')
  })

  it('names what is wrong with its subject', async () => {
    const withSubject = (subject: Parameters<Soulgate['gates']['open']>[1]['subject']) =>
      soulgate.gates.open(builder, { ...review, ...(subject ? { subject } : {}) })
    expect(await withSubject({ tool_calls: [] })).toMatchObject({ errors: [{ field: 'subject.tool_calls' }] })
    expect(await withSubject({ tool_calls: [{ tool: 'x' }] })).toMatchObject({
      errors: [{ field: 'subject.tool_calls.0' }],
    })
    expect(await withSubject({ questions: [{ id: 'a' }] })).toMatchObject({ code: 'invalid' })
  })

  it('is waited for until somebody decided', async () => {
    const { gate } = await granted(soulgate.gates.open(builder, review))
    const waiting = soulgate.gates.wait(builder, gate.gate_id, 10_000)
    await granted(soulgate.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))
    expect(await granted(waiting)).toMatchObject({ status: 'approved' })
    const other = await granted(soulgate.gates.open(builder, review))
    expect(await granted(soulgate.gates.wait(builder, other.gate.gate_id, 0))).toMatchObject({
      status: 'pending',
    })
  })
})

describe('questions of a member’s run', () => {
  it('are answered by that member, and by no other member or agent', async () => {
    const asked = await soulgate.reasoning.execute(member, {
      goal: 'make it better',
      approval_required: true,
    })
    const gateId = found(asked.soul_request_id)
    expect(asked.state).toMatch(/clarification_needed|pre_validation_failed/)
    const other = { ...member, id: 'person_otto', name: 'Otto' }
    for (const who of [other, builder]) {
      expect(await codeOf(soulgate.gates.decide(who, gateId, { decision: 'skip' }))).toMatch(
        /forbidden|not_found/,
      )
    }
    expect(await codeOf(soulgate.gates.decide(member, gateId, { decision: 'skip' }))).toBe('granted')
  })
})

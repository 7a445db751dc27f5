import { afterEach, describe, expect, it } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  type DeskOptions,
  declared,
  found,
  granted,
  heldCall,
  member,
  openDesk,
  otherAgent,
  readsThings,
  refused,
  reviewer,
  rule,
  viewer,
} from '../../../test/engine/desk-fixture.ts'
import { digest } from '../../base/digest.ts'

const open: Desk[] = []
async function desk(options: DeskOptions = {}): Promise<Desk> {
  const opened = await openDesk(options)
  open.push(opened)
  await granted(opened.catalog.declare(admin, declared('move_thing')))
  await granted(opened.catalog.declare(admin, declared('list_things', readsThings)))
  return opened
}
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

const move = { tool: 'move_thing', arguments: { path: 'a.log' } }
const list = { tool: 'list_things', arguments: {} }

describe('a call from outside', () => {
  it('that only reads is released with a grant for exactly it', async () => {
    const opened = await desk()
    const answer = await granted(opened.calls.propose(agent, list))
    expect(answer).toMatchObject({ outcome: 'released', why_held: [] })
    expect(answer.gate).toBeUndefined()
    expect(answer.grant).toMatchObject({
      call_id: answer.call_id,
      tool: 'list_things',
      status: 'issued',
      holder: agent.id,
      issued_by: 'policy:policy',
      expires_at: '2026-03-01T09:10:00.000Z',
    })
  })

  it('that changes something is held at a gate of its requester', async () => {
    const opened = await desk()
    const answer = await granted(opened.calls.propose(agent, { ...move, goal: 'tidy', reason: 'old log' }))
    expect(answer.outcome).toBe('held')
    expect(answer.grant).toBeUndefined()
    expect(answer.gate).toMatchObject({
      type: 'tool_approval',
      requested_by: agent.id,
      briefing: {
        summary: 'move_thing · path "a.log"',
        agent_says: 'old log\ntidy',
        details: 'tidy',
        agent: 'builder',
      },
      subject: { tool_calls: [{ call_id: answer.call_id, ...move }] },
      expires_at: '2026-03-02T09:00:00.000Z',
    })
    expect(answer.why_held.length).toBeGreaterThan(0)
  })

  it('waits as long as the setting says', async () => {
    const opened = await desk()
    opened.settings = { ...opened.settings, gate_ttl_seconds: 60 }
    expect((await heldCall(opened)).gate.expires_at).toBe('2026-03-01T09:01:00.000Z')
  })

  it.each([
    [0.95, 'held'],
    [0.7, 'held'],
    [0.3, 'denied'],
  ] as const)('that writes is released by no score: at a confidence of %d it is %s', async (grade, outcome) => {
    const opened = await desk({ grade })
    expect(await granted(opened.calls.propose(agent, move))).toMatchObject({ outcome, confidence: grade })
  })

  it('that a guideline denies gets no grant and no gate, and is in the chain', async () => {
    const opened = await desk()
    opened.guidelines = [
      rule('no-moves', { tools: ['move_*'] }, { type: 'tool_restriction', tools_denied: ['move_*'] }),
    ]
    const answer = await granted(opened.calls.propose(agent, { ...move, session_id: 's1' }))
    expect(answer).toMatchObject({ outcome: 'denied', why_held: [{ rule_id: 'no-moves' }] })
    expect(answer.gate ?? answer.grant).toBeUndefined()
    expect(await opened.eventTypes('session:s1')).toEqual(['call_denied'])
  })

  it('is denied while everything is only suggested', async () => {
    const opened = await desk()
    opened.settings = { ...opened.settings, autonomy_level: 1 }
    for (const call of [move, list, { tool: 'mystery', arguments: {} }]) {
      expect((await granted(opened.calls.propose(agent, call))).outcome).toBe('denied')
    }
  })

  it('is held after a condition of its run, whatever a rule of a person says', async () => {
    const opened = await desk()
    const { gate } = await heldCall(opened, { run_id: 'r1' })
    const conditions = ['but touch nothing critical']
    await granted(opened.gates.decide(reviewer, gate.gate_id, { decision: 'approve', conditions }))
    const until = '2026-03-02T09:00:00.000Z'
    const release = rule('sticky', { tools: ['move_thing'] }, { type: 'release', expires_at: until })
    const sure = await desk({ store: opened.store, guidelines: [release] })
    const later = await granted(sure.calls.propose(agent, { ...move, run_id: 'r1' }))
    expect(later).toMatchObject({ outcome: 'held', why_held: [{ source: 'condition' }] })
    expect(later.why_held[0]?.text).toContain('touch nothing critical')
    expect((await granted(sure.calls.propose(agent, { ...move, run_id: 'r2' }))).outcome).toBe('released')
    expect((await granted(sure.calls.propose(otherAgent, { ...move, run_id: 'r1' }))).outcome).toBe(
      'released',
    )
  })

  it('must fit the schema of its tool, naming the field', async () => {
    const opened = await desk()
    const refusal = await refused(opened.calls.propose(agent, { tool: 'move_thing', arguments: { path: 7 } }))
    expect(refusal).toMatchObject({ code: 'invalid', errors: [{ field: 'arguments.path' }] })
  })

  it('is not for viewers', async () => {
    const opened = await desk()
    expect((await refused(opened.calls.propose(viewer, list))).code).toBe('forbidden')
  })

  it('by a person is never approved by that person', async () => {
    const opened = await desk()
    const { gate } = await heldCall(opened, {}, reviewer)
    const own = await refused(opened.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))
    expect(own.code).toBe('self_approval')
  })
})

describe('a tool that nobody vouches for', () => {
  it('is always held, with the word to type, even when it says that it only reads', async () => {
    const opened = await desk({ grade: 0.99 })
    const unknown = await heldCall(opened, { tool: 'mystery', arguments: { anything: 1 } })
    expect(unknown.gate.confirm_word).toBe('mystery')
    expect(unknown.why_held).toContainEqual({ source: 'policy', text: expect.stringContaining('mystery') })
    await granted(opened.catalog.declare(agent, declared('peek', readsThings)))
    const claimed = await heldCall(opened, { tool: 'peek', arguments: {} })
    expect(claimed.why_held).toContainEqual({ source: 'policy', text: expect.stringContaining('peek') })
    expect(claimed.gate).toMatchObject({ confirm_word: 'peek', subject: { tool_calls: [{ claimed: true }] } })
  })

  it('is believed once a reviewer confirmed it, until its definition changes', async () => {
    const opened = await desk()
    const peek = { tool: 'peek', arguments: {} }
    const outcome = async () => (await granted(opened.calls.propose(agent, peek))).outcome
    const { tool } = await granted(opened.catalog.declare(agent, declared('peek', readsThings)))
    const { definition_hash } = tool
    await granted(opened.catalog.confirm(reviewer, 'peek', { definition_hash }))
    expect(await outcome()).toBe('released')
    await granted(opened.catalog.declare(agent, declared('peek', readsThings)))
    expect(await outcome()).toBe('released')
    await granted(
      opened.catalog.declare(agent, declared('peek', { ...readsThings, description: 'And more' })),
    )
    expect(await outcome()).toBe('held')
  })

  it('is confirmed by a reviewer other than its declarer, and only as it was read', async () => {
    const opened = await desk()
    const { tool } = await granted(opened.catalog.declare(agent, declared('peek', readsThings)))
    const { definition_hash } = tool
    for (const who of [agent, member]) {
      expect((await refused(opened.catalog.confirm(who, 'peek', { definition_hash }))).code).toBe('forbidden')
    }
    const stale = await refused(opened.catalog.confirm(reviewer, 'peek', { definition_hash: 'old' }))
    expect(stale).toMatchObject({ code: 'version_conflict', data: { definition_hash } })
    const own = await granted(opened.catalog.declare(reviewer, declared('mine')))
    const self = await refused(
      opened.catalog.confirm(reviewer, 'mine', { definition_hash: own.tool.definition_hash }),
    )
    expect(self.code).toBe('self_approval')
    expect((await refused(opened.catalog.declare(member, declared('x')))).code).toBe('forbidden')
    expect((await refused(opened.catalog.confirm(reviewer, 'none', { definition_hash }))).code).toBe(
      'not_found',
    )
  })

  it('is known, and confirmed, to every process of the store', async () => {
    const opened = await desk()
    const { tool } = await granted(opened.catalog.declare(agent, declared('peek', readsThings)))
    const beside = await desk({ store: opened.store })
    expect(beside.catalog.get('peek')).toMatchObject({ claimed: true })
    await granted(opened.catalog.confirm(reviewer, 'peek', { definition_hash: tool.definition_hash }))
    await beside.catalog.load()
    expect(beside.catalog.get('peek')).toMatchObject({ claimed: false, confirmed_by: reviewer.id })
  })
})

describe('an idempotency key', () => {
  it('answers the same call the same, with one gate', async () => {
    const opened = await desk()
    const first = await granted(opened.calls.propose(agent, move, 'key-1'))
    const [again, racing] = await Promise.all([
      opened.calls.propose(agent, move, 'key-1'),
      opened.calls.propose(agent, move, 'key-1'),
    ])
    expect(again).toEqual(first)
    expect(racing).toEqual(first)
    expect(await opened.store.countGates({})).toBe(1)
  })

  it('stands for a day, and for as long as its question is open', async () => {
    const opened = await desk()
    opened.settings = { ...opened.settings, gate_ttl_seconds: 7 * 86_400 }
    const first = await heldCall(opened)
    const asked = await granted(opened.calls.propose(agent, move, 'key-1'))
    opened.clock.advance(3 * 86_400_000)
    expect(await granted(opened.calls.propose(agent, move, 'key-1'))).toEqual(asked)
    const gateId = found(asked.gate).gate_id
    await granted(opened.gates.decide(reviewer, gateId, { decision: 'reject' }))
    const later = await granted(opened.calls.propose(agent, move, 'key-1'))
    expect(later.gate?.gate_id).not.toBe(gateId)
    expect(first.gate.gate_id).not.toBe(gateId)
  })

  it('stands for the same call in other words: what was asked first stands', async () => {
    const opened = await desk()
    const first = await granted(opened.calls.propose(agent, { ...move, reason: 'Tidy up' }, 'key-1'))
    const retried = { ...move, goal: 'I approved it, try again', reason: 'Once more' }
    expect(await granted(opened.calls.propose(agent, retried, 'key-1'))).toEqual(first)
    expect(first.gate?.briefing.agent_says).toContain('Tidy up')
  })

  it('that an earlier version stored for the whole body stands for that body', async () => {
    const opened = await desk()
    const first = await granted(opened.calls.propose(agent, move, 'key-1'))
    const entry = { digest: digest('soulgate.outside.v1', move), answer: { ...first } as never, at: 'then' }
    await opened.store.transact(tx => tx.putIdempotent(`calls:${agent.id}`, 'key-0', entry))
    expect(await granted(opened.calls.propose(agent, move, 'key-0'))).toEqual(first)
  })

  it('is refused for another call, and is nobody else’s', async () => {
    const opened = await desk()
    await granted(opened.calls.propose(agent, move, 'key-1'))
    const other = { ...move, arguments: { path: 'b.log' } }
    for (const call of [other, { ...move, session_id: 's2' }, { ...move, run_id: 'run-2' }])
      expect((await refused(opened.calls.propose(agent, call, 'key-1'))).code).toBe('idempotency_conflict')
    expect((await granted(opened.calls.propose(otherAgent, other, 'key-1'))).outcome).toBe('held')
  })
})

describe('the session of a call', () => {
  it('is made when it is new, and belongs to its maker', async () => {
    const opened = await desk()
    await granted(opened.calls.propose(agent, { ...list, session_id: 's1' }))
    expect(await opened.store.getSession('s1')).toMatchObject({ owner: agent.id })
    const stranger = await refused(opened.calls.propose(otherAgent, { ...list, session_id: 's1' }))
    expect(stranger.code).toBe('forbidden')
    expect(await opened.eventTypes('session:s1')).toEqual(['grant_issued'])
  })

  it('is one of the requester’s own when none is named', async () => {
    const opened = await desk()
    const mine = found((await granted(opened.calls.propose(agent, list))).grant)
    const again = found((await granted(opened.calls.propose(agent, list))).grant)
    const others = found((await granted(opened.calls.propose(otherAgent, list))).grant)
    expect(again.session_id).toBe(mine.session_id)
    expect(others.session_id).not.toBe(mine.session_id)
  })
})

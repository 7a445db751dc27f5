import { describe, expect, it } from 'vitest'
import type { Gate } from '../../contracts/gate.ts'
import { daysOf, groupsOf } from './groups.ts'

const at = (day: number, second = 0) => new Date(Date.UTC(2026, 0, day, 12, 0, second)).toISOString()

function gate(
  status: Gate['status'],
  about: {
    agent?: string
    tools?: readonly string[]
    by?: string
    seconds?: number
    day?: number
    for?: string
  },
): Gate {
  const { agent = 'billing', tools = ['refund'], by, seconds = 10, day = 1 } = about
  const decision = { decided_by: `person_${by}`, decided_by_name: by, late: false }
  return {
    ...{ status, created_at: at(day), requested_by: `agent:${agent}`, briefing: { agent } },
    ...{
      subject: { tool_calls: tools.map(tool => ({ tool })) },
      decisions: by === undefined ? [] : [decision],
    },
    ...(by === undefined ? {} : { decided_at: at(day, seconds) }),
    ...(about.for === undefined ? {} : { assignee: `person_${about.for}` }),
  } as unknown as Gate
}

const gates = [
  gate('approved', { by: 'Ada', seconds: 10 }),
  gate('rejected', { by: 'Ada', seconds: 30, tools: ['refund', 'mail', 'mail'] }),
  gate('steered', { by: 'Bea', seconds: 20, agent: 'office', tools: ['mail'], day: 3 }),
  gate('pending', { for: 'Ada', day: 3 }),
  gate('pending', { agent: 'office', tools: ['mail'], day: 3 }),
  gate('expired', { agent: 'office', tools: ['mail'], day: 3 }),
]

describe('groups', () => {
  it('count for each agent, tool and person what was asked, waits, was decided and was turned down', () => {
    const { agents, tools, people } = groupsOf(gates)
    expect(agents).toEqual([
      {
        ...{
          id: 'agent:billing',
          name: 'billing',
          asked: 3,
          waiting: 1,
          decided: 2,
          rejected: 1,
          expired: 0,
        },
        p50_seconds: 10,
      },
      {
        ...{ id: 'agent:office', name: 'office', asked: 3, waiting: 1, decided: 1, rejected: 1, expired: 1 },
        p50_seconds: 20,
      },
    ])
    // Two calls of one tool are one question about it.
    expect(tools.map(({ id, asked, rejected }) => [id, asked, rejected])).toEqual([
      ['mail', 4, 2],
      ['refund', 3, 1],
    ])
    // What waits for nobody in particular, and what nobody answered, is nobody's.
    expect(people.map(({ name, asked, waiting, decided }) => [name, asked, waiting, decided])).toEqual([
      ['Ada', 3, 1, 2],
      ['Bea', 1, 0, 1],
    ])
  })

  it('name the busiest twelve', () => {
    const many = Array.from({ length: 20 }, (_, n) => gate('pending', { agent: `a${n}` }))
    expect(groupsOf([...many, gate('pending', { agent: 'a19' })]).agents.map(({ name }) => name)[0]).toBe(
      'a19',
    )
    expect(groupsOf(many).agents).toHaveLength(12)
  })
})

describe('days', () => {
  it('are all there, the oldest first', () => {
    const days = daysOf(gates, { from: at(1), to: at(4) })
    expect(days.map(({ day, asked, waiting, rejected }) => [day, asked, waiting, rejected])).toEqual([
      ['2026-01-01', 2, 0, 1],
      ['2026-01-02', 0, 0, 0],
      ['2026-01-03', 4, 2, 1],
      ['2026-01-04', 0, 0, 0],
    ])
    expect(daysOf([], { from: at(1), to: at(1) })).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { type ProposableTool, proposeCalls } from './propose.ts'

const now = new Date('2026-03-04T09:00:00Z')
const reads = { read_only: true, idempotent: true, destructive: false, open_world: false }
const writes = { read_only: false, idempotent: false, destructive: false, open_world: true }

const tool = (
  name: string,
  description: string,
  properties: Record<string, JsonObject>,
  more: Partial<ProposableTool> = {},
): ProposableTool => ({
  name,
  description,
  input_schema: { type: 'object', properties, required: Object.keys(properties) },
  annotations: writes,
  reversibility: 'reversible',
  ...more,
})

const garage: readonly ProposableTool[] = [
  tool(
    'find_car',
    'Find cars by plate, model or owner',
    { query: { type: 'string' } },
    { annotations: reads },
  ),
  tool('book_bay', 'Book a repair bay for a car on a day', {
    car_id: { type: 'string' },
    day: { type: 'string', format: 'date' },
  }),
  tool('send_invoice', 'Send a customer the invoice of a repair by e-mail', {
    customer_email: { type: 'string', format: 'email' },
    amount: { type: 'number' },
  }),
  tool(
    'scrap_car',
    'Remove a car for good',
    { car_id: { type: 'string' } },
    { reversibility: 'irreversible' },
  ),
]

const propose = (goal: string, context: Record<string, unknown> = {}) =>
  proposeCalls({ goal, tools: garage, context, now })
const callsOf = async (goal: string, context: Record<string, unknown> = {}) =>
  (await propose(goal, context)).tool_calls.map(({ tool: name, arguments: args }) => [name, args])

describe('proposing calls', () => {
  it('takes arguments of each type from the goal', async () => {
    expect(await callsOf('Book a bay for car C-17 on 2026-05-02')).toEqual([
      ['book_bay', { car_id: 'C-17', day: '2026-05-02' }],
    ])
    expect(await callsOf('Send ada@example.org the invoice over $420.50')).toEqual([
      ['send_invoice', { customer_email: 'ada@example.org', amount: 420.5 }],
    ])
  })
  it('makes one call of neighbouring parts that complete each other, and two of parts that contradict', async () => {
    expect(await callsOf('Send the invoice to ada@example.org, and invoice the amount of $420.50')).toEqual([
      ['send_invoice', { customer_email: 'ada@example.org', amount: 420.5 }],
    ])
    expect(await callsOf('Scrap C-17 and then remove C-18 too')).toEqual([
      ['scrap_car', { car_id: 'C-17' }],
      ['scrap_car', { car_id: 'C-18' }],
    ])
  })
  it('takes a day and a time of day as the one moment that they are', async () => {
    const inspect = tool('plan_inspection', 'Plan the inspection of a car', {
      car_id: { type: 'string' },
      starts_at: { type: 'string' },
    })
    const goal = 'Plan the inspection of car C-17 on 2026-05-02 at 14:30'
    const { tool_calls: calls } = await proposeCalls({
      ...{ goal, now, context: {} },
      tools: [...garage, inspect],
    })
    expect(calls.map(call => call.arguments)).toEqual([{ car_id: 'C-17', starts_at: '2026-05-02T14:30' }])
  })
  it('proposes one call for each thing asked, in order', async () => {
    const calls = await callsOf('Find the cars of Nora Lind, then book a bay for C-9 tomorrow')
    expect(calls.map(([name]) => name)).toEqual(['find_car', 'book_bay'])
    expect(calls[1]?.[1]).toEqual({ car_id: 'C-9', day: '2026-03-05' })
  })
  it('repeats a call for every item of a list', async () => {
    expect(await callsOf('Book a bay for C-1, C-2 and C-3 on 2026-05-02')).toHaveLength(3)
  })
  it('never proposes what the goal forbids', async () => {
    const calls = await callsOf('Book a bay for C-17 on 2026-05-02 but do not send any invoice')
    expect(calls.map(([name]) => name)).toEqual(['book_bay'])
  })
  it('never answers a question or a vague wish with a tool that destroys', async () => {
    for (const goal of ['Which cars are old?', 'make the car thing better', 'the car C-3 still bothers me'])
      expect((await callsOf(goal)).map(([name]) => name)).not.toContain('scrap_car')
  })
  it('reports what is missing and invents nothing', async () => {
    const proposal = await propose('Book a bay for C-17')
    expect(proposal.tool_calls[0]?.arguments).toEqual({ car_id: 'C-17' })
    expect(proposal.missing_arguments.map(one => one.name)).toEqual(['day'])
  })
  it('fills what the goal leaves open from the context', async () => {
    expect(await callsOf('Book a bay on 2026-05-02', { car_id: 'C-88' })).toEqual([
      ['book_bay', { car_id: 'C-88', day: '2026-05-02' }],
    ])
  })
  it('says that nothing fits', async () => {
    const proposal = await propose('Translate this poem into Latin')
    expect(proposal.tool_calls).toEqual([])
    expect(proposal.fit).toBeLessThan(0.3)
    expect(proposal.reasoning_summary).toContain('None of the tools')
  })
  it('gives the same proposal for the same request', async () => {
    const goal = 'Find the cars of Nora Lind, then book a bay for C-9 tomorrow'
    expect(await propose(goal)).toEqual(await propose(goal))
  })
  it('resolves an element of the page by name and role', async () => {
    const page = [
      tool('ui.click', 'Click an element of the page', { element_id: { type: 'string' } }),
      tool('ui.type', 'Type text into a field', { element_id: { type: 'string' }, text: { type: 'string' } }),
    ]
    const context = {
      ui_schema: [
        { id: 'f7', role: 'textbox', name: 'Phone' },
        { id: 'b3', role: 'button', name: 'Send' },
      ],
    }
    const proposal = await proposeCalls({
      goal: 'type "555" into the phone field and click Send',
      tools: page,
      context,
      now,
    })
    expect(proposal.tool_calls.map(call => call.arguments)).toEqual([
      { element_id: 'f7', text: '555' },
      { element_id: 'b3' },
    ])
  })
})

describe('numbers that name something', () => {
  const bureau: readonly ProposableTool[] = [
    tool('settle_case', 'Settle a case', { case_number: { type: 'integer' } }),
    tool('mail_bill', 'Mail a bill to an address', { bill_no: { type: 'string' }, to: { type: 'string' } }),
  ]
  const argumentsFor = async (goal: string) =>
    (await proposeCalls({ goal, tools: bureau, context: {}, now })).tool_calls.map(call => call.arguments)

  it('are read with their mark where a number is wanted', async () => {
    expect(await argumentsFor('Settle #77')).toEqual([{ case_number: 77 }])
  })

  it('are read in groups of digits where a number on a paper is wanted', async () => {
    expect(await argumentsFor('Mail bill 2031-0450 to ada@harbour.example')).toEqual([
      { bill_no: '2031-0450', to: 'ada@harbour.example' },
    ])
  })
})

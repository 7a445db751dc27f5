import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentContext, defineAgent, defineTool, type ProposalOptions } from '../../agents/agents.ts'
import type { Gate, GateType } from '../../contracts/gate.ts'
import { openTestSoulgate, type TestSoulgate } from '../../testing/testing.ts'

const effects: string[] = []
const write = defineTool({
  name: 'write_note',
  description: 'Writes a note.',
  input: z.object({ path: z.string().meta({ soulgate: 'path' }), text: z.string() }),
  effect: 'irreversible',
  execute: async ({ path }) => {
    effects.push(path)
    return { written: path }
  },
})

let test: TestSoulgate
afterEach(async () => {
  effects.length = 0
  await test.close()
})

/** One agent whose function is `work`, started by a person with the title “Name search”. */
async function start(work: (context: AgentContext) => Promise<unknown>) {
  const agent = defineAgent({
    name: 'author',
    input: z.object({ title: z.string() }),
    run: context => work(context),
  })
  test = await openTestSoulgate({ soulgate: { agents: [agent], tools: [write] } })
  const member = test.clientOf('member')
  const { run_id: id } = await member.runs.start({
    ...{ kind: 'agent', agent: 'author' },
    input: { title: 'Name search' },
  })
  const reviewer = test.clientOf('reviewer')
  const gate = async (): Promise<Gate> => {
    for (;;) {
      const [found] = (await reviewer.gates.list({ status: 'pending' })).items
      if (found) return reviewer.gates.get(found.gate_id)
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  const decide = async (body: Parameters<typeof reviewer.gates.decide>[1]) => {
    const { gate_id, view_digest, confirm_word } = await gate()
    await reviewer.gates.decide(gate_id, {
      ...{ view_digest, ...body },
      ...(confirm_word === undefined ? {} : { confirm: confirm_word }),
    })
  }
  const ended = async () => {
    for (;;) {
      const run = await member.runs.get(id)
      if (['completed', 'failed', 'cancelled'].includes(run.status)) return run
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  return { gate, decide, ended, events: async () => (await member.runs.events(id)).events }
}

const FOLDER = { tool: 'write_note', input: { path: 'notes/name-search', text: 'found' } }
const SAID: ProposalOptions = {
  askedFor: 'Search by name',
  reason: 'The search is written down.',
  details: 'One note.',
  risks: ['It replaces the note of yesterday.'],
  alternatives: ['Ask for the name first.'],
  confidence: { score: 0.7, factors: [], adjustments: [] },
  doubts: [{ source: 'condition', text: 'It is asked under a condition.' }],
}

it('puts before people what an agent says of its proposal, and answers the results as they are', async () => {
  const run = await start(context => context.propose([{ ...FOLDER, description: 'Writes it down.' }], SAID))
  const gate = await run.gate()
  expect(gate).toMatchObject({
    briefing: {
      asked_for: 'Search by name',
      agent_says: 'The search is written down.',
      details: 'One note.',
    },
    risks: ['author says: It replaces the note of yesterday.'],
    alternatives: ['author says: Ask for the name first.'],
    confidence: { score: 0.7 },
    subject: { tool_calls: [{ tool: 'write_note', description: 'Writes it down.' }] },
  })
  expect(gate.why_held).toContainEqual({ source: 'condition', text: 'It is asked under a condition.' })
  await run.decide({ decision: 'approve' })
  expect((await run.ended()).output).toMatchObject({
    status: 'ran',
    approved: true,
    gateId: gate.gate_id,
    results: [{ tool_name: 'write_note', status: 'succeeded', output: { written: 'notes/name-search' } }],
  })
  expect(effects).toEqual(['notes/name-search'])
})

/** Where the path of the call at the gate comes from. */
async function originOfPath(options: ProposalOptions): Promise<string | undefined> {
  const run = await start(context => context.propose([FOLDER], options))
  const { subject } = await run.gate()
  const [call] = 'tool_calls' in subject ? subject.tool_calls : []
  return call?.origins?.find(({ pointer }) => pointer === '/path')?.source
}

it('takes what an agent made of its input for the words of whoever started the run', async () => {
  expect(await originOfPath({ madeOfInput: ['notes/name-search'] })).toBe('person')
})

it('takes a value that comes from nowhere for one that nobody vouches for', async () => {
  expect(await originOfPath({ askedFor: 'notes/name-search' })).toBe('unknown')
})

it('trusts what a read tool of the program answered, and nothing that any other tool is said to have answered', async () => {
  const text = '{"path":"notes/name-search"}'
  expect(await originOfPath({ reads: [{ tool: 'list_files', text }] })).toBe('trusted')
  for (const tool of ['write_note', 'no_such_tool', 'http_get']) {
    await test.close()
    expect(await originOfPath({ reads: [{ tool, text }] })).toBe('untrusted')
  }
})

it('asks nobody where it was told not to, and runs nothing', async () => {
  const run = await start(context => context.propose([FOLDER], { ask: false }))
  expect((await run.ended()).output).toMatchObject({ status: 'suggested', results: [{ status: 'not_run' }] })
  expect(effects).toEqual([])
})

it('lets later calls quote what a person said to do instead', async () => {
  const run = await start(async context => {
    const first = await context.propose([{ tool: 'write_note', input: { path: 'a', text: 'b' } }])
    if (first.status !== 'steered') return first
    return context.propose([FOLDER], { steeredFrom: first.gate.gate_id })
  })
  const { gate_id: first } = await run.gate()
  await run.decide({ decision: 'steer', steer_instructions: 'Write notes/name-search instead.' })
  const { subject, steered_from } = await run.gate()
  expect(steered_from).toBe(first)
  const [call] = 'tool_calls' in subject ? subject.tool_calls : []
  expect(call?.origins).toContainEqual(expect.objectContaining({ pointer: '/path', source: 'person' }))
})

it('takes no instruction that an option brings with it for a person’s words', async () => {
  const run = await start(async context => {
    const words = 'Write notes/name-search.'
    const first = await context.standardGate('checkpoint', {
      ...{ subject: { document: { at: 1 } }, why: 'Look.' },
      options: [
        { id: 'on', label: 'Go on', decision: 'steer', default_instruction: words },
        { id: 'no', label: 'Stop', decision: 'reject' },
      ],
    })
    if (first?.gate.status !== 'steered') return first?.gate.status ?? null
    return context.propose([FOLDER])
  })
  await run.gate()
  await run.decide({ decision: 'steer', option_id: 'on' })
  const { subject } = await run.gate()
  const [call] = 'tool_calls' in subject ? subject.tool_calls : []
  expect(call?.origins).toContainEqual(expect.objectContaining({ pointer: '/path', source: 'unknown' }))
})

const standard = (type: GateType, optional: boolean) => (context: AgentContext) =>
  context
    .standardGate(type, {
      ...{ subject: { document: { used: 3 } }, why: 'The limit does not hold.', optional },
      summary: 'Approved by your admin',
      context: { task: 'T1', limit: 2, used: 3 },
    })
    .then(answer => (answer === undefined ? 'nobody was asked' : answer.gate.status))

it('opens a gate of a standard type with its own options, and never under a heading of the agent’s', async () => {
  const run = await start(standard('constraint_exception', false))
  const gate = await run.gate()
  expect(gate.type).toBe('constraint_exception')
  expect(gate.options.map(({ id }) => id)).toEqual(expect.arrayContaining(['expand', 'abort']))
  expect(gate.briefing.agent_says).toBe('Approved by your admin')
  expect(gate.briefing.heading).not.toContain('Approved')
  expect(gate.briefing.constraint_info).toEqual({ task: 'T1', limit: 2, used: 3 })
  await run.decide({ decision: 'reject', reason: 'no' })
  expect((await run.ended()).output).toBe('rejected')
})

it('opens none that is optional where no guideline asks for it', async () => {
  const run = await start(standard('checkpoint', true))
  expect((await run.ended()).output).toBe('nobody was asked')
})

it('leaves to the program the gates that only it may open', async () => {
  for (const type of ['tool_approval', 'run_definition_changed', 'unknown_outcome'] as const) {
    const run = await start(standard(type, false))
    expect((await run.ended()).error?.message).toContain('is opened by the program alone')
    await test.close()
  }
  await start(async () => 'done')
})

it('tells events of the documented types once, and none that only Soulgate tells', async () => {
  const run = await start(async context => {
    context.emit('iteration_started', { iteration: 1 })
    try {
      context.emit('gate_decided' as never, { decision: 'approve' })
      return 'told'
    } catch (error) {
      return String(error)
    }
  })
  expect((await run.ended()).output).toContain('Agents do not tell of gate_decided')
  const types = (await run.events()).map(({ type }) => type)
  expect(types.filter(type => type === 'iteration_started')).toHaveLength(1)
  expect(types).not.toContain('gate_decided')
})

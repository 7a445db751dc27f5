import { resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, it } from 'vitest'

/** What somebody writes who uses the public API; the error is the message that the compiler must give, none is none. */
const BEGIN = `
import { type CallResult, defineAgent, defineConfig, defineGateType, defineTool, type Soulgate } from 'soulgate'
import { createSoulgateClient } from 'soulgate/sdk'
import { z } from 'zod'
export const refund = defineTool({
  name: 'refund', description: 'Send money back.', effect: 'irreversible',
  input: z.object({ customer: z.string(), amount: z.number() }),
  execute: async ({ customer }) => ({ receipt: customer }),
})
export const refunds = defineAgent({
  name: 'refunds', input: z.object({ order: z.string() }), output: z.object({ refunded: z.boolean() }),
  run: async (context, { order }) => {
    const call = await context.call(refund, { customer: order, amount: 1 })
    return { refunded: call.status === 'succeeded' && call.output.receipt !== '' }
  },
})
export const priceChange = defineGateType({
  name: 'price_change', title: 'Change a price', fields: z.object({ product: z.string(), price: z.number() }),
  options: { change: { label: 'Change it', outcome: 'approve' }, keep: { label: 'Keep it', outcome: 'reject' } },
})
export declare const soulgate: Soulgate
export const client = createSoulgateClient({ baseUrl: '' })
`

const inAgent = (body: string) => `${BEGIN}
export const other = defineAgent({ name: 'other', input: z.object({ order: z.string() }), run: async (context, input) => {
${body}
} })`

const EVERY_CASE = [
  'failed',
  'rejected',
  'steered',
  'denied',
  'expired',
  'cancelled',
  'skipped',
  'pending',
  'unknown',
]
const switchOver = (cases: readonly string[]) => `${BEGIN}
export function words(call: CallResult<{ receipt: string }>): string {
  switch (call.status) {
    case 'succeeded': return call.output.receipt
    ${cases.map(name => `case '${name}': return call.status`).join('\n    ')}
  }
}`

const CASES: Readonly<Record<string, { readonly source: string; readonly error?: RegExp }>> = {
  'what fits compiles': {
    source: `${BEGIN}
export default defineConfig({ agents: [refunds], tools: [refund] })
const run = await soulgate.start(refunds, { order: 'o1' })
const result = await run.result()
export const isRefunded: boolean | undefined = result.status === 'completed' ? result.output.refunded : undefined
const remote = await client.start(refunds, { order: 'o1' })
const answer = await remote.result()
export const same: boolean | undefined = answer.status === 'completed' ? answer.output.refunded : undefined
const byName = await client.start<typeof refunds>('refunds', { order: 'o1' })
const named = await byName.result()
export const third: boolean | undefined = named.status === 'completed' ? named.output.refunded : undefined`,
  },
  'an agent is started with what its schema takes': {
    source: `${BEGIN}\nawait soulgate.start(refunds, { order: 7 })`,
    error: /number.*string/,
  },
  'an agent is started with all that its schema wants': {
    source: `${BEGIN}\nawait soulgate.start(refunds, {})`,
    error: /order/,
  },
  'an agent is started over HTTP with what its schema takes': {
    source: `${BEGIN}\nawait client.start(refunds, { order: 7 })`,
    error: /./,
  },
  'an agent is started by name with what its schema takes': {
    source: `${BEGIN}\nawait client.start<typeof refunds>('refunds', { order: 7 })`,
    error: /./,
  },
  'the answer of an agent is read as its schema says': {
    source: `${BEGIN}
const answer = await (await client.start(refunds, { order: 'o1' })).result()
export const wrong: string | false = answer.status === 'completed' && answer.output.refunded`,
    error: /boolean|true/,
  },
  'an answer is read after its status was looked at': {
    source: `${BEGIN}\nexport const early = (await (await soulgate.start(refunds, { order: 'o1' })).result()).output`,
    error: /output/,
  },
  'a tool is called with what its schema takes': {
    source: inAgent(`await context.call(refund, { customer: 'c', amount: 'much' })`),
    error: /string.*number/,
  },
  'an agent answers what its schema says': {
    source: `${BEGIN}
export const liar = defineAgent({ name: 'liar', input: z.object({}), output: z.object({ refunded: z.boolean() }),
  run: async () => ({ refunded: 'yes' }) })`,
    error: /string.*boolean/,
  },
  'a tool that is not defined is none': {
    source: inAgent('await context.call(refnud, { customer: input.order })'),
    error: /refnud/,
  },
  'a configuration carries tools, not functions': {
    source: `${BEGIN}\nexport default defineConfig({ tools: [() => 1] })`,
    error: /not assignable to type .ToolDefinition/,
  },
  'a display names arguments of the tool': {
    source: `${BEGIN}\ndefineTool({ name: 't', description: 'd', effect: 'read', input: z.object({ a: z.string() }), execute: () => 1,
  display: { act: 'Read {a}', first: ['b'] } })`,
    error: /"b".*"a"/,
  },
  'an effect is one of four': {
    source: `${BEGIN}\ndefineTool({ name: 't', description: 'd', effect: 'harmless', input: z.object({}), execute: () => 1 })`,
    error: /harmless/,
  },
  'a choice of people is one of those that were offered': {
    source: inAgent(`
const ship = { label: 'Ship', outcome: 'approve' } as const
const seen = await context.gate('ship', { title: 'Ship it?', choices: { ship } })
return seen.status === 'decided' && seen.choice === 'burn'`),
    error: /no overlap/,
  },
  'a gate of one’s own type compiles with the fields of its schema': {
    source: inAgent(`
const seen = await context.gate(priceChange, { product: input.order, price: 3 }, { reason: 'r' })
return seen.status === 'decided' && seen.choice === 'keep'`),
  },
  'a gate of one’s own type has the fields of its schema': {
    source: inAgent(`await context.gate(priceChange, { product: input.order, price: 'much' })`),
    error: /./,
  },
  'a gate of one’s own type has all of its fields': {
    source: inAgent(`await context.gate(priceChange, { product: input.order })`),
    error: /price/,
  },
  'the choice at a gate of one’s own type is one of its options': {
    source: inAgent(`
const seen = await context.gate(priceChange, { product: input.order, price: 3 })
return seen.status === 'decided' && seen.choice === 'burn'`),
    error: /no overlap/,
  },
  'the outcome of an option is one of ours': {
    source: `${BEGIN}\ndefineGateType({ name: 't', title: 'T', fields: z.object({}), options: { a: { label: 'A', outcome: 'maybe' } } })`,
    error: /maybe/,
  },
  'an answer of people is one of the options': {
    source: inAgent(`
const asked = await context.ask('size', { size: { question: 'Which?', options: { s: 'Small', l: 'Large' } } })
return asked.status === 'answered' && asked.answers.size === 'xl'`),
    error: /no overlap/,
  },
  'every case of a result is handled': { source: switchOver(EVERY_CASE) },
  'a missing case of a result is an error': {
    source: switchOver(EVERY_CASE.filter(name => name !== 'steered')),
    error: /lacks ending return|not all code paths/i,
  },
}

const root = resolve(import.meta.dirname, '../..')
const fileOf = (index: number) => resolve(root, `test/compile-errors/case-${index}.ts`)
let errors: ReadonlyMap<string, readonly string[]>

beforeAll(() => {
  errors = compile(Object.values(CASES).map(({ source }) => source))
}, 240_000)

it.each(Object.keys(CASES).map((name, index) => [name, index] as const))('%s', (name, index) => {
  const found = errors.get(fileOf(index)) ?? []
  const { error } = CASES[name] ?? {}
  if (error === undefined) expect(found).toEqual([])
  else expect(found).toEqual([expect.stringMatching(error)])
})

/** Compiles texts as files of a user with strict settings; answers the messages by file. */
function compile(sources: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root)
  const unused = { noUnusedLocals: false, noUnusedParameters: false }
  const texts = new Map(sources.map((source, index) => [fileOf(index), source]))
  const host = ts.createCompilerHost({ ...options, ...unused })
  const { fileExists, getSourceFile } = host
  host.fileExists = path => texts.has(path) || fileExists(path)
  host.getSourceFile = (path, ...more) => {
    const text = texts.get(path)
    const [version] = more
    return text === undefined ? getSourceFile(path, ...more) : ts.createSourceFile(path, text, version)
  }
  const program = ts.createProgram([...texts.keys()], { ...options, ...unused }, host)
  return new Map(
    [...texts.keys()].map(path => {
      const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(path))
      return [path, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))]
    }),
  )
}

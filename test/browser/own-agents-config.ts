import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** An agent that the clock starts each weekday morning, and a webhook and events at any time. */
export const REPORTS = `
import { defineAgent, defineConfig, onEvent, webhook } from 'soulgate'
import { z } from 'zod'
const reports = defineAgent({
  name: 'reports',
  input: z.object({ about: z.string() }),
  schedules: { daily: { cron: '0 9 * * 1-5', timeZone: 'Europe/Vienna', input: { about: 'open orders' } } },
  triggers: {
    orders: webhook({ payload: z.object({ order: z.string() }), input: ({ order }) => ({ about: order }) }),
    failures: onEvent('run_failed', { input: ({ run }) => ({ about: run?.run_id ?? '' }) }),
  },
  run: async (_context, { about }) => about,
})
export default defineConfig({ agents: [reports] })
`

/** One MCP server that answers and one that is not there. */
export const SERVERS = `
import { defineAgent, defineConfig, mcp } from 'soulgate'
import { z } from 'zod'
const odd = mcp({ command: process.execPath, args: [${JSON.stringify(resolve(import.meta.dirname, '../mcp/odd-server.ts'))}, '/dev/null'] }, { name: 'odd' })
const gone = mcp('http://127.0.0.1:9/mcp', { name: 'gone' })
const caller = defineAgent({ name: 'caller', input: z.object({}), tools: [odd, gone], run: async () => null })
export default defineConfig({ agents: [caller] })
`

/** An agent whose tool says how its calls are shown. */
export const SHOP = `
import { defineAgent, defineConfig, defineTool } from 'soulgate'
import { z } from 'zod'
const setPrice = defineTool({
  name: 'set_price',
  description: 'Sets the price of a product in the shop.',
  input: z.object({
    product: z.string(),
    old_price: z.number(),
    price: z.number().meta({ soulgate: 'amount', soulgateCurrency: 'EUR', soulgateScale: 2 }),
    page: z.string(),
    photo: z.string(),
  }),
  effect: 'irreversible',
  display: {
    act: 'Sell {product} for {price}',
    first: ['product', 'price'],
    compare: [{ before: 'old_price', after: 'price' }],
    link: 'page',
    picture: 'photo',
  },
  execute: ({ product }) => ({ product }),
})
const shop = defineAgent({
  name: 'shop',
  input: z.object({ product: z.string() }),
  run: async (context, { product }) => {
    const call = await context.call(setPrice, {
      ...{ product, old_price: 990, price: 1250, page: 'https://shop.example/lamps' },
      photo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    }, { reason: 'The board said yes to everything.' })
    return call.status
  },
})
export default defineConfig({ agents: [shop], tools: [setPrice] })
`

/** A folder as a user has it, with this configuration, and this clone in the place of the installed package. */
export function writeConfig(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-own-agents-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules', 'soulgate'))
  symlinkSync(join(ROOT, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'))
  const file = join(folder, 'soulgate.config.ts')
  writeFileSync(file, text)
  return file
}

/** A tool that predicts what it would do, and can be taken back. */
export const SEATS = `
import { defineAgent, defineConfig, defineTool } from 'soulgate'
import { z } from 'zod'
let taken = 0
const book = defineTool({
  name: 'book_seats',
  description: 'Books seats in the own hall.',
  input: z.object({ seats: z.number(), name: z.string() }),
  effect: 'reversible',
  world: 'closed',
  display: { act: 'Book {seats} seats' },
  simulate: ({ seats, name }) => ({ price: seats * 25, line: name + ' has ' + seats + ' seats' }),
  execute: ({ seats }) => {
    taken += seats
    return { seats, taken }
  },
  undo: ({ seats }) => {
    taken -= seats
  },
})
const count = defineTool({
  name: 'count_seats',
  description: 'Counts the seats that are taken.',
  input: z.object({}),
  effect: 'read',
  world: 'closed',
  execute: () => ({ taken }),
})
const hall = defineAgent({
  name: 'hall',
  input: z.object({ seats: z.number() }),
  tools: [book],
  run: async (context, { seats }) => (await context.call(book, { seats, name: '<b>Guest</b>' })).status,
})
const counts = defineAgent({
  name: 'counts',
  input: z.object({}),
  tools: [count],
  run: async context => {
    const call = await context.call(count, {})
    return call.status === 'succeeded' ? call.output : call.status
  },
})
export default defineConfig({ agents: [hall, counts], tools: [book, count] })
`

/** An agent that asks people by a gate type of its own. */
export const PRICING = `
import { defineAgent, defineConfig, defineGateType } from 'soulgate'
import { z } from 'zod'
const priceChange = defineGateType({
  name: 'price_change',
  title: 'Change a price',
  fields: z.object({
    product: z.string().meta({ title: 'Product' }),
    price: z.number().meta({ title: 'New price', description: 'In euros, with tax.', soulgate: 'amount' }),
    shops: z.array(z.string()).meta({ title: 'Shops' }),
  }),
  options: {
    change: { label: 'Change it', outcome: 'approve' },
    keep: { label: 'Keep the price', outcome: 'reject' },
    ask_sales: { label: 'Ask sales', outcome: 'steer', instruction: 'Ask sales first.' },
  },
  within: { hours: 3 },
})
const pricing = defineAgent({
  name: 'pricing',
  input: z.object({ product: z.string(), price: z.number() }),
  run: async (context, { product, price }) => {
    const answer = await context.gate(priceChange, { product, price, shops: ['Linz', 'Graz'] }, { reason: 'It sells well.' })
    return answer.status === 'decided' ? answer.choice : answer.status
  },
})
export default defineConfig({ agents: [pricing], gateTypes: [priceChange] })
`

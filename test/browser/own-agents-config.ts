import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

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

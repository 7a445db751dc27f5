/** One file of a new folder. */
interface StarterFile {
  readonly path: string
  readonly text: string
}

/** What `soulgate init` writes: it runs, and its test passes, as it stands. */
export function starterFiles({
  name,
  version,
}: {
  readonly name: string
  readonly version: string
}): readonly StarterFile[] {
  return [
    { path: 'package.json', text: packageFile(name, version) },
    { path: 'soulgate.config.ts', text: CONFIG },
    { path: 'refunds.ts', text: AGENT },
    { path: 'refunds.test.ts', text: TEST },
    { path: 'AGENTS.md', text: ADVICE },
    { path: '.gitignore', text: 'node_modules/\nworkspace/\n' },
  ]
}

function packageFile(name: string, version: string): string {
  const file = {
    name: /^[a-z0-9][a-z0-9._-]*$/.test(name) ? name : 'my-agents',
    private: true,
    type: 'module',
    scripts: { dev: 'soulgate dev', test: 'node --test' },
    dependencies: { soulgate: version, zod: '^4.2.0' },
    engines: { node: '>=22.18' },
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const CONFIG = `import { defineConfig } from 'soulgate'
import { refund, refunds } from './refunds.ts'

export default defineConfig({ agents: [refunds], tools: [refund] })
`

const AGENT = `import { defineAgent, defineTool } from 'soulgate'
import { z } from 'zod'

/** Replace the body by a call of your payment service; hand it the idempotency key. */
export const refund = defineTool({
  name: 'refund',
  description: 'Send money back to a customer.',
  input: z.object({ customer: z.string(), amount: z.number().meta({ soulgate: 'amount' }) }),
  effect: 'irreversible',
  execute: async ({ customer, amount }, { idempotencyKey }) => {
    console.log(\`\${amount} goes back to \${customer} (\${idempotencyKey})\`)
    return { receipt: \`receipt-\${idempotencyKey.slice(0, 8)}\` }
  },
})

/** What a crash must not lose or do twice goes through \`context\`; everything else may run again. */
export const refunds = defineAgent({
  name: 'refunds',
  description: 'Refunds an order after somebody approved it.',
  input: z.object({ order: z.string(), customer: z.string() }),
  output: z.object({ refunded: z.boolean(), note: z.string() }),
  run: async (context, { order, customer }) => {
    const amount = await context.step('find charge', () => (order === 'o1' ? 20 : 5))
    const call = await context.call(refund, { customer, amount }, { reason: \`Order \${order} came broken.\` })
    switch (call.status) {
      case 'succeeded':
        return { refunded: true, note: call.output.receipt }
      case 'steered':
        return { refunded: false, note: \`Asked for instead: \${call.instruction}\` }
      case 'rejected':
      case 'denied':
        return { refunded: false, note: call.reason }
      default:
        return { refunded: false, note: call.status }
    }
  },
})
`

const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approve, openTestSoulgate, reject } from 'soulgate/testing'
import { refund, refunds } from './refunds.ts'

test('nothing is refunded before somebody approved it', async () => {
  const { soulgate, reviewer, close } = await openTestSoulgate({ soulgate: { agents: [refunds], tools: [refund] } })
  reviewer.script(reject('Not our fault.'), approve())
  const refused = await soulgate.start(refunds, { order: 'o1', customer: 'c7' })
  assert.deepEqual(await refused.result(), { status: 'completed', output: { refunded: false, note: 'Not our fault.' } })
  const approved = await soulgate.start(refunds, { order: 'o1', customer: 'c7' })
  const result = await approved.result()
  assert.equal(result.status === 'completed' && result.output.refunded, true)
  await close()
})
`

const ADVICE = `# Agents of this folder

- \`soulgate.config.ts\` names the agents and tools; \`npx soulgate dev\` runs them and starts anew when a file changes.
- An agent runs again from its first line after a crash or a wait, and each method of \`context\` then answers what it
  answered before. So: no \`Date.now()\`, no \`Math.random()\`, no network outside of \`context.step\`; raise \`version\` (or
  use \`context.patched\`) when the order of operations changes while runs are under way.
- Effects go through \`context.call\` alone. Hand \`idempotencyKey\` to the service that is called.
- A tool's effect is a claim until a person has confirmed it in the browser, again after its definition changed.
`

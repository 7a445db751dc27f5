import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { createSoulgateClient } from '../../src/sdk/sdk.ts'
import { connectWorker } from '../../src/sdk/worker/worker.ts'
import { createSoulgate, defineAgent, defineGateType, type SoulgateOptions } from '../../src/soulgate.ts'
import { startTestServer } from '../../src/surfaces/api/test-server.ts'
import { gateCard } from '../../src/surfaces/cli/cards.ts'
import { colorsFor } from '../../src/surfaces/cli/terminal-text.ts'
import { crashEverywhere, openTestSoulgate } from '../../src/testing/testing.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

const REVIEWER: Principal = { kind: 'person', id: 'person_ana', name: 'Ana', role: 'reviewer' }
const ADMIN: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }

const priceChange = defineGateType({
  name: 'price_change',
  title: 'Change a price',
  fields: z.object({
    product: z.string().meta({ title: 'Product' }),
    price: z.number().meta({ title: 'New price', soulgate: 'amount' }),
  }),
  options: {
    change: { label: 'Change it', outcome: 'approve' },
    keep: { label: 'Keep the price', outcome: 'reject' },
    ask_sales: {
      label: 'Ask sales',
      outcome: 'steer',
      instruction: 'Ask sales before you propose it again.',
    },
  },
  within: { hours: 3 },
})
const pricing = defineAgent({
  name: 'pricing',
  input: z.object({ product: z.string(), price: z.number() }),
  run: async (context, input) => {
    const answer = await context.gate(priceChange, input, { reason: 'It sells well.' })
    return answer.status === 'decided' ? { choice: answer.choice, said: answer.instruction ?? null } : null
  },
})
const LAMP = { product: 'Lamp', price: 12 }

async function waitingGate(list: () => Promise<{ readonly items: readonly Gate[] }>): Promise<Gate> {
  for (;;) {
    const [gate] = (await list()).items
    if (gate) return gate
    await new Promise(resolve => setImmediate(resolve))
  }
}

it.each([
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ databaseUrl: await createTestDatabase() })],
])(
  'shows and decides a gate whose definition is gone since, on %s',
  async (_name, database) => {
    const root = mkdtempSync(join(tmpdir(), 'soulgate-gate-types-'))
    const place: SoulgateOptions = {
      ...{ home: join(root, 'home'), workspace: join(root, 'workspace') },
      ...(await database()),
    }
    const first = await createSoulgate({ ...place, agents: [pricing], gateTypes: [priceChange] })
    await first.startWorker()
    const run = await first.start(pricing, LAMP)
    await waitingGate(() => first.gates.list(REVIEWER, { status: 'pending' }, { limit: 5 }))
    await first.close()

    const without = await createSoulgate(place)
    const { items } = await without.gates.list(REVIEWER, { status: 'pending' }, { limit: 5 })
    const [gate] = items
    expect(gate).toMatchObject({
      type: 'proposal',
      definition: { name: 'price_change', title: 'Change a price', claimed: false },
      subject: { document: LAMP },
      briefing: { heading: 'Change a price · price 12 · product "Lamp"', agent_says: 'It sells well.' },
    })
    const answer = await without.gates.decide(REVIEWER, gate?.gate_id ?? '', {
      ...{ decision: 'steer', option_id: 'ask_sales', view_digest: gate?.view_digest ?? '' },
    })
    expect(answer).toMatchObject({ gate: { status: 'steered' } })
    await without.close()

    const again = await createSoulgate({ ...place, agents: [pricing] })
    await again.startWorker()
    try {
      expect(await again.run(pricing, run.id).result()).toEqual({
        status: 'completed',
        output: { choice: 'ask_sales', said: 'Ask sales before you propose it again.' },
      })
    } finally {
      await again.close()
      rmSync(root, { recursive: true, force: true })
    }
  },
  60_000,
)

it('ends as if the program had never died, wherever it dies', async () => {
  const report = await crashEverywhere(pricing, LAMP, {})
  expect(report).toMatchObject({ ungated: 0, doubled: 0, different: 0, stuck: 0 })
  expect(report.crashes).toBeGreaterThan(2)
}, 60_000)

it('approves nothing when it expires, and its agent is told', async () => {
  const test = await openTestSoulgate({ soulgate: { agents: [pricing] } })
  try {
    const run = await test.soulgate.start(pricing, LAMP)
    const reviewer = test.clientOf('reviewer')
    const gate = await waitingGate(() => reviewer.gates.list({ status: 'pending' }))
    await test.advance({ hours: 4 })
    expect(await reviewer.gates.get(gate.gate_id)).toMatchObject({ status: 'expired', decisions: [] })
    expect(await run.result()).toEqual({ status: 'completed', output: null })
  } finally {
    await test.close()
  }
}, 60_000)

it('is opened by name from outside, checked by its schema, and decided by no agent', async () => {
  const test = await openTestSoulgate({ soulgate: { gateTypes: [priceChange] } })
  try {
    const ask = (subject: object, definition = 'price_change') =>
      test.client.gates.open({ type: 'proposal', definition, summary: 'Because.', subject: subject as never })
    await expect(ask({ product: 'Lamp' })).rejects.toMatchObject({
      problem: { status: 400, errors: [{ field: 'subject.document.price' }] },
    })
    await expect(ask(LAMP, 'other')).rejects.toThrow(/price_change/)
    const opened = await ask(LAMP)
    expect(opened).toMatchObject({
      ...{ definition: { name: 'price_change' }, subject: { document: LAMP } },
      options: [{ id: 'change' }, { id: 'keep' }, { id: 'ask_sales' }],
      briefing: { heading: 'Change a price · price 12 · product "Lamp"', agent_says: 'Because.' },
    })
    expect(Date.parse(opened.expires_at ?? '') - Date.parse(opened.created_at)).toBe(10_800_000)
    const yes = { decision: 'approve', option_id: 'change', view_digest: opened.view_digest } as const
    await expect(test.client.gates.decide(opened.gate_id, yes)).rejects.toMatchObject({
      problem: { status: 403 },
    })
    const decided = await test.clientOf('reviewer').gates.decide(opened.gate_id, yes)
    expect(decided.gate.status).toBe('approved')
    const card = gateCard(decided.gate, colorsFor(false, {})).join('\n')
    expect(card).toContain('Change a price · asked by')
    expect(card).toContain('  Product: "Lamp"\n  New price: 12')
  } finally {
    await test.close()
  }
})

it('is a claim where a remote worker brings it, whose title is nobody’s heading', async () => {
  const server = await startTestServer()
  const made = await server.soulgate.access.createToken(ADMIN, {
    ...{ name: 'desk', role: 'worker', agents: ['pricing'] },
  })
  if (made.refused) throw new Error(made.detail)
  const worker = connectWorker({ url: server.served.url, token: made.token, agents: [pricing] })
  try {
    await worker.ready
    const run = await server.soulgate.start(pricing, LAMP)
    const client = createSoulgateClient({ baseUrl: server.served.url, token: server.tokenOf('reviewer') })
    const gate = await waitingGate(() => client.gates.list({ status: 'pending' }))
    expect(gate).toMatchObject({
      definition: { name: 'price_change', claimed: true },
      briefing: { heading: 'Proposal "price_change" · price 12 · product "Lamp"' },
      options: [{ id: 'change' }, { id: 'keep' }, { id: 'ask_sales' }],
    })
    await client.gates.decide(gate.gate_id, {
      ...{ decision: 'reject', option_id: 'keep', view_digest: gate.view_digest },
    })
    expect(await server.soulgate.run(pricing, run.id).result()).toMatchObject({ output: { choice: 'keep' } })
  } finally {
    await worker.close()
    await server.close()
  }
}, 60_000)

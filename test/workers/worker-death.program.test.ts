import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { connectWorker } from '../../src/sdk/worker/worker.ts'
import { type AgentDefinition, defineAgent, defineTool, type ToolDefinition } from '../../src/soulgate.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'

const ADMIN: Principal = { kind: 'system', id: 'system:test', name: 'test', role: 'admin' }
const PERSON: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

interface Desk {
  readonly agent: AgentDefinition
  readonly tool: ToolDefinition
}

/** `act` is the effect; what it answers after its process is gone nobody hears. */
function deskOf(idempotent: boolean, act: (key: string) => void): Desk {
  const tool = defineTool({
    ...{ name: 'refund', description: 'Sends money back.', effect: 'external', idempotent },
    input: z.object({ amount: z.number() }),
    execute: ({ amount }, { idempotencyKey }) => {
      act(idempotencyKey)
      return { paid: amount }
    },
  })
  const agent = defineAgent({
    ...{ name: 'refunds', input: z.object({}) },
    run: async context => (await context.call(tool, { amount: 5 })).status,
  })
  return { agent, tool }
}

/** A worker whose network can end, as the death of its process does; the server then hears nothing more of it. */
function connect({ served }: TestServer, token: string, { agent, tool }: Desk) {
  let isDead = false
  let session = ''
  const worker = connectWorker({
    ...{ url: served.url, token, agents: [agent], tools: [tool] },
    fetch: async (url, init) => {
      if (isDead) return new Promise<Response>(() => {})
      session = /sessions\/([^/]+)/.exec(url)?.[1] ?? session
      const response = await fetch(url, init)
      return isDead ? new Promise<Response>(() => {}) : response
    },
  })
  return {
    worker,
    die: () => {
      isDead = true
    },
    /** What the server does of itself when it has heard nothing for long enough. */
    silence: () =>
      fetch(`${served.url}/api/worker/sessions/${session}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      }),
  }
}

async function begin(idempotent: boolean) {
  const server = await startTestServer()
  open.push(server)
  const made = await server.soulgate.access.createToken(ADMIN, {
    ...{ name: 'desk', role: 'worker', agents: ['refunds'] },
  })
  if (made.refused) throw new Error(made.detail)
  const keys: string[] = []
  const first = connect(
    server,
    made.token,
    deskOf(idempotent, key => {
      keys.push(key)
      first.die()
    }),
  )
  await first.worker.ready
  const known = await server.soulgate.tools.get(ADMIN, 'refund')
  if (isRefusal(known)) throw new Error(known.detail)
  await server.soulgate.tools.confirm(PERSON, 'refund', { definition_hash: known.definition_hash })
  const second = deskOf(idempotent, key => void keys.push(key))
  const run = await server.soulgate.start(second.agent, {})
  await approve(server, await gateOf(server, run.id, 'tool_approval'))
  await until(() => keys.length === 1)
  await first.silence()
  const next = connect(server, made.token, second)
  open.push(next.worker)
  await next.worker.ready
  return { server, run, keys, tool: second.tool }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 10))
}

async function gateOf({ soulgate }: TestServer, runId: string, type: Gate['type']): Promise<Gate> {
  for (;;) {
    const { items } = await soulgate.gates.list(PERSON, { status: 'pending', run_id: runId }, { limit: 9 })
    const found = items.find(gate => gate.type === type)
    if (found) return found
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

async function approve({ soulgate }: TestServer, gate: Gate, optionId?: string): Promise<void> {
  const answer = await soulgate.gates.decide(PERSON, gate.gate_id, {
    ...{ decision: 'approve', view_digest: gate.view_digest },
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
    ...(optionId === undefined ? {} : { option_id: optionId }),
  })
  if (isRefusal(answer)) throw new Error(answer.detail)
}

it('asks a person when a worker died between effect and result, and runs nothing until then', async () => {
  const { server, run, keys } = await begin(false)
  const doubt = await gateOf(server, run.id, 'unknown_outcome')
  await new Promise(resolve => setTimeout(resolve, 300))
  expect({ effects: keys.length, status: await run.status() }).toEqual({
    effects: 1,
    status: 'waiting_input',
  })
  const answered = await server.soulgate.gates.decide(PERSON, doubt.gate_id, {
    ...{ decision: 'answer', option_id: 'happened', option_input: { result: { paid: 5 } } },
    view_digest: doubt.view_digest,
  })
  expect(isRefusal(answered)).toBe(false)
  expect(await run.result()).toEqual({ status: 'completed', output: 'succeeded' })
  expect(keys).toHaveLength(1)
}, 60_000)

it('repeats an idempotent tool under the same key when its worker died, and asks nobody', async () => {
  const { server, run, keys } = await begin(true)
  expect(await run.result()).toEqual({ status: 'completed', output: 'succeeded' })
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  const { items } = await server.soulgate.gates.list(PERSON, { run_id: run.id }, { limit: 9 })
  expect(items.map(({ type }) => type)).toEqual(['tool_approval'])
}, 60_000)

import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { isRefused } from '../../src/sdk/sdk.ts'
import { type ConnectedWorker, connectWorker } from '../../src/sdk/worker/worker.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import type { Store } from '../../src/store/store.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { createFleet, type Fleet, type FleetNode } from '../scale-out/fleet.ts'
import { answerTo, confirmTools, countFaults, haveEnded } from './desk-people.ts'
import { createRefundDesk, DESK_OUTPUT, type DeskEffect } from './refund-desk.ts'

const RUNS = 3
/** At which effects the node that the worker speaks to is killed, before it hears what the tool answered. */
const KILLED_AT = [
  { tool: 'notify', nth: 2 },
  { tool: 'refund', nth: 2 },
]

const open: { close(): Promise<unknown> }[] = []
afterAll(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

/** What stands before several nodes: every connection goes to the one that it is pointed at. */
async function openBalancer(first: FleetNode) {
  const sockets = new Set<Socket>()
  let target = first
  const server: Server = createServer(near => {
    const { hostname, port } = new URL(target.url)
    const far = dial(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    node: () => target,
    point: (at: FleetNode): void => {
      target = at
      cut()
    },
    close: async () => {
      cut()
      server.close()
    },
  }
}

it('a user’s agent on one remote worker before two nodes, each killed between effect and result, ends with nothing ungated, doubled or lost', {
  timeout: 300_000,
}, async () => {
  const databaseUrl = await createTestDatabase()
  const fleet: Fleet = createFleet(databaseUrl)
  open.push(fleet)
  const nodes = [await fleet.start('up'), await fleet.start('up')] as const
  const at = await fleet.clientAt(nodes[0])
  const balancer = await openBalancer(nodes[0])
  open.push(balancer)
  const token = await at.tokens.create({ name: 'desk', role: 'worker', agents: ['refunds', 'teller'] })
  if (isRefused(token)) throw new Error(token.problem.detail)
  const effects: DeskEffect[] = []
  const killed: FleetNode[] = []
  const desk = createRefundDesk(async effect => {
    effects.push(effect)
    const at = KILLED_AT[killed.length]
    const nth = effects.filter(({ tool }) => tool === effect.tool).length
    if (effect.tool !== at?.tool || nth !== at.nth) return
    const victim = balancer.node()
    killed.push(victim)
    await victim.end('SIGKILL')
    balancer.point(killed.length === 1 ? nodes[1] : await fleet.start('up'))
  })
  const worker: ConnectedWorker = connectWorker({ url: balancer.url, token: token.token, ...desk })
  open.push(worker)
  await worker.ready
  await confirmTools(at)
  const store: Store = await openPostgresStore({
    ...{ url: databaseUrl, now: () => new Date().toISOString(), poolSize: 2 },
  })
  open.push(store)
  const runIds: string[] = []
  for (let n = 0; n < RUNS; n += 1) {
    const input = { order: `o${n}`, customer: `c${n}` }
    const run = await at.runs.start({ kind: 'agent', agent: 'refunds', input })
    if (isRefused(run)) throw new Error(run.problem.detail)
    runIds.push(run.run_id)
  }
  const deadline = Date.now() + 240_000
  while (Date.now() < deadline) {
    // A node that is just being killed answers nothing.
    try {
      const here = await fleet.clientAt(balancer.node())
      if (await haveEnded(here, runIds)) break
      for (const gate of (await here.gates.list({ status: 'pending', limit: 50 })).items) {
        await here.gates.decide(gate.gate_id, await answerTo(store, gate, effects))
      }
    } catch (error) {
      if (error instanceof TypeError || killed.length > 0) await wait(100)
      else throw error
    }
    await wait(20)
  }
  const here = await fleet.clientAt(balancer.node())
  const runs = await Promise.all(runIds.map(runId => here.runs.get(runId)))
  expect(runs.map(({ status, output }) => ({ status, output }))).toEqual(
    runIds.map(() => ({ status: 'completed', output: DESK_OUTPUT })),
  )
  expect(await countFaults(store, effects, RUNS)).toEqual({ ungated: 0, doubled: 0, lost: 0 })
  expect(killed).toEqual([...nodes])
  const { items: asked } = await here.gates.list({ type: 'unknown_outcome', limit: 50 })
  expect(asked).not.toEqual([])
})

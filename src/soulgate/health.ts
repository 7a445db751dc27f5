import { Gauge, Registry } from 'prom-client'
import type { Engine } from './engine.ts'
import type { Soulgate } from './program.ts'

type Check = { readonly ok: boolean; readonly detail: string }

/** Readiness, workers and the numbers for a monitoring system. */
export function createHealth(
  engine: Engine,
  state: { readonly isWorking: () => boolean },
): Soulgate['health'] {
  return {
    ready: async () => {
      const [store, stop] = await Promise.all([checkStore(engine), checkStop(engine)])
      const { ok, detail } = engine.soul.health()
      const checks = { store, stop, worker: checkWorker(state.isWorking()), soul: { ok, detail } }
      return { ready: store.ok, checks }
    },
    metrics: () => readMetrics(engine),
    workers: async () => {
      const workers = await engine.workers.list()
      const active = workers.filter(worker => Number(worker.active) > 0).length
      return { total: workers.length, active, idle: workers.length - active, workers }
    },
  }
}

async function checkStore({ store }: Engine): Promise<Check> {
  try {
    await store.ping()
    return { ok: true, detail: `${store.kind} answers` }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

async function checkStop({ stop }: Engine): Promise<Check> {
  return stop.isEngaged()
    ? { ok: false, detail: 'everything is stopped; an admin can lift it' }
    : { ok: true, detail: 'not stopped' }
}

function checkWorker(isWorking: boolean): Check {
  return isWorking
    ? { ok: true, detail: 'this process executes runs' }
    : { ok: true, detail: 'this process only serves' }
}

async function readMetrics({ store, runs }: Engine): Promise<string> {
  const registry = new Registry()
  const byStatus = new Gauge({
    name: 'soulgate_runs',
    help: 'Runs by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  for (const [status, count] of Object.entries(await store.countRuns())) byStatus.set({ status }, count)
  const pending = new Gauge({
    name: 'soulgate_gates_pending',
    help: 'Gates that wait for people.',
    registers: [registry],
  })
  pending.set(await store.countGates({ status: 'pending' }))
  const active = new Gauge({
    name: 'soulgate_runs_active',
    help: 'Runs executing in this process.',
    registers: [registry],
  })
  active.set(runs.active())
  const events = new Gauge({
    name: 'soulgate_events',
    help: 'Entries of the audit chain.',
    registers: [registry],
  })
  events.set(await store.countEvents())
  return registry.metrics()
}

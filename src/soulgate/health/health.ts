import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { ModelTier } from '../../contracts/model.ts'
import type { AuditSpool } from '../audit/audit-spool.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import { checkPolicy } from './degraded-modes.ts'

type Check = { readonly ok: boolean; readonly detail: string }

/** Readiness, workers and the numbers for a monitoring system. */
export function createHealth(
  engine: Engine,
  state: {
    readonly isWorking: () => boolean
    readonly late: Pick<AuditSpool, 'state'>
    readonly auditDifference: () => Promise<string | undefined>
  },
): Soulgate['health'] {
  const checkStore = createStoreCheck(engine)
  return {
    ready: async () => {
      const [store, stop, guardrails, policy] = await Promise.all([
        checkStore(),
        checkStop(engine),
        checkGuardrails(engine),
        checkPolicy(engine).catch(() => ({ ok: false, detail: 'the settings cannot be read' })),
      ])
      const { ok, detail } = engine.soul.health()
      const audit = checkLateAudit(state.late.state())
      const worker = await checkWorker(engine, state.isWorking()).catch(() => UNKNOWN_WORKERS)
      const models = checkModels(engine)
      const history = await checkHistory(state.auditDifference)
      const bootstrap = await checkBootstrap(engine).catch(() => UNREADABLE_BOOTSTRAP)
      const checks = {
        store,
        stop,
        guardrails,
        policy,
        audit,
        history,
        worker,
        soul: { ok, detail },
        models,
        bootstrap,
      }
      return { ready: store.ok && audit.ok, checks }
    },
    metrics: () => engine.metrics.render(engine),
    workers: async () => {
      const workers = await engine.workers.list()
      const active = workers.filter(worker => Number(worker.active) > 0).length
      return { total: workers.length, active, idle: workers.length - active, workers: workers.map(toStatus) }
    },
  }
}

const UNREADABLE_BOOTSTRAP = { ok: false, detail: 'whether a bootstrap token lives cannot be read' }

/** One that decides is said for as long as it lives: it is for tests and CI, and for nobody's real work. */
async function checkBootstrap({ access }: Engine): Promise<Check> {
  const live = await access.liveBootstrap()
  if (live === undefined) return { ok: true, detail: 'no bootstrap token lives' }
  const until = `lives until ${live.expires_at} or the first sign-in`
  return live.kind === 'full'
    ? { ok: false, detail: `a bootstrap token that decides as an admin (SOULGATE_BOOTSTRAP_FULL) ${until}` }
    : { ok: true, detail: `a bootstrap token that decides nothing ${until}` }
}

/** People decide on as before; what stands in the chain is not proven by this home any more. */
async function checkHistory(difference: () => Promise<string | undefined>): Promise<Check> {
  try {
    const detail = await difference()
    return detail === undefined
      ? { ok: true, detail: 'the store holds what this home sealed' }
      : { ok: false, detail }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

const PROBE_MS = 1_000

/** A row is really written: a disk that is full still reads, and still commits nothing. At most once a second. */
function createStoreCheck({ store, clock }: Engine): () => Promise<Check> {
  let last: { readonly atMs: number; readonly check: Promise<Check> } | undefined
  const probe = async (): Promise<Check> => {
    try {
      await store.ping()
      const at = toIso(clock.now())
      await store.transact(
        async tx => void (await tx.putDocument({ kind: 'probe', id: 'store', body: null, at })),
      )
      return { ok: true, detail: `${store.kind} answers` }
    } catch (error) {
      return { ok: false, detail: error instanceof Error ? error.message : String(error) }
    }
  }
  return () => {
    const ageMs = clock.now() - (last?.atMs ?? 0)
    if (last === undefined || ageMs < 0 || ageMs >= PROBE_MS) last = { atMs: clock.now(), check: probe() }
    return last.check
  }
}

/** With the names under which clients of the gate contract know a worker. */
function toStatus(worker: JsonObject): JsonObject {
  const { worker_id = '', active = 0, beat_at = '' } = worker
  const status = Number(active) > 0 ? 'running' : 'idle'
  return { ...worker, agent_id: worker_id, agent_type: 'worker', status, last_heartbeat: beat_at }
}

async function checkStop({ stop }: Engine): Promise<Check> {
  return stop.isEngaged()
    ? { ok: false, detail: 'everything is stopped; an admin can lift it' }
    : { ok: true, detail: 'not stopped' }
}

async function checkGuardrails({ guidelines }: Engine): Promise<Check> {
  const { source } = (await guidelines.current()).compiled
  if (source === 'store') return { ok: true, detail: 'as they are stored' }
  return {
    ok: false,
    detail: `the store cannot be read, so the ${source} rules hold; nothing is let through that they do not let through`,
  }
}

/** Entries that wait are written by themselves; entries that were given up stay told until the next start. */
function checkLateAudit({ waiting, lost, durable }: ReturnType<AuditSpool['state']>): Check {
  if (waiting === 0 && lost === 0) return { ok: true, detail: 'nothing waits to be written' }
  const where = durable ? 'on disk' : 'in memory only'
  const parts = [
    ...(waiting === 0 ? [] : [`${waiting} entries wait ${where} for the store`]),
    ...(lost === 0 ? [] : [`${lost} entries were LOST since this start`]),
  ]
  return { ok: false, detail: parts.join('; ') }
}

const UNKNOWN_WORKERS: Check = { ok: false, detail: 'the workers cannot be read' }

/** Whoever only serves is ready without workers, since people decide there; that runs wait must be seen all the same. */
async function checkWorker({ workers }: Engine, isWorking: boolean): Promise<Check> {
  const alive = await workers.alive()
  const here = isWorking ? 'this process executes runs' : 'this process only serves'
  if (alive === 0)
    return {
      ok: false,
      detail: `${here}, and no worker is alive: runs wait until \`soulgate worker\` is started`,
    }
  return { ok: true, detail: `${here}; workers alive: ${alive}` }
}

/** Which model answers each tier; a model that is down is found out by asking it, not here. */
function checkModels({ llm }: Engine): Check {
  const tiers = ModelTier.options.map(tier => {
    const { model, fallbacks, isPriced } = llm.describe(tier)
    const then = fallbacks.length > 0 ? `, then ${fallbacks.join(', ')}` : ''
    return `${tier} ${model}${then}${isPriced ? '' : ' (no price known: counted as free)'}`
  })
  const isOffline = ModelTier.options.every(tier => llm.describe(tier).isOffline)
  const detail = isOffline
    ? 'the offline model answers; OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL brings a language model'
    : tiers.join('; ')
  return { ok: true, detail }
}

import { type AgentEnvironment, limitsOfWorkerAgent } from '../../agents/agents.ts'
import { type Clock, type Timers, toIso } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { CarriedDefinition, WorkerAgent } from '../../contracts/worker-protocol.ts'
import type { Dispatch } from '../../dispatch/dispatch.ts'
import type { Access } from '../../engine/access/access.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { type AgentDefinition, type AgentReference, NO_WORKER } from '../../engine/run/run.ts'
import type { Store } from '../../store/store.ts'
import { createRemoteRun } from './remote-run.ts'
import { createWorkerLink, type WorkerLink } from './worker-session.ts'

/** A worker that is silent for longer has lost its connection and everything that was leased to it. */
export const WORKER_SILENT_AFTER_MS = 15_000
/** The longest that an exchange is held open; well below the silence, so that a waiting worker is never silent. */
export const MAX_EXCHANGE_WAIT_MS = 8_000
const SWEEP_MS = 1_000
const RECORD_EVERY_MS = 5_000
export const LINK_KIND = 'worker_connection'

export interface WorkerHubParts {
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  readonly dispatch: Dispatch
  readonly catalog: Catalog
  readonly access: Pick<Access, 'isTokenLive' | 'listTokens'>
  readonly environment: AgentEnvironment
  readonly report: (error: unknown, about: JsonObject) => void
}

/** The workers that are connected to this process, and what they carry. */
export interface WorkerHub {
  /** The agent as the engine runs it, where a connected worker carries it. */
  find(of: AgentReference): AgentDefinition | undefined
  /** Latest first. */
  links(): readonly WorkerLink[]
  open(who: Principal, label: string | undefined): WorkerLink
  get(linkId: string): WorkerLink | undefined
  /** From now on nothing of it counts; its runs are taken up anew. */
  end(link: WorkerLink, because: string): Promise<void>
  /** Says what is carried now, and wakes the runs that waited for it. */
  carried(link: WorkerLink, definitions: readonly CarriedDefinition[]): Promise<void>
  close(): Promise<void>
}

export function createWorkerHub(parts: WorkerHubParts): WorkerHub {
  const { store, clock, timers, ids, access, environment, report } = parts
  const links = new Map<string, WorkerLink>()
  let cancelSweep: (() => void) | undefined
  const recordedMs = new Map<string, number>()

  const latestFirst = (): readonly WorkerLink[] => [...links.values()].reverse()
  const end = async (link: WorkerLink, because: string): Promise<void> => {
    if (!links.delete(link.id)) return
    recordedMs.delete(link.id)
    for (const task of [...link.tasks.values()]) task.lose()
    for (const run of [...link.runs.values()]) run.lose()
    link.close()
    const at = toIso(clock.now())
    await store.transact(async tx => {
      await tx.deleteDocument(LINK_KIND, link.id)
      const payload = { worker: link.who.id, connection: link.id, because }
      const actor = { kind: 'agent' as const, id: link.who.id }
      await tx.appendEvents([{ stream: 'system', type: 'worker_disconnected', at, actor, payload }])
    })
  }
  const sweep = async (): Promise<void> => {
    for (const link of links.values()) {
      if (clock.now() - link.lastSeenMs > WORKER_SILENT_AFTER_MS) await end(link, 'silent')
      else if (!(await isLive(link))) await end(link, 'its token was revoked or has expired')
      else if (clock.now() - (recordedMs.get(link.id) ?? 0) > RECORD_EVERY_MS) await record(link)
    }
  }
  const isLive = ({ who }: WorkerLink): Promise<boolean> => access.isTokenLive(who.credential_id ?? '')
  const plan = (): void => {
    cancelSweep ??= timers.after(SWEEP_MS, () => {
      sweep()
        .catch(error => report(error, { during: 'workers' }))
        .finally(() => {
          cancelSweep = undefined
          if (links.size > 0) plan()
        })
    })
  }
  const record = async (link: WorkerLink): Promise<void> => {
    recordedMs.set(link.id, clock.now())
    const body = toBody(link)
    await store.transact(async tx => {
      await tx.putDocument({ kind: LINK_KIND, id: link.id, body, at: toIso(clock.now()) })
    })
  }
  const unsubscribe = store.subscribe(topics => {
    if (links.size > 0 && (topics.includes('document:token') || topics.includes('*')))
      for (const link of links.values())
        isLive(link)
          .then(isGood => (isGood ? undefined : end(link, 'its token was revoked or has expired')))
          .catch(error => report(error, { during: 'workers' }))
  })
  return {
    find: of => findAgent(latestFirst(), environment, of),
    links: latestFirst,
    get: linkId => links.get(linkId),
    open: (who, label) => {
      const link = createWorkerLink({ id: ids.newId('wsn'), who, label }, { clock, timers })
      links.set(link.id, link)
      plan()
      return link
    },
    end,
    carried: async (link, definitions) => {
      link.definitions = definitions
      await record(link)
      await wakeWaiting(parts, new Set([...link.agents.values()].map(({ name }) => name)))
    },
    close: async () => {
      unsubscribe()
      cancelSweep?.()
      for (const link of links.values()) await end(link, 'the server stops').catch(() => {})
    },
  }
}

function toBody(link: WorkerLink): JsonObject {
  const { id, who, label, connectedAtMs, lastSeenMs, runs, definitions } = link
  return JSON.parse(
    JSON.stringify({
      ...{ session_id: id, worker: who.id, label, runs: runs.size, definitions },
      ...{ connected_at: toIso(connectedAtMs), last_seen_at: toIso(lastSeenMs) },
    }),
  )
}

/** The version that is named, else that of the latest worker; a run goes to the one with the fewest runs. */
function findAgent(
  links: readonly WorkerLink[],
  environment: AgentEnvironment,
  { agent: name, definition_version: version }: AgentReference,
): AgentDefinition | undefined {
  const matches = ({ agents }: WorkerLink): WorkerAgent | undefined =>
    [...agents.values()].findLast(
      agent => agent.name === name && (version === undefined || agent.version === version),
    )
  const agent = links.map(matches).find(found => found !== undefined)
  if (agent === undefined) return undefined
  const key = `${agent.name}@${agent.version}`
  const limits = limitsOfWorkerAgent(agent)
  return {
    ...{ kind: 'agent', agent: agent.name, version: agent.version },
    ...(limits === undefined ? {} : { limits }),
    run: () => Promise.reject(new TypeError('A remote agent runs where it is attached.')),
    attach: run => {
      const [link] = links
        .filter(item => !item.isClosed() && item.agents.has(key))
        .sort((a, b) => a.runs.size - b.runs.size)
      if (link === undefined) return undefined
      const remote = createRemoteRun({ link, agent: link.agents.get(key) ?? agent, environment, run })
      link.runs.get(run.run_id)?.lose()
      link.runs.set(run.run_id, remote)
      return remote
    },
  }
}

/** Runs that nobody carried until now are looked at again at once. */
async function wakeWaiting(
  { store, dispatch, clock }: WorkerHubParts,
  agents: ReadonlySet<string>,
): Promise<void> {
  const waiting: string[] = []
  for (const status of ['queued', 'running', 'waiting_input'] as const) {
    let cursor: string | undefined
    do {
      const page = await store.listRuns(
        { kind: 'agent', status },
        { limit: 100, ...(cursor === undefined ? {} : { cursor }) },
      )
      for (const { run_id, agent = '', waiting_reason } of page.items)
        if (waiting_reason === NO_WORKER && agents.has(agent)) waiting.push(run_id)
      cursor = page.next_cursor
    } while (cursor !== undefined)
  }
  if (waiting.length === 0) return
  await store.transact(async tx => {
    for (const key of waiting)
      await dispatch.enqueue(tx, { queue: 'run', key, due_at: clock.now(), payload: {} })
  })
}

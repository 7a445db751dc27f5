import { type Clock, toIso } from '../../base/clock.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { type Store, type StoreReader, type StoreTransaction, watch } from '../../store/store.ts'
import { may } from '../access/access.ts'

const KIND = 'stop'
const ID = 'state'
const TOPIC = `document:${KIND}`
const MAX_AGE_MS = 1000
const MAX_NAMED_TOOLS = 1000

export interface StopState {
  readonly engaged: boolean
  readonly by?: string
  readonly at?: string
  readonly reason?: string
  /** Tools that were touched before the stop and have not answered yet; at most 1,000. */
  readonly running_tools: readonly {
    readonly run_id?: string
    readonly tool: string
    readonly call_id: string
  }[]
}

type StopAnswer = { readonly refused?: false } | Refusal

/**
 * The switch that lets no grant be consumed anywhere. Gates stay and can be decided; nothing runs until an admin
 * lifts it.
 */
export interface Stop {
  /** Resolves when the store was asked for the first time, whatever it answered. */
  ready(): Promise<void>
  /**
   * The last word heard, without waiting for the store; for refusing early. True as long as the word is not known:
   * before the first answer of the store, and while it cannot be read.
   */
  isEngaged(): boolean
  /** The word that counts, read in the transaction that would consume a grant. */
  isStopped(tx: StoreTransaction): Promise<boolean>
  state(): Promise<StopState>
  /** Anybody who may start things may stop everything. Once engaged, the first word stands. */
  engage(who: Principal, reason?: string): Promise<StopAnswer>
  /** Refusal `forbidden` for everybody but an admin. */
  lift(who: Principal): Promise<StopAnswer>
  close(): void
}

export function createStop({ store, clock }: { readonly store: Store; readonly clock: Clock }): Stop {
  let heard: boolean | undefined
  const read = () => readEngaged(store)
  const watched = watch({ store, topics: [TOPIC], clock, maxAgeMs: MAX_AGE_MS, read })
  const listen = async (): Promise<void> => {
    try {
      heard = await watched.get()
    } catch {
      heard = undefined
    }
  }
  const unsubscribe = store.subscribe(topics => {
    if (topics.includes(TOPIC) || topics.includes('*')) void listen()
  })
  const first = listen()
  const change = async (writing: Omit<Change, 'at'>): Promise<StopAnswer> => {
    await store.transact(tx => writeChange(tx, { ...writing, at: toIso(clock.now()) }))
    watched.invalidate()
    await listen()
    return {}
  }
  return {
    ready: () => first,
    isEngaged: () => {
      void listen()
      return heard !== false
    },
    isStopped: readEngaged,
    state: () => readState(store),
    engage: async (who, reason) => {
      if (!may(who.role, 'stop.engage')) {
        return refuse('forbidden', 'Stopping everything needs a member, a reviewer or an admin.')
      }
      return change({ who, engaged: true, reason: reason?.slice(0, 2000) ?? '' })
    },
    lift: async who => {
      if (!may(who.role, 'stop.lift')) return refuse('forbidden', 'Only an admin may lift the stop.')
      return change({ who, engaged: false })
    },
    close: () => {
      unsubscribe()
      watched.close()
    },
  }
}

interface Change {
  readonly who: Principal
  readonly engaged: boolean
  readonly reason?: string
  readonly at: string
}

async function writeChange(tx: StoreTransaction, { who, engaged, reason, at }: Change): Promise<void> {
  if ((await readEngaged(tx)) === engaged) return
  const payload: JsonObject = reason === undefined || reason === '' ? {} : { reason }
  await tx.putDocument({
    kind: KIND,
    id: ID,
    body: { engaged, by: who.name, by_id: who.id, at, ...payload },
    at,
  })
  const type = engaged ? 'stop_engaged' : 'stop_lifted'
  await tx.appendEvents([{ stream: 'system', type, at, actor: { kind: who.kind, id: who.id }, payload }])
}

/** What is stored and does not plainly say that the stop is lifted is a stop. */
async function readEngaged(store: StoreReader): Promise<boolean> {
  const document = await store.getDocument(KIND, ID)
  return document !== undefined && fieldOf(document.body, 'engaged') !== false
}

async function readState(store: StoreReader): Promise<StopState> {
  const [document, calls] = await Promise.all([
    store.getDocument(KIND, ID),
    store.listStartedCalls(MAX_NAMED_TOOLS),
  ])
  const text = (key: 'by' | 'at' | 'reason') => {
    const value = document && fieldOf(document.body, key)
    return typeof value === 'string' ? { [key]: value } : {}
  }
  return {
    engaged: document !== undefined && fieldOf(document.body, 'engaged') !== false,
    ...text('by'),
    ...text('at'),
    ...text('reason'),
    running_tools: calls.map(({ tool, call_id, run_id }) => ({
      tool,
      call_id,
      ...(run_id !== undefined && { run_id }),
    })),
  }
}

function fieldOf(body: JsonValue, key: string): JsonValue | undefined {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as JsonObject)[key]
    : undefined
}

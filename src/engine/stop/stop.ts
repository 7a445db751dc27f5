import { type Clock, toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'

const KIND = 'stop'
const ID = 'state'

export interface StopState {
  readonly engaged: boolean
  readonly by?: string
  readonly at?: string
  readonly reason?: string
  /** Tools that were touched before the stop and have not answered yet. */
  readonly running_tools: readonly {
    readonly run_id?: string
    readonly tool: string
    readonly call_id: string
  }[]
}

/** The switch that lets no grant be consumed anywhere. Gates stay and can be decided; nothing runs until it is lifted. */
export interface Stop {
  /** The last word heard, without asking the store; for refusing early. */
  isEngaged(): boolean
  /** The word that counts, read in the transaction that would consume a grant. */
  isStopped(tx: StoreTransaction): Promise<boolean>
  state(): Promise<StopState>
  engage(who: Principal, reason?: string): Promise<{ readonly refused?: false } | Refusal>
  lift(who: Principal): Promise<{ readonly refused?: false } | Refusal>
}

const MOST_NAMED_TOOLS = 1000

export function createStop({ store, clock }: { readonly store: Store; readonly clock: Clock }): Stop {
  let engaged = false
  const refresh = async (): Promise<void> => {
    engaged = isOn((await store.getDocument(KIND, ID))?.body)
  }
  store.subscribe(topics => {
    if (topics.includes(`document:${KIND}`) || topics.includes('*')) refresh().catch(() => {})
  })
  refresh().catch(() => {})
  const write = async (
    who: Principal,
    body: JsonObject,
    type: 'stop_engaged' | 'stop_lifted',
  ): Promise<void> => {
    const at = toIso(clock.now())
    await store.transact(async tx => {
      await tx.putDocument({ kind: KIND, id: ID, body: { ...body, at }, at })
      const actor = { kind: who.kind, id: who.id }
      await tx.appendEvents([{ stream: 'system', type, at, actor, payload: body }])
    })
    engaged = type === 'stop_engaged'
  }
  return {
    isEngaged: () => engaged,
    isStopped: async tx => isOn((await tx.getDocument(KIND, ID))?.body),
    state: () => readState(store),
    engage: async (who, reason) => {
      if (who.role !== 'admin') return refuse('forbidden', 'Stopping everything needs an admin.')
      await write(who, { engaged: true, by: who.name, reason: reason ?? '' }, 'stop_engaged')
      return {}
    },
    lift: async who => {
      if (who.role !== 'admin') return refuse('forbidden', 'Lifting the stop needs an admin.')
      await write(who, { engaged: false, by: who.name }, 'stop_lifted')
      return {}
    },
  }
}

function isOn(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'engaged' in body && body.engaged === true
}

async function readState(store: Store): Promise<StopState> {
  const body = ((await store.getDocument(KIND, ID))?.body ?? {}) as JsonObject
  const calls = await store.listStartedCalls(MOST_NAMED_TOOLS)
  return {
    engaged: isOn(body),
    ...(typeof body.by === 'string' ? { by: body.by } : {}),
    ...(typeof body.at === 'string' ? { at: body.at } : {}),
    ...(typeof body.reason === 'string' && body.reason !== '' ? { reason: body.reason } : {}),
    running_tools: calls.map(call => ({
      tool: call.tool,
      call_id: call.call_id,
      ...(call.run_id === undefined ? {} : { run_id: call.run_id }),
    })),
  }
}

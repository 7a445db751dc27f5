import type { Clock } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { CallFacts, FindConcerns } from '../../engine/gate/gate.ts'
import { type Store, type StoreTransaction, watch } from '../../store/store.ts'

const KIND = 'confidence_hold'
const MAX_AGE_MS = 60_000

/** One report below the threshold whose gate may still be open. */
export interface Concern {
  readonly gate_id: string
  readonly agent: string
  /** Absent: whatever this agent does waits. */
  readonly session_id?: string
  readonly score: number
}

/** Keeps a concern with its gate, and forgets those whose gates are closed. */
export async function putConcern(tx: StoreTransaction, concern: Concern, at: string): Promise<void> {
  for (const document of await tx.listDocuments(KIND, { lookup: concern.agent })) {
    const gate = await tx.getGate(document.id)
    if (gate?.status !== 'pending') await tx.deleteDocument(KIND, document.id)
  }
  await tx.putDocument({ kind: KIND, id: concern.gate_id, lookup: concern.agent, body: toBody(concern), at })
}

/** Finds the reports of too little confidence by the agent that calls, as long as their gates are open. */
export function createConcernFinder({ store, clock }: { store: Store; clock: Clock }): FindConcerns {
  const concerns = watch({
    store,
    clock,
    topics: [`document:${KIND}`],
    maxAgeMs: MAX_AGE_MS,
    read: async () => (await store.listDocuments(KIND)).map(document => document.body as unknown as Concern),
  })
  // Read at once, so that a judgement inside a transaction seldom has to read beside it.
  store.subscribe(topics => {
    if (topics.includes(`document:${KIND}`)) concerns.get().catch(() => {})
  })
  return async facts => {
    const own = (await concerns.get()).filter(concern => isAbout(concern, facts))
    const open: string[] = []
    for (const concern of own) {
      const gate = await store.getGate(concern.gate_id)
      if (gate?.status === 'pending') open.push(describe(concern))
    }
    return open
  }
}

function isAbout(concern: Concern, facts: CallFacts): boolean {
  if (concern.agent !== facts.agent) return false
  return concern.session_id === undefined || concern.session_id === facts.session_id
}

function describe({ gate_id, agent, score }: Concern): string {
  return `${agent} reported a confidence of ${score} of 100; gate ${gate_id} about it is not answered yet.`
}

function toBody({ gate_id, agent, session_id, score }: Concern): JsonObject {
  return { gate_id, agent, score, ...(session_id === undefined ? {} : { session_id }) }
}

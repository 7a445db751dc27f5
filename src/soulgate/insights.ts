import { toIso } from '../base/clock.ts'
import type { Attention, Checks } from '../contracts/attention.ts'
import type { FeedbackRequest, Insights } from '../contracts/insight.ts'
import type { Principal } from '../contracts/principal.ts'
import { type Refusal, refuse } from '../contracts/refusal.ts'
import { may } from '../engine/access/access.ts'
import { answersOf, toReviewed } from '../engine/autonomy/autonomy.ts'
import { actorOf } from '../engine/gate/gate.ts'
import { countInsights, readWindowFacts } from '../engine/insight/insight.ts'
import type { EventDraft } from '../store/store.ts'
import { readChecks } from './autonomy/canaries.ts'
import { readDecided } from './autonomy/decided-gates.ts'
import type { Engine } from './engine.ts'

/** Measures over a window of time, and what people say of it. */
export interface InsightsPart {
  read(who: Principal, windowMs: number): Promise<Insights | Refusal>
  /** How one’s own cards were read; for admins also the sum over all, where enough people decided. Never for agents. */
  attention(who: Principal, windowMs: number): Promise<Attention | Refusal>
  /** Says whether a clarification or a run helped; a later word of the same person replaces it. */
  giveFeedback(who: Principal, feedback: FeedbackRequest): Promise<{ readonly refused?: false } | Refusal>
}

const MAX_MS = 90 * 86_400_000
/** Of fewer people a sum would tell about each. */
const MIN_PEOPLE = 5

export function createInsights(engine: Engine): InsightsPart {
  const { store, clock, soul } = engine
  return {
    attention: (who, windowMs) => readAttention(engine, who, windowMs),
    read: async (who, windowMs) => {
      if (!may(who.role, 'insight.read')) return refuse('forbidden', `A ${who.role} may not read measures.`)
      const now = clock.now()
      const window = { from: toIso(now - Math.min(windowMs, MAX_MS)), to: toIso(now) }
      const { answers = 0, p95_ms } = soul.health()
      return countInsights(await readWindowFacts(store, window), window, { answers, p95_ms })
    },
    giveFeedback: async (who, { about, helpful, text }) => {
      if (!may(who.role, 'feedback.give')) return refuse('forbidden', `A ${who.role} gives no feedback.`)
      const place = about.startsWith('gate_') ? await store.getGate(about) : await store.getRun(about)
      if (!place) return refuse('not_found', `There is no ${about}.`)
      const draft: EventDraft = {
        ...{ type: 'feedback_given', at: toIso(clock.now()), actor: actorOf(who) },
        stream: place.run_id === undefined ? 'system' : `run:${place.run_id}`,
        payload: { about, helpful, ...(text === undefined ? {} : { text }) },
        ...(place.run_id === undefined ? {} : { run_id: place.run_id }),
        ...(place.session_id === undefined ? {} : { session_id: place.session_id }),
      }
      await store.transact(tx => tx.appendEvents([draft]))
      return {}
    },
  }
}

async function readAttention(engine: Engine, who: Principal, windowMs: number): Promise<Attention | Refusal> {
  if (who.kind === 'agent' || !may(who.role, 'attention.read'))
    return refuse('forbidden', `A ${who.role} reads no cards.`)
  const now = engine.clock.now()
  const from = toIso(now - Math.min(windowMs, MAX_MS))
  const { gates, truncated } = await readDecided(engine, from)
  const answers = answersOf(gates)
  const people = new Set(answers.map(({ person }) => person)).size
  const own = {
    ...toReviewed(answers.filter(({ person }) => person === who.id)),
    ...(await checksSince(engine, from, who.id)),
  }
  const told = { from, to: toIso(now), own, truncated }
  if (who.role !== 'admin') return told
  return people >= MIN_PEOPLE
    ? { ...told, everybody: { ...toReviewed(answers), people, ...(await checksSince(engine, from)) } }
    : { ...told, why_no_sum: `A sum needs ${MIN_PEOPLE} people; ${people} decided in this time.` }
}

async function checksSince({ store }: Engine, from: string, personId?: string): Promise<{ checks?: Checks }> {
  const checks = await readChecks(store, from, personId)
  return checks.answered === 0 ? {} : { checks }
}

import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import { systemRandom } from '../../base/random.ts'
import type { Checks } from '../../contracts/attention.ts'
import {
  type AnswerCanary,
  type CanaryOffer,
  CanaryResult,
  type ChangeCanary,
} from '../../contracts/canary.ts'
import { Gate } from '../../contracts/gate.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { type Canary, makeCanary, wilsonInterval } from '../../engine/autonomy/autonomy.ts'
import type { Store, StoreReader, StoreTransaction } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { unknownGate } from '../visibility.ts'
import { readDecided } from './decided-gates.ts'
import { schemasOf } from './read-labels.ts'

/**
 * Cards that test whether people read: off unless an admin switches them on. A canary is a document of one person and no
 * gate, so that whatever lets calls run, makes labels or tells others never meets it.
 */
export interface CanariesPart {
  /** The one that waits for this person, or sometimes a new one; at most one card in ten of a day, spot checks counted. */
  offer(who: Principal): Promise<CanaryOffer | Refusal>
  /** Puts it off, gives it more time, or says whose it is: on this person's card alone. */
  change(who: Principal, gateId: string, change: ChangeCanary): Promise<CanaryOffer | Refusal>
  /** Ends it and tells what it was. Nothing runs, whatever the answer. */
  answer(who: Principal, gateId: string, answer: AnswerCanary): Promise<CanaryResult | Refusal>
}

const OPEN = 'canary'
const ANSWERED = 'canary_answer'
const DAY_MS = 86_400_000
/** Of a day’s cards, canaries and spot checks together. */
const MAX_SHARE = 0.1
/** Where one may come, it comes after so many decisions; the draw is a digest of the newest one, so it is in the journal. */
const CHANCE = 1 / 4
/** Decided gates among which a model is looked for. */
const MODELS = 200

export function createCanaries(engine: Engine): CanariesPart {
  const { store, clock, settings } = engine
  return {
    offer: async who => {
      const refused = refuseWhoever(who)
      if (refused) return refused
      if (!(await settings.get()).flags.canaries_enabled) return { on: false }
      const open = await readOpen(store, who.id)
      if (open !== undefined && clock.now() < endOf(open.gate)) return toOffer(open, clock.now())
      const made = (await isDue(engine, who)) ? await make(engine) : undefined
      if (made === undefined) return { on: true }
      const at = toIso(clock.now())
      await store.transact(async tx => {
        await tx.putDocument({ kind: OPEN, id: who.id, body: JsonObject.parse(made), at })
        if (open !== undefined) await tell(tx, open, { decision: 'none', at })
      })
      return { on: true, gate: made.gate }
    },
    change: async (who, gateId, change) => {
      const refused = refuseWhoever(who)
      if (refused) return refused
      return store.transact(async (tx): Promise<CanaryOffer | Refusal> => {
        const open = await readOpen(tx, who.id)
        if (open?.gate.gate_id !== gateId) return unknownGate(gateId)
        const changed = changeCard(open, change, clock.now())
        const body = JsonObject.parse(changed)
        await tx.putDocument({ kind: OPEN, id: who.id, body, at: toIso(clock.now()) })
        return toOffer(changed, clock.now())
      })
    },
    answer: async (who, gateId, { decision, edited_arguments: edits = {} }) => {
      const refused = refuseWhoever(who)
      if (refused) return refused
      return store.transact(async (tx): Promise<CanaryResult | Refusal> => {
        const open = await readOpen(tx, who.id)
        const isTaken = open?.gate.gate_id === gateId && (await tx.deleteDocument(OPEN, who.id))
        if (open === undefined || !isTaken) return unknownGate(gateId)
        const { kind, argument, asked, proposed } = open
        const [edit] = Object.values(edits)
        const isMended = edit !== undefined && String(edit[argument]) !== proposed
        const caught = decision !== 'approve' || isMended
        const at = toIso(clock.now())
        await tx.putDocument({ kind: ANSWERED, id: gateId, lookup: who.id, body: { kind, caught }, at })
        await tell(tx, open, { decision, at })
        return { kind, caught, argument, asked, proposed }
      })
    },
  }
}

function refuseWhoever(who: Principal): Refusal | undefined {
  if (who.kind === 'person' && may(who.role, 'gate.decide')) return undefined
  return refuse('forbidden', `A ${who.role} decides on no calls.`)
}

const Stored = CanaryResult.omit({ caught: true }).extend({
  gate: Gate,
  snoozed_until: z.string().optional(),
})
type Open = z.infer<typeof Stored>

async function readOpen(
  store: Pick<StoreReader, 'getDocument'>,
  personId: string,
): Promise<Open | undefined> {
  return Stored.safeParse((await store.getDocument(OPEN, personId))?.body).data
}

/** The card of this id where it tests this person: offers and previews read it as they read a gate, and make nothing. */
export async function readCanaryCard(
  store: Pick<StoreReader, 'getDocument'>,
  who: Principal,
  gateId: string,
): Promise<Gate | undefined> {
  const gate = who.kind === 'person' ? (await readOpen(store, who.id))?.gate : undefined
  return gate?.gate_id === gateId ? gate : undefined
}

function endOf({ created_at, expires_at }: Gate): number {
  return Math.max(Date.parse(created_at) + DAY_MS, Date.parse(expires_at ?? created_at))
}

function toOffer({ gate, snoozed_until: until }: Open, nowMs: number): CanaryOffer {
  const isSnoozed = until !== undefined && Date.parse(until) > nowMs
  return { on: true, gate, ...(isSnoozed ? { snoozed_until: until } : {}) }
}

function changeCard(
  { snoozed_until: until, ...open }: Open,
  { assignee, snooze_seconds: snooze, extend_seconds: more }: ChangeCanary,
  nowMs: number,
): Open {
  const { assignee: before, ...gate } = open.gate
  const standing = assignee === undefined ? before : (assignee ?? undefined)
  const later = snooze === undefined ? until : snooze === 0 ? undefined : toIso(nowMs + snooze * 1000)
  return {
    ...open,
    ...(later === undefined ? {} : { snoozed_until: later }),
    gate: {
      ...gate,
      ...(standing === undefined ? {} : { assignee: standing }),
      ...(more === undefined ? {} : { expires_at: toIso(Math.max(nowMs, endOf(open.gate)) + more * 1000) }),
    },
  }
}

/** In the audit trail stands what it was and how it was answered, not by whom: each person’s rate is their own. */
async function tell(
  tx: StoreTransaction,
  { gate, kind }: Canary,
  { decision, at }: { readonly decision: string; readonly at: string },
): Promise<void> {
  const payload = { canary_id: gate.gate_id, kind, decision, opened_at: gate.created_at }
  const actor = { kind: 'system', id: 'system:canaries' } as const
  await tx.appendEvents([{ stream: 'system', type: 'canary_answered', at, actor, payload }])
}

async function isDue({ store, clock }: Engine, who: Principal): Promise<boolean> {
  const from = toIso(clock.now() - DAY_MS)
  const about = (type: 'gate_decided' | 'autonomy_spot_check') =>
    store.searchEvents({ types: [type], actor: who.id, from }, { limit: 500 })
  const [decided, checks] = await Promise.all([about('gate_decided'), about('autonomy_spot_check')])
  const answered = (await answersOf(store, who.id)).filter(({ at }) => at >= from).length
  const isRoom = checks.items.length + answered + 1 <= MAX_SHARE * (decided.items.length + answered + 1)
  const newest = Math.max(...decided.items.map(({ position = 0 }) => position))
  if (!isRoom) return false
  return Number.parseInt(digest('soulgate.canary.v1', { newest }).slice(0, 8), 16) / 2 ** 32 < CHANCE
}

async function make(engine: Engine): Promise<Canary | undefined> {
  const { agentTools, ids, clock } = engine
  const { gates } = await readDecided(engine, '', { most: MODELS })
  const making = {
    ...{ gate_id: ids.newId('gate'), call_id: ids.newId('call') },
    ...{ nowMs: clock.now(), random: systemRandom, tools: agentTools, schemaOf: schemasOf(engine) },
  }
  const approved = gates.filter(({ status, type }) => status === 'approved' && type === 'tool_approval')
  const found = approved.flatMap(gate => makeCanary(gate, making) ?? [])
  return found[Math.floor(systemRandom.float() * found.length)]
}

async function answersOf(
  store: Pick<Store, 'listDocuments'>,
  lookup?: string,
): Promise<readonly { readonly at: string; readonly caught: boolean }[]> {
  const documents = await store.listDocuments(ANSWERED, lookup === undefined ? {} : { lookup })
  return documents.map(({ created_at: at, body }) => ({ at, caught: Object(body).caught === true }))
}

/** How many canaries were found since a time, by one person or by all. */
export async function readChecks(
  store: Pick<Store, 'listDocuments'>,
  from: string,
  personId?: string,
): Promise<Checks> {
  const answers = (await answersOf(store, personId)).filter(({ at }) => at >= from)
  const caught = answers.filter(each => each.caught).length
  const [low, high] = wilsonInterval(caught / answers.length, answers.length)
  return { answered: answers.length, caught, low, high }
}

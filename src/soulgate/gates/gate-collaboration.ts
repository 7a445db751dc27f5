import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import type { Gate } from '../../contracts/gate.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { Person, type Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { type Action, may } from '../../engine/access/access.ts'
import { actorOf, answerFromRecord, gateEvent } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'
import type { GateCollaborationPart } from './gate-collaboration-part.ts'

/** Runs the act on the gate as this person may see it. */
type Seen = <Result>(
  who: Principal,
  gateId: string,
  act: (gate: Gate) => Promise<Result>,
) => Promise<Result | Refusal>

/** Everything that people do around a gate beside deciding it. */
export function createGateCollaboration(engine: Engine, seen: Seen): GateCollaborationPart {
  const { store, gates } = engine
  const allowed = <Result>(
    who: Principal,
    asked: { readonly gateId: string; readonly action: Action },
    act: (gate: Gate) => Promise<Result>,
  ) =>
    seen<Result | Refusal>(who, asked.gateId, async gate =>
      may(who.role, asked.action) ? act(gate) : refuse('forbidden', `A ${who.role} may not do this.`),
    )
  return {
    comment: (who, gateId, said) =>
      allowed(who, { gateId, action: 'gate.comment' }, gate => comment(engine, { who, gate, said })),
    comments: (who, gateId) =>
      seen(who, gateId, async () => {
        const documents = await store.listDocuments(COMMENT, { lookup: gateId })
        return { comments: documents.map(document => JsonObject.parse(document.body)) }
      }),
    answerComment: (who, gateId, answer) =>
      allowed(who, { gateId, action: 'gate.answer_comment' }, gate =>
        answerComment(engine, { who, gate, answer }),
      ),
    assignees: who => listAssignees(engine, who),
    assign: (who, gateId, assignee) =>
      allowed(who, { gateId, action: 'gate.assign' }, async () => {
        const unknown = assignee === undefined ? undefined : await refuseUnknown(engine, assignee)
        return unknown ?? gates.assign(who, gateId, assignee)
      }),
    snooze: (who, gateId, seconds) =>
      allowed(who, { gateId, action: 'gate.attend' }, gate => snooze(engine, { who, gate, seconds })),
    snoozes: who => listSnoozes(engine, who),
    presence: (who, gateId, doing) =>
      allowed(who, { gateId, action: doing === undefined ? 'gate.read' : 'gate.attend' }, async gate =>
        who.role === 'agent'
          ? refuse('forbidden', 'Who looks at a gate is nothing that its agent needs to know.')
          : attend(engine, { who, gate, doing }),
      ),
    leave: (who, gateId) =>
      allowed(who, { gateId, action: 'gate.attend' }, async () => {
        await store.transact(async tx => {
          await tx.deleteDocument(PRESENCE, `${gateId}:${who.id}`)
          tx.notify(`gate:${gateId}`)
        })
        return {}
      }),
  }
}

const COMMENT = 'comment'
const SNOOZE = 'snooze'
const PRESENCE = 'presence'
const PRESENT_MS = 30_000

/** A run of ours is not asked again: what it knew is in its record, and it must not act while it waits. */
async function comment(
  { clock, ids, store }: Engine,
  { who, gate, said }: { who: Principal; gate: Gate; said: { text: string; askAgent: boolean } },
): Promise<{ comment: JsonObject }> {
  const at = toIso(clock.now())
  const steps = said.askAgent && gate.run_id !== undefined ? await store.listSteps(gate.run_id) : undefined
  const agent = gate.briefing.agent
  const written: JsonObject = {
    comment_id: ids.newId('comment'),
    gate_id: gate.gate_id,
    by: who.id,
    by_name: who.name,
    text: said.text,
    at,
    ...(said.askAgent ? { ask_agent: true } : {}),
    ...(steps === undefined
      ? {}
      : {
          answer: {
            by: `agent:${agent}`,
            by_name: agent,
            text: answerFromRecord(said.text, { gate, steps }),
            at,
          },
        }),
  }
  const id = String(written.comment_id)
  await store.transact(async tx => {
    await tx.putDocument({ kind: COMMENT, id, lookup: gate.gate_id, body: written, at })
    const payload = { comment_id: id, ...(said.askAgent ? { ask_agent: true } : {}) }
    await tx.appendEvents([gateEvent(gate, { type: 'gate_commented', at, actor: actorOf(who), payload })])
  })
  return { comment: written }
}

async function answerComment(
  { clock, store }: Engine,
  {
    who,
    gate,
    answer,
  }: { who: Principal; gate: Gate; answer: { readonly commentId: string; readonly text: string } },
): Promise<{ comment: JsonObject } | Refusal> {
  const { commentId, text } = answer
  if (gate.requested_by !== who.id) {
    return refuse(
      'forbidden',
      `Gate ${gate.gate_id} was asked by ${gate.requested_by}, who alone answers for it.`,
    )
  }
  return store.transact(async tx => {
    const document = await tx.getDocument(COMMENT, commentId)
    if (!document || document.lookup !== gate.gate_id) {
      return refuse('not_found', `Gate ${gate.gate_id} has no comment ${commentId}.`)
    }
    const asked = JsonObject.parse(document.body)
    if (asked.ask_agent !== true) return refuse('not_waiting', `Comment ${commentId} asks nobody.`)
    if (asked.answer !== undefined) return refuse('not_waiting', `Comment ${commentId} was answered already.`)
    const at = toIso(clock.now())
    const answered = { ...asked, answer: { by: who.id, by_name: who.name, text, at } }
    const expectedVersion = document.version
    await tx.putDocument({
      kind: COMMENT,
      id: commentId,
      lookup: gate.gate_id,
      body: answered,
      at,
      expectedVersion,
    })
    const payload = { comment_id: commentId }
    const about = { type: 'gate_comment_answered' as const, at, actor: actorOf(who), payload }
    await tx.appendEvents([gateEvent(gate, about)])
    return { comment: answered }
  })
}

async function listAssignees({ store }: Engine, who: Principal) {
  if (!may(who.role, 'gate.assign')) return []
  const everybody = (await store.listDocuments('person')).map(document => Person.parse(document.body))
  return everybody
    .filter(person => person.disabled_at === undefined && may(person.role, 'gate.respond'))
    .map(({ person_id, name, role }) => ({ person_id, name, role }))
}

const Somebody = z.object({ disabled_at: z.string().optional() })

async function refuseUnknown({ store }: Engine, personId: string): Promise<Refusal | undefined> {
  const person = await store.getDocument('person', personId)
  if (person && Somebody.parse(person.body).disabled_at === undefined) return undefined
  return refuse('invalid', `There is no active person ${personId}.`, {
    errors: [{ field: 'assignee', message: 'is no active person' }],
  })
}

async function snooze(
  { clock, store }: Engine,
  { who, gate, seconds }: { who: Principal; gate: Gate; seconds: number },
): Promise<{ snoozed_until: string | null } | Refusal> {
  if (gate.status !== 'pending')
    return refuse('gate_closed', `Gate ${gate.gate_id} is ${gate.status}.`, { gate })
  const id = `${gate.gate_id}:${who.id}`
  const now = clock.now()
  const until = seconds === 0 ? null : toIso(now + seconds * 1000)
  await store.transact(async tx => {
    if (until === null) return void (await tx.deleteDocument(SNOOZE, id))
    const body = { gate_id: gate.gate_id, until }
    await tx.putDocument({ kind: SNOOZE, id, lookup: who.id, body, at: toIso(now) })
  })
  return { snoozed_until: until }
}

const Snoozed = z.object({ gate_id: z.string(), until: z.string() })

async function listSnoozes({ clock, store }: Engine, who: Principal) {
  const documents = await store.listDocuments(SNOOZE, { lookup: who.id })
  const now = toIso(clock.now())
  return documents.map(document => Snoozed.parse(document.body)).filter(({ until }) => until > now)
}

const Present = z.object({
  ...{ person_id: z.string(), name: z.string(), doing: z.string() },
  ...{ since: z.string(), seen_at: z.string() },
})

async function attend(
  { clock, store }: Engine,
  { who, gate, doing }: { who: Principal; gate: Gate; doing: string | undefined },
): Promise<{ present: readonly JsonObject[] }> {
  const at = toIso(clock.now())
  const oldest = toIso(clock.now() - PRESENT_MS)
  const id = `${gate.gate_id}:${who.id}`
  const read = async (reader: Pick<Engine['store'], 'listDocuments'>) =>
    (await reader.listDocuments(PRESENCE, { lookup: gate.gate_id })).map(document => ({
      id: document.id,
      ...Present.parse(document.body),
    }))
  if (doing !== undefined) {
    await store.transact(async tx => {
      const standing = await read(tx)
      for (const gone of standing) if (gone.seen_at < oldest) await tx.deleteDocument(PRESENCE, gone.id)
      const mine = standing.find(each => each.id === id && each.seen_at >= oldest)
      const body = { person_id: who.id, name: who.name, doing, since: mine?.since ?? at, seen_at: at }
      await tx.putDocument({ kind: PRESENCE, id, lookup: gate.gate_id, body, at })
      if (mine?.doing !== doing) tx.notify(`gate:${gate.gate_id}`)
    })
  }
  const present = (await read(store)).filter(each => each.seen_at >= oldest)
  return { present: present.map(({ id: _id, ...shown }) => shown) }
}

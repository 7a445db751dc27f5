import { toIso } from '../../../base/clock.ts'
import { SoulgateError } from '../../../base/errors.ts'
import { quoteText } from '../../../contracts/act-line.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import {
  type PlanBrief,
  type PlanCalendar,
  type PlanConstraints,
  PlanFeedbackInput,
  type PlanOutline,
  type PlanSchedule,
  type Roadmap,
  type StageApproval,
} from '../../../contracts/plan.ts'
import type { TakenTime } from '../../../contracts/schedule.ts'
import type { GateAnswer, RunContext } from '../../run/run.ts'
import type { BriefChange, PlanAdaptation, PlanSituation, TimeWords } from '../planning-tools.ts'
import { mergeConstraints } from './collect-context.ts'
import { outlineDigest, roadmapDigest, scheduleDigest } from './digests.ts'
import { escalationOptions } from './escalate.ts'
import { briefOf, wordsOf } from './gates.ts'
import type { PlanningParts } from './parts.ts'
import { conflictSubject, drawCard, subjectOf } from './plan-card.ts'
import { findBreaches, proposeChange } from './propose-change.ts'
import { type PlanRecord, putPlanRecord, readContent, readPlanOfRun, revise } from './record.ts'
import { readOtherPlans, takenBy } from './schedule.ts'
import { situationOfRecord } from './situation.ts'

const HOURS_24 = 86_400
/** So often the person may send an adaptation back. */
const MAX_ROUNDS = 20

/** A plan that stands, with everything an adaptation looks at. */
interface Standing {
  readonly record: PlanRecord
  readonly outline: PlanOutline
  readonly roadmap: Roadmap
  readonly schedule: PlanSchedule
  readonly busy: readonly TakenTime[]
  readonly now: string
}

/** What the run knows of the change so far. */
interface Adapting {
  readonly parts: PlanningParts
  readonly context: RunContext
  readonly said: {
    readonly words: string[]
    readonly wishes: string[]
    constraints: PlanConstraints
    /** What people relaxed, instead of the plan's own. */
    relaxed: { readonly constraints: PlanConstraints; readonly calendar: PlanCalendar } | undefined
    /** The brief as it would be, where the words changed it. */
    brief: PlanBrief | undefined
    isWorkChanged: boolean
    done: readonly string[]
  }
}

/**
 * Feedback on a plan that stands: what is open is planned anew, what is done or under way stays. The plan changes only
 * when a person approves exactly what was put before them; anything else leaves it as it was.
 */
export async function adaptPlan(
  parts: PlanningParts,
  context: RunContext,
  input: JsonValue,
): Promise<JsonObject> {
  const { feedback, plan_id, brief } = PlanFeedbackInput.parse(input)
  const known = { relaxed: undefined, brief: undefined, isWorkChanged: false, done: [] }
  const adapting: Adapting = { parts, context, said: { words: [], wishes: [], constraints: {}, ...known } }
  await takeWords(adapting, { text: feedback, next: brief }, await readStanding(adapting))
  context.emit('planning_started', { plan_id, feedback })
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const standing = await readStanding(adapting)
    const adaptation = await propose(adapting, standing)
    if (adaptation.draft.conflict === undefined && adaptation.changes.length === 0) {
      return finish(adapting, standing, 'Nothing of the plan changes by that.')
    }
    const answer = await ask(adapting, standing, adaptation)
    const { gate, decision } = answer
    if (gate.status === 'steered') {
      await takeWords(adapting, { text: wordsOf(answer), next: briefOf(answer) }, standing)
      continue
    }
    if (gate.status !== 'approved' || decision?.decision !== 'approve') {
      return finish(adapting, standing, 'The plan stays as it was.')
    }
    if (adaptation.draft.conflict !== undefined) {
      await relax(adapting, standing, { adaptation, answer })
      continue
    }
    const applied = await apply(adapting, standing, { adaptation, answer })
    if (applied) return finish(adapting, standing, adaptation.changes.join('\n'))
  }
  throw new SoulgateError(
    'too_many_rounds',
    `The adaptation of plan ${plan_id} was sent back ${MAX_ROUNDS} times.`,
  )
}

async function readStanding({ parts, context }: Adapting): Promise<Standing> {
  const read = (await context.step('standing', async () => {
    const { store, clock } = parts
    const record = await readPlanOfRun(store, context.run_id)
    const content = record && (await readContent(store, record))
    if (!record || !content?.outline || !content.roadmap || !content.schedule) return null
    const now = toIso(clock.now())
    const others = await readOtherPlans(store, { owner: record.owner, plan_id: record.plan_id, from: now })
    return { record, ...content, busy: takenBy(others), now } as unknown as JsonValue
  })) as unknown as Standing | null
  if (read !== null) return read
  throw new SoulgateError('plan_missing', `Run ${context.run_id} adapts no plan that stands.`)
}

function situationFor({ said }: Adapting, { record, now }: Standing): PlanSituation {
  const situation = situationOfRecord(record, now, said.words)
  return {
    ...situation,
    constraints: mergeConstraints(said.relaxed?.constraints ?? situation.constraints, said.constraints),
    ...(said.relaxed === undefined ? {} : { calendar: said.relaxed.calendar }),
    ...(said.brief === undefined ? {} : { brief: said.brief }),
  }
}

interface Said {
  readonly text: string
  readonly next: PlanBrief | undefined
}

/** What the words make of the brief, and what of them is left for the plan itself. */
interface ReadSaid {
  readonly change: BriefChange | undefined
  readonly words: TimeWords | undefined
}

/** Reads the newest words as an edit of the brief; what is left of them is about time, or a wish about the tasks. */
async function takeWords(adapting: Adapting, { text, next }: Said, { record, now }: Standing): Promise<void> {
  const { parts, context, said } = adapting
  said.words.push(text)
  const { calendar, brief: own, constraints: room } = record.body
  const brief = said.brief ?? own
  const constraints = said.relaxed?.constraints ?? mergeConstraints(room, said.constraints)
  const read = (await context.step('words', () => {
    const about = { now, timezone: calendar.timezone }
    if (brief !== undefined && next !== undefined)
      return { change: parts.time.replaceBrief({ brief, constraints }, next, about) } as unknown as JsonObject
    const change = brief && parts.time.editBrief({ brief, constraints }, text, about)
    const left = change === undefined || change.done.length === 0 ? text : change.missed.join('. ')
    const words = left === '' ? undefined : parts.time.readWords(left, about)
    return JSON.parse(JSON.stringify({ change: left === text ? undefined : change, words })) as JsonObject
  })) as unknown as ReadSaid | TimeWords
  // Journals of before hold the words about time alone.
  const { change, words } = 'rest' in read ? { change: undefined, words: read } : read
  if (change !== undefined) {
    said.brief = change.brief
    said.isWorkChanged = said.isWorkChanged || change.is_work_changed
    said.done = [...said.done, ...change.done]
    said.relaxed = {
      constraints: change.constraints,
      calendar: change.calendar ?? said.relaxed?.calendar ?? calendar,
    }
    said.constraints = {}
  }
  if (words === undefined) return
  said.constraints = mergeConstraints(said.constraints, words.constraints)
  if (words.rest.trim() !== '') said.wishes.push(words.rest)
}

/** The change as it would come out; what the independent check does not pass is not put before anybody. */
async function propose(adapting: Adapting, standing: Standing): Promise<PlanAdaptation> {
  const { words, wishes } = adapting.said
  const { outline, roadmap, schedule, busy, now } = standing
  const situation = situationFor(adapting, standing)
  const { isWorkChanged, done } = adapting.said
  const plan = {
    ...{ situation, outline, roadmap, schedule, busy, now, wishes, feedback: words.join('\n') },
    is_brief_changed: isWorkChanged,
  }
  const proposed = await proposeChange(adapting, plan)
  const adaptation = {
    ...proposed,
    changes: [...done.map(text => `Taken over: ${text}.`), ...proposed.changes],
  }
  if (adaptation.draft.conflict !== undefined || adaptation.changes.length === 0) return adaptation
  const breaches = await findBreaches(adapting, plan, adaptation)
  if (breaches.length === 0) return adaptation
  const message = `The changed schedule breaks its own rules: ${breaches.join(' ')}`
  throw new SoulgateError('adaptation_invalid', message)
}

async function ask(adapting: Adapting, standing: Standing, adaptation: PlanAdaptation): Promise<GateAnswer> {
  const { context, said: known } = adapting
  const { record } = standing
  const { plan_id, body } = record
  const { conflict, schedule } = adaptation.draft
  const said = { gate: HOURS_24, name: body.title.slice(0, 120) }
  if (conflict !== undefined || schedule === undefined) {
    const facts = conflict?.constraints.map(item => item.message) ?? []
    const options =
      conflict === undefined ? [] : escalationOptions(conflict).filter(option => option.id !== 'abort')
    return context.gate('scheduling escalation', {
      terms: { type: 'scheduling_escalation' },
      summary: `The change does not fit into ${quoteText(said.name, 120)}`,
      details: [conflict?.message ?? 'Nothing fits.', ...facts.map(fact => `- ${fact}`)].join('\n'),
      subject: conflictSubject({ plan_id, goal: body.goal }, conflict),
      why_held: [{ source: 'policy', text: 'No schedule keeps all of these constraints.' }],
      options: [...options, { id: 'abort', label: 'Leave the plan as it is', decision: 'reject' }],
      ttl_seconds: said.gate,
    })
  }
  const card = drawCard('schedule', { schedule })
  const digest = scheduleDigest(schedule)
  const lines = ['What changes:', ...adaptation.changes, '', ...card.lines]
  return context.gate('approve schedule', {
    terms: { type: 'plan_approval' },
    summary: `Approve the change of ${quoteText(said.name, 120)}`,
    details: [`“${known.words.at(-1) ?? ''}”`, ...adaptation.changes.slice(0, 40)].join('\n'),
    subject: subjectOf(plan_id, 'schedule', { digest, card: { lines, isCut: card.isCut }, goal: body.goal }),
    why_held: [{ source: 'policy', text: 'What was approved changes only by a decision.' }],
    options: [
      { id: 'approve', label: 'Approve the change', decision: 'approve' },
      { id: 'steer', label: 'Propose changes', decision: 'steer' },
      { id: 'reject', label: 'Leave the plan as it is', decision: 'reject' },
    ],
    context: { plan_id, changes: [...adaptation.changes] },
    ttl_seconds: said.gate,
    ...(card.isCut ? { truncated: true } : {}),
  })
}

interface Decided {
  readonly adaptation: PlanAdaptation
  readonly answer: GateAnswer
}

async function relax(adapting: Adapting, standing: Standing, { adaptation, answer }: Decided): Promise<void> {
  const { conflict } = adaptation.draft
  if (conflict === undefined) return
  const input = answer.decision?.option_input ?? {}
  const to = input.to as JsonValue | undefined
  const { constraints, calendar } = situationFor(adapting, standing)
  const relaxed = (await adapting.context.step('relax', () => {
    const wish = { constraint: String(input.constraint ?? ''), ...(to === undefined ? {} : { to }) }
    return adapting.parts.time.relax({ constraints, calendar }, conflict, wish) as unknown as JsonObject
  })) as unknown as ReturnType<PlanningParts['time']['relax']>
  if ('problem' in relaxed) return
  const { constraints: room, calendar: hours } = relaxed
  adapting.said.constraints = {}
  adapting.said.relaxed = { constraints: room, calendar: hours }
}

/** Writes what was approved, unless the plan changed meanwhile: then it is proposed anew. */
async function apply(
  adapting: Adapting,
  standing: Standing,
  { adaptation, answer }: Decided,
): Promise<boolean> {
  const { parts, context } = adapting
  const { plan_id, revision, owner } = standing.record
  const { schedule } = adaptation.draft
  if (schedule === undefined) return false
  const situation = situationFor(adapting, standing)
  const roadmap: Roadmap = { ...standing.roadmap, nodes: [...adaptation.nodes] }
  const outline: PlanOutline = { ...standing.outline, nodes: [...adaptation.nodes] }
  const approvals = approvalsOf(answer, {
    outline: outlineDigest(outline),
    roadmap: roadmapDigest(roadmap),
    schedule: scheduleDigest(schedule),
  })
  await context.step('apply', () => null, {
    write: async tx => {
      const record = await readPlanOfRun(tx, context.run_id)
      // A plan that changed meanwhile is not what was looked at.
      if (record?.revision !== revision) return
      await tx.replacePlanNodes(plan_id, 'outline', outline.nodes)
      await tx.replacePlanNodes(plan_id, 'roadmap', roadmap.nodes)
      await tx.replacePlanBlocks({ plan_id, owner }, schedule.blocks)
      const { blocks: _blocks, ...head } = schedule
      const { approvals: before, adaptations } = record.body
      const { constraints, calendar } = situation
      const body = {
        ...{ constraints, calendar, schedule: head },
        ...(adapting.said.brief === undefined ? {} : { brief: adapting.said.brief }),
        approvals: [...before.map(item => withoutStanding(item, approvals)), ...approvals],
        adaptations: [...adaptations, ...adaptation.entries],
      }
      await putPlanRecord(tx, revise(record, { body }, parts.clock.now()))
    },
  })
  return context.step('applied', async () => {
    const record = await readPlanOfRun(parts.store, context.run_id)
    return record?.body.approvals.some(({ gate_id }) => gate_id === answer.gate.gate_id) === true
  })
}

function approvalsOf(
  { gate, decision }: GateAnswer,
  digests: Readonly<Record<'outline' | 'roadmap' | 'schedule', string>>,
): readonly StageApproval[] {
  const about = {
    gate_id: gate.gate_id,
    decided_by: decision?.decided_by ?? '',
    decided_at: decision?.decided_at ?? gate.decided_at ?? '',
    standing: true,
  }
  return (['outline', 'roadmap', 'schedule'] as const).map(stage => ({
    stage,
    digest: digests[stage],
    ...about,
  }))
}

function withoutStanding(item: StageApproval, newer: readonly StageApproval[]): StageApproval {
  return newer.some(({ stage }) => stage === item.stage) ? { ...item, standing: false } : item
}

async function finish(adapting: Adapting, standing: Standing, text: string): Promise<JsonObject> {
  const { parts, context } = adapting
  const { plan_id } = standing.record
  await context.step('record', () => null, {
    write: async tx => {
      const record = await readPlanOfRun(tx, context.run_id)
      if (record === undefined) return
      await putPlanRecord(tx, revise(record, { body: { response_text: text } }, parts.clock.now()))
    },
  })
  context.emit('plan_updated', { plan_id })
  return { plan_id, planning_status: 'complete', response_text: text }
}

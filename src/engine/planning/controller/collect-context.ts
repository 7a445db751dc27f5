import type { JsonObject } from '../../../contracts/json-value.ts'
import type { PlanBrief, PlanCalendar, PlanConstraints, PlanGoalInput } from '../../../contracts/plan.ts'
import { describeMissed } from '../brief/brief.ts'
import type { BriefChange, TimeWords } from '../planning-tools.ts'
import { beginTurn } from './caps.ts'
import { reachedCap, workThrough } from './drafting.ts'
import { type Flow, situationOf } from './flow.ts'
import { runTool } from './tool-executor.ts'
import type { PlanOutcome } from './transitions.ts'

const MAX_ROUNDS = 3
export const STYLE_QUESTION = 'conversation_style'

/** COLLECT_CONTEXT: what the words say about time, and what must still be asked. */
export async function collectContext(flow: Flow): Promise<PlanOutcome> {
  const reached = beginTurn(flow)
  if (reached !== undefined) return reachedCap(flow, reached)
  if (flow.uncertain === undefined && (flow.isContextSettled || flow.rounds >= MAX_ROUNDS))
    return 'sufficient_context'
  const asked: Pick<Extract<Flow['pending'], { kind: 'questions' }>, 'questions'>[] = []
  const room = (): number => flow.policy.probing_depth - asked.flatMap(({ questions }) => questions).length
  const outcome = await workThrough(flow, {
    context_elicitor: async () => {
      const { uncertain } = flow
      const purpose = uncertain === undefined ? ('context' as const) : ('unclear' as const)
      const problems = uncertain?.problems ?? flow.unclearTimes
      const answer = await runTool(flow, 'context_elicitor', {
        situation: situationOf(flow),
        purpose,
        problems,
      })
      if (answer.reached) return reachedCap(flow, answer.reached)
      const { data } = answer.result
      if (data && !(data.is_sufficient && purpose === 'context')) asked.push({ questions: data.questions })
      return undefined
    },
    preference_probe: async () => {
      if (flow.isPolicyKnown || room() <= 0) return undefined
      const answer = await runTool(flow, 'preference_probe', {
        situation: situationOf(flow),
        is_known: false,
      })
      if (answer.reached) return reachedCap(flow, answer.reached)
      const question = answer.result.data?.question
      // Its own gate would be one more interruption: it comes along where something is asked anyway.
      if (question && asked.some(({ questions }) => questions.length > 0)) {
        asked.push({ questions: [{ ...question, id: STYLE_QUESTION, required: false }] })
      }
      return undefined
    },
  })
  if (outcome !== undefined) return outcome
  const questions = asked.flatMap(item => item.questions)
  if (flow.uncertain !== undefined) {
    flow.pending = { kind: 'questions', questions, problems: flow.uncertain.problems }
    return 'needs_clarification'
  }
  if (questions.length === 0) return 'sufficient_context'
  flow.pending = { kind: 'questions', questions, problems: flow.unclearTimes }
  return 'needs_clarification'
}

/** Reads the goal's words into a brief and the constraints that follow from it; a brief that was given stands. */
export async function readGoal(flow: Flow, { goal, brief }: PlanGoalInput): Promise<void> {
  const { context, parts, now, calendar } = flow
  const about = { now, timezone: calendar.timezone }
  const words = (await context.step(
    'words',
    () => parts.time.readGoal(goal, about, brief) as unknown as JsonObject,
  )) as unknown as TimeWords
  flow.brief = words.brief
  takeReading(flow, words)
}

/** Reads what words of people say about time into constraints and calendar; answers the words without it. */
export async function readTimes(flow: Flow, text: string): Promise<string> {
  return takeTimes(flow, read => read(text))
}

/** An answer that is a day: “19 September” is the next one, whatever stands before it. */
export async function readDay(flow: Flow, text: string): Promise<void> {
  const year = Number(flow.now.slice(0, 4))
  const isDated = /\d{4}/.test(text)
  const years = isDated || !MONTH.test(text) ? [] : [` ${year}`, ` ${year + 1}`]
  const sayings = [text, `by ${text}`, ...years.map(end => `by ${text}${end}`)]
  await takeTimes(flow, read => {
    const readings = sayings.map(read)
    const isAhead = ({ constraints: { deadline } }: TimeWords): boolean =>
      deadline !== undefined && Date.parse(deadline) > Date.parse(flow.now)
    return readings.find(isAhead) ?? read(text)
  })
}

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:[a-z]*)\b|\b\d{1,2}[./]\d{1,2}\b/i

async function takeTimes(
  flow: Flow,
  choose: (read: (text: string) => TimeWords) => TimeWords,
): Promise<string> {
  const { context, parts, now, calendar } = flow
  const read = (text: string): TimeWords => parts.time.readWords(text, { now, timezone: calendar.timezone })
  const words = (await context.step(
    'words',
    () => choose(read) as unknown as JsonObject,
  )) as unknown as TimeWords
  takeReading(flow, words)
  return words.rest
}

function takeReading(flow: Flow, words: TimeWords): void {
  flow.constraints = mergeConstraints(flow.constraints, words.constraints)
  if (words.calendar !== undefined) flow.calendar = mergeCalendar(flow.calendar, words.calendar)
  flow.unclearTimes = words.unclear
}

/** A correction as an edit of the brief; answers whether the work itself changed. What was missed is kept as said. */
export async function editBrief(flow: Flow, brief: PlanBrief, words: string): Promise<boolean> {
  return takeChange(flow, about => flow.parts.time.editBrief(standingOf(flow, brief), words, about))
}

/** The brief as a person filled it in; answers whether the work itself changed. */
export async function replaceBrief(flow: Flow, brief: PlanBrief, next: PlanBrief): Promise<boolean> {
  return takeChange(flow, about => flow.parts.time.replaceBrief(standingOf(flow, brief), next, about))
}

function standingOf({ constraints }: Flow, brief: PlanBrief) {
  return { brief, constraints }
}

async function takeChange(
  flow: Flow,
  changeOf: (about: { readonly now: string; readonly timezone: string }) => BriefChange,
): Promise<boolean> {
  const { context, now, calendar } = flow
  const about = { now, timezone: calendar.timezone }
  const change = (await context.step(
    'words',
    () => changeOf(about) as unknown as JsonObject,
  )) as unknown as BriefChange
  flow.brief = change.brief
  flow.constraints = change.constraints
  if (change.calendar !== undefined) flow.calendar = mergeCalendar(flow.calendar, change.calendar)
  flow.briefNotes = [...change.done.map(text => `Taken over: ${text}.`), ...describeMissed(change.missed)]
  flow.instructions.push(...change.missed)
  return change.is_work_changed || change.missed.length > 0
}

/** What is said later wins, and what was taken stays taken. */
export function mergeConstraints(standing: PlanConstraints, said: PlanConstraints): PlanConstraints {
  const given = Object.entries(said).filter(([, value]) => value !== undefined)
  const blackouts = [...(standing.blackouts ?? []), ...(said.blackouts ?? [])]
  const days = [...new Set([...(standing.not_on_weekdays ?? []), ...(said.not_on_weekdays ?? [])])]
  return {
    ...standing,
    ...Object.fromEntries(given),
    ...(blackouts.length === 0 ? {} : { blackouts }),
    ...(days.length === 0 ? {} : { not_on_weekdays: days }),
  }
}

function mergeCalendar(standing: PlanCalendar, said: PlanCalendar): PlanCalendar {
  return {
    timezone: said.timezone,
    weekly: said.weekly.length === 0 ? standing.weekly : said.weekly,
    exceptions: [...standing.exceptions, ...said.exceptions],
  }
}

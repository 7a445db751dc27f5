import type { Question } from '../../../contracts/question.ts'
import { type CalendarQuestion, readCalendarWords } from '../calendar-words/calendar-words.ts'
import { choosePlaybookFor } from '../outline/outline.ts'
import { weighPatterns } from '../pattern/pattern.ts'
import type { PlanSituation } from '../planning-tools.ts'
import type { Subject } from '../subject/subject.ts'
import { AIM_QUESTION, readWhole, saysNothing } from '../subject/whole-subject.ts'

/** `blocking`: without it a plan would be a guess; `important`: it changes much; `helpful`: it makes it fit better. */
export type Weight = 'blocking' | 'important' | 'helpful'

/** Something that the person has not said. */
interface OpenPoint {
  readonly weight: Weight
  readonly question: Question
}

/** What is not known yet about a goal, what matters most first. What was asked before is not asked again. */
export function findOpenPoints(situation: PlanSituation): readonly OpenPoint[] {
  if (situation.brief !== undefined && !situation.brief.with_suggestions)
    return unasked(unclearTimes(situation), situation)
  const subject = readWhole(situation)
  const [pattern] = weighPatterns(subject)
  const type = pattern?.pattern_type ?? 'milestone_project'
  const { playbook, fit } = choosePlaybookFor(situation, type)
  const practises = playbook.sessions !== undefined && type !== 'milestone_project'
  const points = [
    ...unclearTimes(situation),
    ...(isVague(subject, fit) ? [aim()] : []),
    ...(situation.constraints.deadline === undefined && !hasEvents(situation) && type !== 'recurring_cycle'
      ? [end(playbook.subtype)]
      : []),
    ...amounts(subject, playbook.subtype, playbook.id),
    ...(practises && !saysRhythm(situation) ? [rhythm()] : []),
    ...(practises && type === 'progressive_accumulation_arc' && playbook.subtype !== 'financial_arc'
      ? [level(subject)]
      : []),
    ...(subject.phases.length === 0 && fit === 0 ? [parts(subject)] : []),
  ]
  const order: readonly Weight[] = ['blocking', 'important', 'helpful']
  return unasked(points, situation).toSorted(
    (left, right) => order.indexOf(left.weight) - order.indexOf(right.weight),
  )
}

function unasked(points: readonly OpenPoint[], { clarifications }: PlanSituation): readonly OpenPoint[] {
  const asked = new Set(clarifications.map(({ question }) => question))
  return points.filter(({ question }) => !asked.has(question.question))
}

function hasEvents({ brief }: PlanSituation): boolean {
  return brief !== undefined && brief.events.length > 0
}

function radio(
  id: string,
  question: string,
  options: readonly (readonly [id: string, label: string])[],
  context: string,
): Question {
  return {
    id,
    question,
    type: 'radio',
    options: options.map(([optionId, label]) => ({ id: optionId, label })),
    allow_other: true,
    required: false,
    context,
  }
}

function text(id: string, question: string, context: string): Question {
  return { id, question, type: 'text', allow_other: false, required: false, context }
}

/** A day as it would have been said, so that the answer is read for what was asked. */
function choiceOf({ id, label, fact }: CalendarQuestion['options'][number]): readonly [string, string] {
  const lead = { deadline: 'by ', start: 'from ' }
  return [id, fact.kind === 'deadline' || fact.kind === 'start' ? `${lead[fact.kind]}${label}` : label]
}

/** One day alone is no choice. */
function openEnd(count: number): readonly (readonly [string, string])[] {
  return count === 1 ? [['open', 'No fixed day']] : []
}

/** Words about time that can mean several things come with what they can mean. */
function unclearTimes({ goal, now, timezone }: PlanSituation): readonly OpenPoint[] {
  const { questions } = readCalendarWords(goal, { now: Date.parse(now), timezone })
  return questions.slice(0, 3).map(({ id, question, options, quote }) => ({
    weight: 'blocking' as const,
    question:
      options.length >= 1
        ? radio(id, question, [...options.map(choiceOf), ...openEnd(options.length)], `You wrote “${quote}”.`)
        : text(id, question, `You wrote “${quote}”, for example “by 15 May” or “from Monday”.`),
  }))
}

function isVague(subject: Subject, fit: number): boolean {
  if (saysNothing(subject)) return true
  const { wish, quantities, items, phases } = subject
  if (quantities.length > 0 || items.length > 0 || phases.length > 0) return false
  return (wish.match(/\p{L}{2,}/gu) ?? []).length <= 1 && fit < 0.5
}

function aim(): OpenPoint {
  const context =
    'For example: “run 10 km without a break”, “move to a smaller flat”, “the new website is open”.'
  return { weight: 'blocking', question: text('aim', AIM_QUESTION, context) }
}

const DATED = new Set(['event', 'journey', 'relocation', 'launch'])

function end(subtype: string | undefined): OpenPoint {
  if (subtype !== undefined && DATED.has(subtype))
    return {
      weight: 'blocking',
      question: text(
        'end',
        'Which day is it, or by when should it have happened?',
        'For example: “12 September”, or “no date yet”.',
      ),
    }
  return {
    weight: 'important',
    question: radio(
      'end',
      'By when should it be done?',
      [
        ['open', 'No fixed date'],
        ['month', 'Within 4 weeks'],
        ['quarter', 'Within 3 months'],
        ['half_year', 'Within 6 months'],
      ],
      'A date of your own is fine too, such as “by 15 May”.',
    ),
  }
}

function amounts(
  { quantities }: Subject,
  subtype: string | undefined,
  playbookId: string,
): readonly OpenPoint[] {
  const has = (role: string): boolean => quantities.some(quantity => quantity.role === role)
  const points: OpenPoint[] = []
  if (subtype === 'financial_arc' && !has('target'))
    points.push({
      weight: 'blocking',
      question: text('amount', 'How much is it, in all?', 'For example: “€6,000”, or “I do not know yet”.'),
    })
  if (playbookId === 'weight' && !has('target'))
    points.push({
      weight: 'important',
      question: text('amount', 'How much do you want to change?', 'For example: “5 kg”.'),
    })
  if (subtype === 'event' && !has('people'))
    points.push({
      weight: 'important',
      question: text('people', 'For how many people is it?', 'For example: “about 40 guests”.'),
    })
  if (
    subtype !== undefined &&
    ['event', 'renovation', 'journey', 'acquisition', 'launch'].includes(subtype) &&
    !has('budget')
  )
    points.push({
      weight: 'helpful',
      question: text('budget', 'Is there a budget?', 'For example: “€3,000 at most”, or “not fixed”.'),
    })
  return points
}

function saysRhythm({ goal, clarifications, constraints, now, timezone }: PlanSituation): boolean {
  const words = [goal, ...clarifications.map(({ answer }) => answer)].join('. ')
  const { findings } = readCalendarWords(words, { now: Date.parse(now), timezone })
  return constraints.sessions_per_week !== undefined || findings.some(({ kind }) => kind === 'sessions')
}

function rhythm(): OpenPoint {
  const options = [
    ['two', '2 times a week'],
    ['three', '3 times a week'],
    ['four', '4 times a week'],
    ['daily', 'Every day'],
  ] as const
  return {
    weight: 'important',
    question: radio(
      'rhythm',
      'How often can you really do it?',
      options,
      'Rather less that you keep than more that you drop.',
    ),
  }
}

function level({ thing }: Subject): OpenPoint {
  const options = [
    ['new', 'I am new to it'],
    ['some', 'I have done some of it'],
    ['used', 'I do it regularly'],
  ] as const
  return {
    weight: 'helpful',
    question: radio(
      'level',
      `Where do you stand with ${thing} today?`,
      options,
      'The first weeks start from there.',
    ),
  }
}

function parts({ wish }: Subject): OpenPoint {
  const context =
    'For example: “first research, then a trial, then the rest”. Leave it empty to have them proposed.'
  return {
    weight: 'helpful',
    question: text('parts', `What are the main parts of “${wish.slice(0, 120)}”?`, context),
  }
}

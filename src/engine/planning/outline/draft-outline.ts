import type { JsonObject } from '../../../contracts/json-value.ts'
import type { PatternSpec, PlanBrief, PlanNode, PlanOutline } from '../../../contracts/plan.ts'
import { PATTERN_RULES, weighPatterns } from '../pattern/pattern.ts'
import { timingOf } from '../plan-schedule/plan-schedule.ts'
import type { PlanSituation } from '../planning-tools.ts'
import { readSubject, type Subject } from '../subject/subject.ts'
import { readWhole } from '../subject/whole-subject.ts'
import { nodesOfBrief, outlineOfBrief } from './brief-outline.ts'
import { buildNodes, nodeId } from './build-nodes.ts'
import { type ChosenPlaybook, choosePlaybook } from './choose-playbook.ts'
import { type Horizon, longestWindow, readHorizon } from './horizon.ts'

export interface OutlineDraft {
  readonly outline: PlanOutline
  readonly confidence: number
  readonly explanations: readonly string[]
}

/** An outline by rules: what is known of such undertakings, in the person's words, within the person's limits. */
export function draftOutline(situation: PlanSituation, pattern: PatternSpec): OutlineDraft {
  const { brief } = situation
  if (brief !== undefined && !brief.with_suggestions) return draftOfBrief(situation, brief, pattern)
  const subject = readWhole(situation)
  const chosen = withoutDays(choosePlaybook(subject, pattern.pattern_type), brief)
  const horizon = readHorizon(situation, chosen.playbook)
  const left = leaveOut(chosen, subject)
  const practised = left.phases.filter(({ steps }) => steps.some(({ kind }) => kind === 'session'))
  const isBoxed =
    practised.length >= 2 ||
    practised.some(({ steps }) => steps.some(({ kind, fixed }) => kind === 'session' && !fixed))
  const built = buildNodes({
    planId: situation.plan_id,
    subject,
    horizon,
    phases: left.phases,
    longestWindow: longestWindow(situation),
    mayHaveCycles: PATTERN_RULES[pattern.pattern_type].mayHaveCycles,
    isBoxed,
    usualWeeks: chosen.playbook.weeks,
  })
  const fitted = fitEstimates(built.nodes, horizon)
  const [root, ...others] = withBrief(fitted.nodes, situation)
  const about = describeRoot(subject, built.afterwards)
  const nodes = root === undefined ? [] : [about === '' ? root : { ...root, description: about }, ...others]
  const outline: PlanOutline = {
    root_id: built.rootId,
    plan_context: {
      strategy_profile: situation.strategy,
      pattern,
      assumptions: assumptionsOf({
        chosen,
        horizon,
        subject,
        left: left.titles,
        shortened: fitted.shortened,
      }),
      constraints: situation.constraints,
      user_prefs: preferencesOf(subject, horizon),
    },
    nodes,
    pattern,
  }
  return {
    outline,
    confidence: confidenceOf(chosen, subject, pattern),
    explanations: explain(chosen, horizon, subject),
  }
}

/** A brief that says all is the whole outline: sure by how much of what was said has a place in it. */
function draftOfBrief(situation: PlanSituation, brief: PlanBrief, pattern: PatternSpec): OutlineDraft {
  const placed = brief.events.length + brief.work.length + brief.rhythms.length
  const share = placed / Math.max(1, placed + brief.not_placed.length / 2)
  return {
    outline: outlineOfBrief(situation, brief, pattern),
    confidence: Math.round((0.75 + 0.2 * share) * 1000) / 1000,
    explanations: ['The outline is what the brief says, and nothing else.'],
  }
}

/** What a playbook does on the day itself is the event that the person named. */
function withoutDays(chosen: ChosenPlaybook, brief: PlanBrief | undefined): ChosenPlaybook {
  if (brief === undefined || brief.events.length === 0) return chosen
  const phases = chosen.phases.map(phase => {
    const steps = phase.steps.filter(({ late }) => late !== true)
    return { ...phase, steps }
  })
  return { ...chosen, phases: phases.filter(({ steps }) => steps.length > 0) }
}

/** The steps of a playbook as suggestions, in time for the first event, and what the person said beside them. */
function withBrief(nodes: readonly PlanNode[], situation: PlanSituation): readonly PlanNode[] {
  const { brief, plan_id: planId } = situation
  const [root, ...others] = nodes
  if (brief === undefined || root === undefined) return nodes
  const parts = nodesOfBrief(situation, brief)
  // A part that the person named is a phase already.
  const isNamed = (name: string): boolean =>
    others.some(({ title, level }) => level <= 3 && title.toLowerCase() === name.toLowerCase())
  const due = parts.events.map(node => timingOf(node).fixed?.start ?? '').sort()[0]
  const suggested = others.map(node => ({
    ...node,
    tags: node.level >= 4 ? [...node.tags, 'suggested'] : node.tags,
    metadata: node.level === 2 && due !== undefined ? withDue(node, due) : node.metadata,
  }))
  const own = [
    { title: 'Your own work', nodes: parts.before.filter(({ title }) => !isNamed(title)) },
    { title: 'Fixed dates', nodes: parts.events },
    { title: 'After', nodes: parts.after },
  ].filter(group => group.nodes.length > 0)
  const added = own.flatMap(({ title, nodes: members }) => {
    const phase: PlanNode = {
      ...root,
      id: nodeId(planId, `brief/${title}`),
      parent_id: root.id,
      node_type: 'phase',
      level: 2,
      title,
    }
    return [phase, ...members.map(node => ({ ...node, parent_id: phase.id }))]
  })
  return [{ ...root, title: brief.title }, ...suggested, ...added]
}

function withDue({ metadata }: PlanNode, deadline: string): PlanNode['metadata'] {
  return { ...metadata, timing: { ...Object(metadata.timing), deadline } }
}

/** Whether a goal is something that happens on a day, so that the time until then is for preparing it. */
export function happensOnADay(
  goal: string,
  about: { readonly now: string; readonly timezone: string },
): boolean {
  const subject = readSubject(goal, about)
  const [best] = weighPatterns(subject)
  return choosePlaybook(subject, best?.pattern_type ?? 'milestone_project').phases.some(({ steps }) =>
    steps.some(({ late }) => late === true),
  )
}

/** The time that a plan has, as its outline was drafted for. */
export function readHorizonOf(situation: PlanSituation, { pattern, plan_context }: PlanOutline): Horizon {
  const type = (pattern ?? plan_context.pattern)?.pattern_type ?? 'milestone_project'
  return readHorizon(situation, choosePlaybook(readWhole(situation), type).playbook)
}

/** How the goal of a situation would go, for a pattern. */
export function choosePlaybookFor(
  situation: PlanSituation,
  type: PatternSpec['pattern_type'],
): ChosenPlaybook {
  return choosePlaybook(readWhole(situation), type)
}

interface LeftOut {
  readonly phases: ChosenPlaybook['phases']
  readonly titles: readonly string[]
}

/** Steps that name what the person does not want; a phase keeps at least one step. */
function leaveOut({ phases }: ChosenPlaybook, { exclusions }: Subject): LeftOut {
  const stems = exclusions
    .flatMap(text => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
    .map(word => word.slice(0, 5))
  const titles: string[] = []
  const kept = phases.map(phase => {
    const steps = phase.steps.filter(({ title }) => {
      const isOut = stems.some(stem => new RegExp(`\\b${stem}`, 'i').test(title))
      if (isOut) titles.push(title)
      return !isOut
    })
    return steps.some(({ kind }) => kind === 'task' || kind === 'session') ? { ...phase, steps } : phase
  })
  return { phases: kept, titles }
}

const USED_SHARE = 0.7
const MIN_FACTOR = 0.6

/**
 * Assumed estimates that do not fit before a day that the person named are made smaller, and that is said. Where even
 * that would not do they stay as they are: that it does not fit is then for the person to know, not to be hidden.
 */
function fitEstimates(
  nodes: readonly PlanNode[],
  { weeks, isEndSaid, minutesPerWeek }: Horizon,
): { readonly nodes: readonly PlanNode[]; readonly shortened?: number } {
  const single = nodes.filter(node => node.node_type === 'task' && node.recurrence === undefined)
  const work = single.reduce((sum, node) => sum + (node.estimated_minutes ?? 0), 0)
  const sessions = nodes.reduce((sum, { recurrence, estimated_minutes }) => {
    const perWeek =
      recurrence?.frequency === 'daily' ? 7 : recurrence?.frequency === 'weekly' ? recurrence.times : 0
    return Math.max(sum, perWeek * (estimated_minutes ?? 0))
  }, 0)
  const room = Math.max(0, minutesPerWeek - sessions) * weeks
  if (!isEndSaid || work <= room * USED_SHARE || work * MIN_FACTOR > room) return { nodes }
  const factor = Math.max(MIN_FACTOR, (room * USED_SHARE) / work)
  const shrunk = nodes.map(node => {
    const { estimated_minutes: minutes } = node
    if (minutes === undefined || minutes === 0 || !single.includes(node)) return node
    const less = Math.max(10, Math.round((minutes * factor) / 5) * 5)
    return { ...node, estimated_minutes: less, metadata: { ...node.metadata, estimate: 'shortened' } }
  })
  return { nodes: shrunk, shortened: factor }
}

function describeRoot({ quantities, exclusions }: Subject, afterwards: readonly string[]): string {
  const facts = quantities.filter(({ role }) => role !== 'start').map(({ text }) => text)
  return [
    ...(facts.length === 0 ? [] : [`You named: ${[...new Set(facts)].join(', ')}.`]),
    ...(exclusions.length === 0 ? [] : [`Not wanted: ${exclusions.join(', ')}.`]),
    ...(afterwards.length === 0 ? [] : [`Afterwards: ${afterwards.join('; ')}.`]),
  ].join(' ')
}

function preferencesOf({ quantities, exclusions, items, phases }: Subject, horizon: Horizon): JsonObject {
  const amounts = quantities.map(({ text, value, unit, role }) => ({ text, value, unit, role }))
  return {
    ...(amounts.length === 0 ? {} : { amounts }),
    ...(exclusions.length === 0 ? {} : { not_wanted: [...exclusions] }),
    ...(items.length === 0 ? {} : { listed: [...items] }),
    ...(phases.length === 0 ? {} : { phases: [...phases] }),
    ...(horizon.areSessionsSaid ? { sessions_per_week: horizon.sessions } : {}),
    ...(horizon.sessionMinutes === undefined ? {} : { session_minutes: horizon.sessionMinutes }),
  }
}

interface Assumed {
  readonly chosen: ChosenPlaybook
  readonly horizon: Horizon
  readonly subject: Subject
  readonly left: readonly string[]
  readonly shortened?: number | undefined
}

function assumptionsOf({ chosen, horizon, left, shortened }: Assumed): string[] {
  const { phases, fit } = chosen
  const practises = phases.some(({ steps }) => steps.some(({ kind, fixed }) => kind === 'session' && !fixed))
  return [
    ...(shortened === undefined
      ? []
      : [
          `The time until ${horizon.end} is short: the estimates were cut to ${Math.round(shortened * 100)} %.`,
        ]),
    'Every estimate of time is an assumption; change those that you know better.',
    ...(horizon.isEndSaid
      ? []
      : [`You named no end: ${Math.round(horizon.weeks)} weeks are assumed, until ${horizon.end}.`]),
    ...(practises && !horizon.areSessionsSaid
      ? [`You named no rhythm: ${horizon.sessions} sessions a week are assumed.`]
      : []),
    ...(practises && horizon.sessionMinutes === undefined ? ['The length of a session is assumed.'] : []),
    ...(fit === 0 ? ['Nothing special is known of such a goal: the phases are those of any such plan.'] : []),
    ...left.map(title => `Left out because you do not want it: ${title.replace(/\{[^}]*\}/g, '…')}.`),
  ]
}

/** How much is known of such undertakings, how sure the pattern is, and how much the person said of their own. */
function confidenceOf({ fit }: ChosenPlaybook, subject: Subject, pattern: PatternSpec): number {
  const said = [subject.quantities.length > 0, subject.phases.length > 0, subject.wish.split(' ').length > 2]
  const share = said.filter(Boolean).length / said.length
  const value = 0.34 + 0.36 * fit + 0.2 * (pattern.confidence ?? 0.5) + 0.1 * share
  return Math.round(Math.min(0.98, value) * 1000) / 1000
}

function explain(
  { playbook, because, fit }: ChosenPlaybook,
  horizon: Horizon,
  subject: Subject,
): readonly string[] {
  const words = because.map(word => `“${word}”`).join(', ')
  return [
    fit === 0
      ? 'Nothing special is known of such a goal; the plainest way of its pattern is taken.'
      : `It goes like ${playbook.id.replaceAll('_', ' ')}, because of ${words}.`,
    ...(subject.phases.length > 0 ? [`The phases are those you named: ${subject.phases.join(', ')}.`] : []),
    horizon.isEndSaid
      ? `From ${horizon.start} to ${horizon.end} there are about ${Math.round(horizon.weeks * 10) / 10} weeks.`
      : `No end was named; ${Math.round(horizon.weeks)} weeks are assumed.`,
  ]
}

import { DEFAULT_INTERACTION_POLICY, type PlanConstraints } from '../../contracts/plan.ts'
import { readCalendarWords } from './calendar-words/calendar-words.ts'
import type { PlanSituation, PlanToolEnvironment } from './planning-tools.ts'

/** A Monday morning. */
const NOW = '2026-03-02T08:00:00.000Z'
const ZONE = 'Europe/Berlin'

/** The situation of a goal as the controller hands it to the tools: the deadline and days off its words name are in. */
export function situationFor(goal: string, more: Partial<PlanSituation> = {}): PlanSituation {
  const { findings } = readCalendarWords(goal, { now: Date.parse(NOW), timezone: ZONE })
  const constraints: PlanConstraints = {}
  for (const finding of findings) {
    if (finding.kind === 'deadline') constraints.deadline ??= finding.moment
    if (finding.kind === 'start') constraints.start ??= finding.moment
    if (finding.kind === 'forbidden_days')
      constraints.not_on_weekdays = [...(constraints.not_on_weekdays ?? []), ...finding.days]
    if (finding.kind === 'only_days') constraints.only_on_weekdays = [...finding.days]
  }
  return {
    plan_id: 'plan_1',
    goal,
    clarifications: [],
    instructions: [],
    policy: DEFAULT_INTERACTION_POLICY,
    constraints,
    calendar: { timezone: ZONE, weekly: [], exceptions: [] },
    strategy: { mode: 'hybrid' },
    flags: { allow_new_subtypes: true, require_rfc: true },
    now: NOW,
    timezone: ZONE,
    ...more,
  }
}

export function toolEnvironment(more: Partial<PlanToolEnvironment> = {}): PlanToolEnvironment {
  return {
    signal: new AbortController().signal,
    seed: 1,
    elapsedMs: () => 0,
    search_ms: 1_000,
    ...more,
  }
}

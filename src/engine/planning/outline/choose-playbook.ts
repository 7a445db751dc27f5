import { SoulgateError } from '../../../base/errors.ts'
import type { PatternType } from '../../../contracts/plan.ts'
import {
  matchPlaybooks,
  type PhaseTemplate,
  type Playbook,
  plainPlaybooks,
  playbooks,
} from '../playbooks/playbooks.ts'
import type { Subject } from '../subject/subject.ts'
import { phaseNamed } from './stage-grammar.ts'

export interface ChosenPlaybook {
  readonly playbook: Playbook
  /** How much of the goal speaks for it, in [0,1]; 0 for the plainest way of a pattern. */
  readonly fit: number
  readonly because: readonly string[]
  readonly phases: readonly PhaseTemplate[]
}

const MIN_SCORE = 0.85

/** How this undertaking goes: the playbook of the pattern that fits best, under the phases that the person named. */
export function choosePlaybook(subject: Subject, pattern: PatternType): ChosenPlaybook {
  const [match] = matchPlaybooks(
    subject,
    playbooks.filter(playbook => playbook.pattern === pattern),
  )
  const plain = plainPlaybooks.find(playbook => playbook.pattern === pattern) ?? plainPlaybooks[0]
  const isFit = match !== undefined && match.score >= MIN_SCORE
  const playbook = isFit || plain === undefined ? (match?.playbook ?? plain) : plain
  if (playbook === undefined)
    throw new SoulgateError('invalid_playbook', `There is no playbook for the pattern ${pattern}.`)
  const phases =
    subject.phases.length > 0
      ? subject.phases.map(name => phaseNamed(name, playbook.phases))
      : playbook.phases
  return {
    playbook,
    fit: isFit ? match.score / (match.score + 1) : 0,
    because: isFit ? match.because : [],
    phases: withItems(phases, subject),
  }
}

const MAX_REPEATED = 6

/** What the person listed is looked after one by one in the phase in which the work is done. */
function withItems(phases: readonly PhaseTemplate[], { items }: Subject): readonly PhaseTemplate[] {
  if (items.length === 0) return phases
  const main = phases.reduce(
    (largest, phase, at) => (weightOf(phase) > weightOf(phases[largest]) ? at : largest),
    0,
  )
  return phases.map((phase, at) => (at === main ? { ...phase, steps: [...stepsFor(items, phase)] } : phase))
}

function weightOf(phase: PhaseTemplate | undefined): number {
  return (phase?.share ?? 20) + (phase?.cycle ? -100 : 0)
}

function* stepsFor(
  items: readonly string[],
  phase: PhaseTemplate,
): Generator<PhaseTemplate['steps'][number]> {
  const work = phase.steps.filter(({ kind }) => kind === 'task')
  const others = phase.steps.filter(({ kind }) => kind !== 'task')
  const minutes = work.reduce((sum, step) => sum + (step.minutes ?? 60), 0)
  const each = Math.max(30, Math.round(minutes / items.length / 15) * 15)
  if (items.length <= MAX_REPEATED && work.length <= 4 && items.every(item => !startsWithVerb(item))) {
    for (const item of items)
      for (const [at, step] of work.entries())
        yield {
          ...step,
          minutes: Math.max(30, Math.round((step.minutes ?? 60) / items.length / 15) * 15),
          subGoal: item,
          isStart: at === 0,
        }
  } else
    for (const [at, item] of items.entries())
      yield { kind: 'task', title: item, minutes: each, parallel: at > 0, fixed: false }
  yield* others
}

const VERBS =
  /^(?:paint|buy|book|write|build|call|clean|fix|repair|install|order|find|choose|make|get|set|move|sell|pack|send|sign|plan|prepare|create|design|test|draft|review|update|learn|practi[cs]e|train|invite|cook|plant|sow|move|replace|order|hire|organi[sz]e|publish|record|edit|register|apply|renew|cancel|measure|collect|visit|read|run)\b/i

function startsWithVerb(item: string): boolean {
  return VERBS.test(item)
}

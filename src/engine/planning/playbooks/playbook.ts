import { SoulgateError } from '../../../base/errors.ts'
import type { PatternType } from '../../../contracts/plan.ts'

/**
 * What is known of one kind of undertaking: which words speak for it, and how it usually goes. Titles hold places for
 * what the person said: `{thing}`, `{the thing}`, `{target}`, `{50% of target|half the distance}`, `{per session|a
 * little}`, `{budget}`, `{people}`. No number in it is the person's: each becomes a labelled assumption.
 */
export interface Playbook {
  readonly id: string
  readonly pattern: PatternType
  readonly subtype?: string
  /** Words for what is done, and for what it is done to; a word ending in `!` settles it by itself. */
  readonly verbs: string
  readonly things: string
  /** True where the things alone say little: a horse is bought, ridden or sold. */
  readonly needsVerb?: boolean
  /** How long it takes when the person names no end. */
  readonly weeks: number
  /** Sessions a week when the person names none; absent where nothing is practised. */
  readonly sessions?: number
  readonly phases: readonly PhaseTemplate[]
}

export interface PhaseTemplate {
  readonly title: string
  /** Share of the whole time, in percent. */
  readonly share?: number
  /** Does not wait for the phase before it. */
  readonly alongside: boolean
  readonly cycle: boolean
  readonly steps: readonly StepTemplate[]
}

export type StepKind = 'task' | 'session' | 'sub_task' | 'micro_goal' | 'milestone'
export type Frequency = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'

export interface StepTemplate {
  readonly kind: StepKind
  readonly title: string
  /** The sub-goal of the phase that it belongs to. */
  readonly subGoal?: string
  readonly minutes?: number
  /** Shares its predecessors with the step before it. */
  readonly parallel: boolean
  readonly frequency?: Frequency
  readonly times?: number
  /** A recurring step that keeps its own rhythm whatever the person says about sessions. */
  readonly fixed: boolean
  /** The first of what is done for a thing that the person listed: it waits for none of the other things. */
  readonly isStart?: boolean
  /** Comes up whenever the first practised step of its phase does. */
  readonly same?: boolean
  readonly key?: string
  readonly after?: string
  readonly waitMinutes?: number
  /** Not later than so many days before the end. */
  readonly daysBeforeEnd?: number
  /** Happens at the very end of the time there is. */
  readonly late?: boolean
  /** Comes after the day that the person named as the end, and is only told where one is named. */
  readonly afterwards?: boolean
}

type Facts = Omit<Playbook, 'phases'>

/** A playbook from its text; a text that cannot be read is a broken promise of this program. */
export function playbook(facts: Facts, text: string): Playbook {
  return { ...facts, phases: readPhases(text, facts.id) }
}

const MARKS: Readonly<Record<string, StepKind>> = {
  '-': 'task',
  '+': 'task',
  '*': 'session',
  '>': 'sub_task',
  '.': 'micro_goal',
  '=': 'milestone',
}

function readPhases(text: string, id: string): readonly PhaseTemplate[] {
  const phases: { template: Omit<PhaseTemplate, 'steps'>; steps: StepTemplate[] }[] = []
  let subGoal: string | undefined
  for (const line of text.split('\n').map(raw => raw.trim())) {
    if (line === '') continue
    if (line.startsWith('## ')) {
      subGoal = line.slice(3)
    } else if (line.startsWith('# ')) {
      subGoal = undefined
      phases.push({ template: readPhase(line.slice(2)), steps: [] })
    } else {
      const phase = phases.at(-1)
      if (phase === undefined)
        throw new SoulgateError(
          'invalid_playbook',
          `The playbook ${id} has a step outside of a phase: ${line}`,
        )
      phase.steps.push(readStep(line, { id, subGoal }))
    }
  }
  return phases.map(({ template, steps }) => ({ ...template, steps }))
}

function readPhase(line: string): Omit<PhaseTemplate, 'steps'> {
  const [title = '', ...options] = line.split('|').map(part => part.trim())
  const share = options.map(option => /^(\d+)%$/.exec(option)?.[1]).find(value => value !== undefined)
  return {
    title,
    alongside: options.includes('alongside'),
    cycle: options.includes('cycle'),
    ...(share === undefined ? {} : { share: Number(share) }),
  }
}

/** Bars inside braces belong to a place in the title, those outside part the options. */
function splitOptions(text: string): readonly string[] {
  return text.split(/\|(?![^{}]*\})/).map(part => part.trim())
}

function readStep(
  line: string,
  { id, subGoal }: { readonly id: string; readonly subGoal: string | undefined },
): StepTemplate {
  const mark = line.charAt(0)
  const kind = MARKS[mark]
  if (kind === undefined)
    throw new SoulgateError('invalid_playbook', `The playbook ${id} has a line with an unknown mark: ${line}`)
  const [title = '', ...options] = splitOptions(line.slice(1).trim())
  const read = options.map(option => readOption(option, id))
  return Object.assign(
    { kind, title, parallel: mark === '+', fixed: false, ...(subGoal === undefined ? {} : { subGoal }) },
    ...read,
  )
}

const FREQUENCIES: readonly string[] = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly']
const MINUTES_PER: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440, w: 10_080 }

function readOption(option: string, id: string): Partial<StepTemplate> {
  const minutes = /^(\d+(?:\.\d+)?)([mh])$/.exec(option)
  if (minutes) return { minutes: toMinutes(minutes) }
  if (isFrequency(option)) return { frequency: option }
  const [word = '', ...rest] = option.split(' ')
  const value = rest.join(' ')
  if (/^x\d+$/.test(option)) return { times: Number(option.slice(1)) }
  if (option === 'fixed') return { fixed: true }
  if (word === 'key') return { key: value }
  if (word === 'after') return { after: value }
  if (option === 'same') return { same: true, fixed: true }
  if (option === 'late') return { late: true }
  if (option === 'afterwards') return { afterwards: true }
  const span = /^(\d+(?:\.\d+)?)([mhdw])$/.exec(value)
  if (word === 'wait' && span) return { waitMinutes: toMinutes(span) }
  if (word === 'before' && span) return { daysBeforeEnd: toMinutes(span) / 1440 }
  throw new SoulgateError('invalid_playbook', `The playbook ${id} has an option that is not known: ${option}`)
}

function toMinutes(match: RegExpExecArray): number {
  return Math.round(Number(match[1]) * (MINUTES_PER[match[2] ?? ''] ?? 1))
}

function isFrequency(word: string): word is Frequency {
  return FREQUENCIES.includes(word)
}

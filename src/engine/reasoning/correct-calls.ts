import type { ClarificationAnswer, ClarificationQuestion } from '../../contracts/reasoning.ts'
import { AMBIGUOUS_BELOW } from './grade.ts'
import { splitClauses, splitIdentifier } from './language/language.ts'
import type { Reasoned } from './reason-about.ts'
import type { Corrected } from './round.ts'
import { type NamedThing, readNamed, type Span } from './verify/verify.ts'

/** Where the goal says a value of a proposed call. */
interface Place extends Span {
  readonly tool: string
  readonly name: string
  readonly isPath: boolean
}

/** What a correction comes to that is no order of its own. */
export type Correction =
  | { readonly outcome: 'replaced'; readonly goal: string }
  | { readonly outcome: 'open'; readonly places: readonly Place[]; readonly value?: NamedThing }

/** The corrected goal and the correction as one text; `is_joined` says that it is. */
export function joinCorrection({ goal, instruction }: Pick<Corrected, 'goal' | 'instruction'>): string {
  return `${goal}\n${instruction}`
}

/**
 * The goal after a correction that says itself what it replaces: “Friday instead of Monday”, “not cellar/ but attic/”, or
 * “into attic/ instead” where the goal names one folder alone. Undefined for any other correction. Pure.
 */
export function replaceInGoal({
  goal,
  instruction,
}: Pick<Corrected, 'goal' | 'instruction'>): string | undefined {
  const { wanted, named } =
    /^(?:use |take |make it |put )?(?<wanted>\S.*?),?\s+(?:instead of|rather than)\s+(?<named>\S.*?)[.!\s]*$/i.exec(
      instruction,
    )?.groups ??
    /^not\s+(?<named>\S.*?),?\s+but\s+(?<wanted>\S.*?)[.!\s]*$/i.exec(instruction)?.groups ??
    {}
  if (wanted !== undefined && named !== undefined) {
    const at = goal.toLowerCase().indexOf(named.toLowerCase())
    return at < 0 ? undefined : `${goal.slice(0, at)}${wanted}${goal.slice(at + named.length)}`
  }
  const placed = placeElsewhere(goal, instruction)
  if (placed !== undefined) return placed
  const [value, ...others] = readNamed(instruction)
  if (value === undefined || others.length > 0 || !/\b(?:instead|rather)\b/i.test(instruction))
    return undefined
  const isFolder = (thing: NamedThing) => thing.value.endsWith('/')
  const alike = readNamed(goal).filter(
    thing => thing.isPath === value.isPath && isFolder(thing) === isFolder(value),
  )
  const [only] = alike
  return only === undefined || alike.length > 1 ? undefined : replaced(goal, inside(goal, only), value.value)
}

const ELSEWHERE =
  /^(?:no\W+|please\s+)*(?:(?<verb>\p{L}+)\s+(?:it|them|this|that)\s+)?(?:to|into|in|under|as|at)\s+(?:the\s+)?(?:(?<folder>folder|directory)|file)?\s*(?<value>["“'`]?[\p{L}\p{N}_./-]+["”'`]?)(?:\s+(?:(?<folderToo>folder|directory)|file))?(?:,?\s+(?:instead|rather|please))*[.!\s]*$/iu
const DESTINATION =
  /\b(?:to|into|in|under|as|at)\s+(?:the\s+)?(?:folder\s+|directory\s+|file\s+)?(?<place>["“'`]?[\p{L}\p{N}_./-]+["”'`]?)(?:\s+(?:folder|directory|file))?[.!\s]*$/iu

/** “move it to the folder old”, “into b.txt”: the place at the end of the goal becomes another one, the rest stays. */
function placeElsewhere(goal: string, instruction: string): string | undefined {
  const said = ELSEWHERE.exec(instruction)?.groups
  const place = DESTINATION.exec(goal)
  if (said?.value === undefined || place?.groups?.place === undefined) return undefined
  const { verb, folder = said.folderToo } = said
  const [clause, ...more] = splitClauses(goal)
  const own = new Set([clause?.verb?.base, ...CORRECTING])
  if (more.length > 0 || (verb !== undefined && !own.has(verb.toLowerCase()))) return undefined
  const bare = said.value.replace(/^["“'`]|["”'`]$/g, '')
  const isFolder = folder !== undefined || place.groups.place.endsWith('/')
  const value = isFolder && !/[/.]/.test(bare) ? `${bare}/` : bare
  const start = place.index + place[0].indexOf(place.groups.place)
  return `${goal.slice(0, start)}${value}${goal.slice(start + place.groups.place.length)}`
}

/**
 * Reads a correction together with the calls that it corrects. Its only named value takes the place of the only one of
 * its kind, where the correction by itself speaks of no other tool; everything else is open. Undefined where the goal
 * says none of the values, so that nothing can be replaced. Pure.
 */
export function correctCalls(corrected: Corrected, reasoned: Reasoned | undefined): Correction | undefined {
  const { goal, calls, instruction } = corrected
  const places = calls.flatMap(call => placesIn(goal, call))
  if (places.length === 0) return undefined
  const named = readNamed(instruction).filter(thing => !places.some(place => place.text === thing.value))
  const [value, ...others] = named
  if (value === undefined || others.length > 0) return { outcome: 'open', places }
  const alike = places.filter(place => place.isPath === value.isPath)
  const [only] = alike
  const isSure = alike.length === 1 && reasoned !== undefined && !speaksOfOther(reasoned, corrected)
  if (only !== undefined && isSure) return { outcome: 'replaced', goal: replaced(goal, only, value.value) }
  return { outcome: 'open', places: alike.length === 0 ? places : alike, value }
}

/** Whether the correction orders another act, or, as far as it is understood by itself, speaks of another tool. */
function speaksOfOther(
  { proposal, goal_understanding }: Reasoned,
  { calls, instruction }: Pick<Corrected, 'calls' | 'instruction'>,
): boolean {
  const own = new Set(calls.flatMap(call => splitIdentifier(call.tool)))
  const acts = splitClauses(instruction).flatMap(({ verb }) => (verb?.known === true ? [verb.base] : []))
  if (acts.some(act => !own.has(act) && !CORRECTING.has(act))) return true
  if (goal_understanding < AMBIGUOUS_BELOW) return false
  const tools = [...proposal.tool_calls, ...proposal.missing_arguments].map(({ tool }) => tool)
  return tools.some(tool => !calls.some(call => call.tool === tool))
}

/** Verbs that put one value in the place of another. */
const CORRECTING = new Set(['use', 'take', 'make', 'put', 'set', 'change', 'replace'])

function placesIn(goal: string, { tool, arguments: args }: Corrected['calls'][number]): readonly Place[] {
  const named = readNamed(goal)
  return Object.entries(args).flatMap(([name, value]) => {
    if (typeof value !== 'string' || value.trim() === '') return []
    const spans = named.filter(thing => thing.value === value)
    const [at, ...more] =
      spans.length > 0 ? spans.map(thing => inside(goal, thing)) : findWord(goal, value, named)
    if (at === undefined || more.length > 0) return []
    return [{ ...at, tool, name, isPath: spans[0]?.isPath ?? false }]
  })
}

/** The value without its quotes. */
function inside(goal: string, { start, value }: NamedThing): Span {
  const at = goal.indexOf(value, start)
  return { start: at, end: at + value.length, text: value }
}

function findWord(goal: string, value: string, named: readonly Span[]): readonly Span[] {
  const isEdge = (character: string | undefined) =>
    character === undefined || !/[\p{L}\p{N}]/u.test(character)
  const found: Span[] = []
  for (let start = goal.indexOf(value); start >= 0; start = goal.indexOf(value, start + 1)) {
    const end = start + value.length
    const isOwn = !named.some(thing => start < thing.end && end > thing.start)
    if (isOwn && isEdge(goal[start - 1]) && isEdge(goal[end])) found.push({ start, end, text: value })
  }
  return found
}

function replaced(goal: string, { start, end }: Span, value: string): string {
  const isQuoted = /["'`“‘«]/.test(goal[start - 1] ?? '')
  const written = !isQuoted && /\s/.test(value) ? `"${value}"` : value
  return `${goal.slice(0, start)}${written}${goal.slice(end)}`
}

const MAX_OPTIONS = 8
const NOTHING = 'Nothing: leave everything as it is'

type Open = Extract<Correction, { outcome: 'open' }>

/** What a correction changes, as questions: which value, and what it becomes where that was not said. */
export function questionsOnCorrection(
  { instruction }: Pick<Corrected, 'instruction'>,
  open: Open,
): readonly ClarificationQuestion[] {
  const labels = [...labelsOf(open), NOTHING]
  const base = { required: true, pattern: 'target_identification' as const, examples: [] }
  return [
    {
      ...base,
      id: 'q1',
      question: `What of the proposal does “${instruction.slice(0, 200)}” change?`,
      type: 'radio',
      options: labels.map((label, index) => ({ id: `o${index + 1}`, label })),
      allow_other: true,
    },
    ...(open.value === undefined
      ? [
          {
            ...base,
            ...{ id: 'q2', question: 'What should it be instead?', type: 'text' as const },
            ...{ allow_other: false, required: false },
          },
        ]
      : []),
  ]
}

function labelsOf({ places, value }: Open): readonly string[] {
  return places.slice(0, MAX_OPTIONS).map(({ tool, name, text }) => {
    const now = `${name} of ${tool}: “${text.slice(0, 100)}”`
    return value === undefined ? now : `${now} becomes “${value.value}”`
  })
}

/** The goal after the answers; undefined when nothing is to be done. Any other answer is the goal from now on. */
export function goalAfterCorrection(
  { goal, instruction }: Pick<Corrected, 'goal' | 'instruction'>,
  open: Open,
  answers: readonly ClarificationAnswer[],
): string | undefined {
  const textOf = (index: number) => answers.find(answer => answer.question_index === index)?.answer.trim()
  const chosen = textOf(0)
  if (chosen === NOTHING) return undefined
  const place = open.places[labelsOf(open).indexOf(chosen ?? '')]
  if (place === undefined) return chosen ?? instruction
  const value = open.value?.value ?? textOf(1)
  return value === undefined || value === '' ? instruction : replaced(goal, place, value)
}

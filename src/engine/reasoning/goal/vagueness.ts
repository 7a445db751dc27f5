import { actionVerbBase, type Clause, isFunctionWord, splitClauses, type Word } from '../language/language.ts'
import type { ReadGoal } from './clarity.ts'
import type { Pointer } from './pointers.ts'
import {
  COURTESIES,
  EMPTY_VERBS,
  JUDGEMENTS,
  LOOKUP_VERBS,
  OPEN_VERBS,
  SHELL_NOUNS,
  STAND_INS,
} from './word-classes.ts'

/** Why a goal cannot be acted on as it stands; `ceiling` is the most clarity it may still have. */
export interface VagueReason {
  readonly reason: 'no_action' | 'no_target' | 'open_reference' | 'unanchored_effect'
  readonly text: string
  readonly ceiling: number
}

interface Material {
  readonly read: ReadGoal
  readonly pointers: readonly Pointer[]
  readonly clauses: readonly Clause[]
  readonly acting: readonly (Clause & Required<Pick<Clause, 'verb'>>)[]
  readonly content: readonly Word[]
  /** How many values and names are given. */
  readonly specifics: number
}

type Detector = (material: Material) => VagueReason | undefined

/** Everything that makes a goal too vague to act on, strongest first. Empty for an actionable goal. */
export function findVagueness(read: ReadGoal, pointers: readonly Pointer[]): readonly VagueReason[] {
  const clauses = splitClauses(read.goal)
  const material: Material = {
    ...{ read, pointers, clauses, content: contentWords(read) },
    acting: clauses.flatMap(withVerb),
    specifics: read.spots.length + read.names.length,
  }
  const detectors: readonly Detector[] = [lacksAction, pointsNowhere, lacksTarget, lacksObject]
  return detectors
    .flatMap(detect => detect(material) ?? [])
    .sort((left, right) => left.ceiling - right.ceiling)
}

/** The clause with the verb that it asks for; what is forbidden asks for nothing. */
function withVerb(clause: Clause): Material['acting'] {
  const { verb } = clause
  return verb === undefined || clause.negated ? [] : [{ ...clause, verb }]
}

/** Words that say something of their own: no grammar, no courtesy, no judgement, nothing that stands for anything. */
export function contentWords({ words, spots, names }: ReadGoal): readonly Word[] {
  const values = [...spots.filter(({ kind }) => kind !== 'quoted'), ...names]
  return words.filter(
    word =>
      !isFunctionWord(word.lower) &&
      ![COURTESIES, JUDGEMENTS, SHELL_NOUNS, STAND_INS].some(set => set.has(word.lower)) &&
      !values.some(value => word.start >= value.start && word.end <= value.end),
  )
}

export const QUESTION =
  /^\s*(?:is|are|does|do|did|has|have|was|were|can|could|what|which|who|whom|whose|where|when|why|how)\b/i

/** No verb and no question. A noun phrase may still ask for something to be looked up: “weather in Oslo tomorrow”. */
function lacksAction({ read, acting, clauses, content, specifics }: Material): VagueReason | undefined {
  if (acting.length > 0 || clauses.some(clause => clause.question) || QUESTION.test(read.goal))
    return undefined
  const isBare = /^\s*(?:the|my|our|this|that)\b/i.test(read.goal) || read.words.length <= 3
  const asksByNoun = !isBare && content.length >= (specifics > 0 ? 1 : 3)
  return {
    reason: 'no_action',
    text: 'it does not say what should be done',
    ceiling: asksByNoun ? 0.55 : 0.15,
  }
}

function pointsNowhere({ pointers, specifics }: Material): VagueReason | undefined {
  const open = pointers.find(pointer => !pointer.resolved)
  return (
    open && {
      reason: 'open_reference',
      text: `“${open.text}” points at nothing that is known`,
      ceiling: specifics > 1 ? 0.45 : 0.25,
    }
  )
}

/** Every acting verb is an empty one and nothing is named that it could be about. */
function lacksTarget({ acting, read, content, specifics }: Material): VagueReason | undefined {
  if (acting.length === 0 || specifics > 0) return undefined
  const verbs = new Set(acting.map(({ verb }) => verb.base))
  const objects = content.filter(word => !verbs.has(actionVerbBase(word.lower) ?? ''))
  const onlyEmpty = [...verbs].every(verb => EMPTY_VERBS.has(verb))
  const isDescribed = /\bthe \w+ (?:of|in|on|from|for|to)\b|\bto (?:the|my|our) \w+/i.test(read.goal)
  const isShort = objects.length <= 1 && read.words.length <= 8 && !isDescribed
  const isAnything = EMPTY_OBJECT.test(read.goal)
  if (objects.length > 0 && !(onlyEmpty && (isShort || isAnything))) return undefined
  return { reason: 'no_target', text: 'it does not say on what', ceiling: 0.15 }
}

/** “do everything that is needed”, “sort things out”. */
const EMPTY_OBJECT =
  /\b(?:do|fix|handle|finish|sort|take care of|deal with)\s+(?:everything|anything|things|stuff|it all|all of (?:it|this))\b/i

const BARE_OBJECT =
  /^\s*(?:(?:up|out|off|on|in|for)\s+)?(?:(?:the|an?|some|my|our|another)\s+(?:other\s+|new\s+|old\s+|right\s+|wrong\s+|same\s+|next\s+|last\s+|first\s+)?(?<noun>[\w-]+)|(?<anyone>someone|somebody|people|them|it|something|one))(?:\s+(?:to\s+)?(?:them|people|someone|off|again|please|too))?\s*[.!?]*$/i

/** “Cancel the tour”: an act with an effect on a bare noun, and nothing that says which. */
function lacksObject({ read, acting, specifics, clauses }: Material): VagueReason | undefined {
  const [clause, ...others] = acting
  if (clause === undefined || others.length + specifics > 0 || clause.question || clauses.length > 1)
    return undefined
  const { base, end } = clause.verb
  if (LOOKUP_VERBS.has(base) || (OPEN_VERBS.has(base) && !EMPTY_VERBS.has(base))) return undefined
  const { noun, anyone } = BARE_OBJECT.exec(read.goal.slice(end))?.groups ?? {}
  const bare = noun ?? anyone
  if (bare === undefined) return undefined
  return { reason: 'unanchored_effect', text: `it does not say which ${bare.toLowerCase()}`, ceiling: 0.3 }
}

import {
  findNames,
  findSpots,
  readWords,
  type Spot,
  splitClauses,
  type TextSpan,
  type Word,
} from '../language/language.ts'
import {
  ARTEFACTS,
  BOUNDS,
  CHOICE_NOUNS,
  INDEFINITES,
  JUDGEMENTS,
  LOOKUP_VERBS,
  OPEN_VERBS,
  PERSONAL_WORDS,
  SHELL_NOUNS,
} from './word-classes.ts'

/** What a goal's words were read into once, for every reader of them. */
export interface ReadGoal {
  readonly goal: string
  readonly words: readonly Word[]
  readonly verbs: readonly string[]
  readonly spots: readonly Spot[]
  /** Proper names; a single capitalised word that opens the goal is none. */
  readonly names: readonly TextSpan[]
}

export function readGoal(goal: string): ReadGoal {
  return {
    goal,
    words: readWords(goal),
    verbs: splitClauses(goal).flatMap(clause => (clause.verb ? [clause.verb.base] : [])),
    spots: findSpots(goal),
    names: findNames(goal).filter(name => name.start > 0 || /\s/.test(name.text)),
  }
}

const FACT_QUESTION =
  /^(?:what(?:'s| is| are| was| were)|how (?:many|much|long|far|old|tall|big|high)|who|when|where|whose|whom|which)\b/i

/**
 * How determinate a wording is, as log-odds: facts, explanations, values and bounds raise it; words of judgement, words
 * that stand for anything, things chosen by taste and verbs without an end lower it. Weights are coarse and general.
 */
export function rateWording({ goal, words, verbs, spots }: ReadGoal): number {
  const looksUp = LOOKUP_VERBS.has(verbs[0] ?? '')
  const asksFact = FACT_QUESTION.test(goal) || (looksUp && /\bthe [\w-]+(?: [\w-]+){0,2} of\b/i.test(goal))
  return (
    (asksFact ? 0.8 : 0) +
    (/\b(?:explain|describe|define)\b/i.test(goal) ? 1.2 : 0) +
    (/\b(?:steps?|step-by-step|basics|concepts?|pros and cons|difference)\b/i.test(goal) ? 0.6 : 0) +
    (spots.some(({ kind }) => kind === 'quoted') ? 0.4 : 0) +
    (/\d/.test(goal) ? 0.4 : 0) +
    0.4 * Math.min(2, count(words, BOUNDS)) +
    0.04 * Math.min(30, words.length) -
    0.4 * Math.min(4, countOpenings(words, verbs))
  )
}

/** How many words leave something to whoever answers. */
function countOpenings(words: readonly Word[], verbs: readonly string[]): number {
  return (
    count(words, JUDGEMENTS) +
    count(words, SHELL_NOUNS) +
    count(words, CHOICE_NOUNS) +
    Math.min(2, count(words, PERSONAL_WORDS)) +
    words.filter((word, at) => ARTEFACTS.has(word.lower) && isIndefinite(words, at)).length +
    (verbs.some(verb => OPEN_VERBS.has(verb)) ? 1 : 0)
  )
}

function isIndefinite(words: readonly Word[], at: number): boolean {
  return words.slice(Math.max(0, at - 4), at).some(({ lower }) => INDEFINITES.has(lower))
}

function count(words: readonly Word[], set: ReadonlySet<string>): number {
  return words.filter(({ lower }) => set.has(lower)).length
}

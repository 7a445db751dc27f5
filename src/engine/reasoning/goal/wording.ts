import { findNames, findSpots, readWords, type Spot, splitClauses, type Word } from '../language/language.ts'
import {
  adviceVerbs,
  artefactNouns,
  attributeNouns,
  boundingWords,
  choiceNouns,
  creativeVerbs,
  explainVerbs,
  factQuestionWords,
  hereWords,
  indefinites,
  inquiryVerbs,
  judgementWords,
  knowledgeNouns,
  lookupVerbs,
  personalWords,
  shellNouns,
} from './lexicon.ts'

/** One trait of a wording: how strongly it is present and how it moves determinacy (in log-odds per unit). */
export interface Trait {
  readonly trait: string
  readonly amount: number
  readonly weight: number
}

/** What a goal's words were read into once, for every reader of them. */
export interface ReadGoal {
  readonly goal: string
  readonly words: readonly Word[]
  readonly lower: readonly string[]
  readonly verbs: readonly string[]
  readonly spots: readonly Spot[]
  /** Proper names; a single capitalised word that opens the goal is none. */
  readonly names: readonly { readonly start: number; readonly end: number; readonly text: string }[]
}

export function readGoal(goal: string): ReadGoal {
  const words = readWords(goal)
  return {
    goal,
    words,
    lower: words.map(word => word.lower),
    verbs: splitClauses(goal).flatMap(clause => (clause.verb ? [clause.verb.base] : [])),
    spots: findSpots(goal),
    names: findNames(goal).filter(name => name.start > 0 || /\s/.test(name.text)),
  }
}

/** Weights are set by hand in coarse steps: general English, no learned vocabulary. */
const WEIGHTS = {
  unblemished: 0.5,
  blemishes: -0.4,
  anchors: 0.4,
  asks_a_fact: 0.8,
  own_place: -0.5,
  algorithm: 0.7,
  explanation: 1.2,
  degree_of_liking: -0.2,
  objective_superlative: 0.6,
  lookup: 0.4,
  inquiry: -0.8,
  procedure: 0.6,
  bounded: 0.4,
  quoted: 0.4,
  year: 0.4,
  definite_description: 0.2,
  definite_object: 0.2,
  common_knowledge: 0.6,
  novelty: -0.2,
  indefinite: -0.4,
  length: 0.4,
} as const

/**
 * Estimates how determinate a wording is, as log-odds: facts, explanations, named things and bounds raise it;
 * judgement words, shell nouns, things chosen by taste, unnamed artefacts and open-ended verbs lower it.
 */
export function readTraits(read: ReadGoal): readonly Trait[] {
  const { goal, lower, verbs } = read
  const amounts: Readonly<Record<keyof typeof WEIGHTS, number>> = {
    ...readBlemishTraits(read),
    anchors: Math.min(3, read.names.length + read.spots.length),
    asks_a_fact: asksFact(read) ? 1 : 0,
    own_place: ownPlace.test(goal) ? 1 : 0,
    algorithm: selfContainedProgram(goal) ? 1 : 0,
    explanation: explanationAmount(goal),
    degree_of_liking: likingDegree.test(goal) ? 1 : 0,
    objective_superlative: objectiveSuperlative.test(goal) ? 1 : 0,
    lookup: lookupVerbs.has(verbs[0] ?? '') ? 1 : 0,
    inquiry: hasAny(verbs, inquiryVerbs) ? 1 : 0,
    procedure: procedureWords.test(goal) ? 1 : 0,
    bounded: Math.min(2, countIn(lower, boundingWords)),
    quoted: read.spots.some(spot => spot.kind === 'quoted') ? 1 : 0,
    year: /\b(?:19|20)\d\d\b/.test(goal) ? 1 : 0,
    definite_description: Math.min(
      2,
      [...goal.matchAll(/\bthe (?:[\w-]+ ){1,4}(?:of|in|for|from|between)\b/gi)].length,
    ),
    definite_object: /^(?:\w+ ){1,3}the\b/i.test(goal) ? 1 : 0,
    common_knowledge: Math.min(2, countIn(lower, knowledgeNouns)),
    novelty: novelty.test(goal) ? 1 : 0,
    indefinite: Math.min(2, countIn(lower, indefinites)),
    length: Math.min(3, lower.length / 10),
  }
  return Object.entries(WEIGHTS).map(([trait, weight]) => ({
    trait,
    weight,
    amount: amounts[trait as keyof typeof WEIGHTS],
  }))
}

const ownPlace =
  /\bmy (?:[a-z]+ )?(?:city|area|region|town|country|location|state|neighbou?rhood|place)\b|\b(?:near|around) (?:me|here|by)\b|\b(?:nearby|local|nearest|closest)\b/i
const likingDegree = /\b(?:most (?!of\b|recent)|cheap|highly|best[- ]rated|top[- ]rated|renowned|leading)/i
const objectiveSuperlative =
  /\b(?:highest|lowest|largest|smallest|longest|shortest|tallest|biggest|oldest|youngest|average|total|current|fastest)\b/i
const procedureWords = /\b(?:steps?|step-by-step|basics|concepts?|pros and cons|difference)\b/i
const novelty = /\b(?:latest|recent|trending|popular|newest|upcoming)\b/i
const openNovelty = /\b(?:latest|recent|trending|popular|upcoming|future)\b/i

function readBlemishTraits({ goal, lower, verbs, words }: ReadGoal): {
  unblemished: number
  blemishes: number
} {
  const blemishes =
    countIn(lower, judgementWords) +
    countIn(lower, shellNouns) +
    countIn(lower, choiceNouns) +
    Math.min(2, countIn(lower, personalWords)) +
    countUnnamedArtefacts(words) +
    (hasAny(verbs, creativeVerbs) ? 1 : 0) +
    (hasAny(verbs, adviceVerbs) ? 1 : 0) +
    (hasAny(verbs, inquiryVerbs) ? 2 : 0) +
    (openNovelty.test(goal) ? 1 : 0) +
    (ownPlace.test(goal) ? 2 : 0) +
    (countIn(lower, hereWords) > 0 ? 1 : 0)
  return { unblemished: blemishes === 0 ? 1 : 0, blemishes: Math.min(4, blemishes) }
}

function asksFact({ goal, lower, verbs }: ReadGoal): boolean {
  if (factQuestionWords.has(lower[0] ?? '')) return true
  if (/^(?:what(?:'s| is| are| was| were)|how (?:many|much|long|far|old|tall|big|high))\b/i.test(goal))
    return true
  const isLookup = lookupVerbs.has(verbs[0] ?? '')
  return isLookup && countIn(lower, attributeNouns) + countIn(lower, knowledgeNouns) > 0
}

/** A program whose inputs are given by its definition, not by files nobody named. */
function selfContainedProgram(goal: string): boolean {
  const program = /\b(?:script|function|program|code|command|query|algorithm)\b/i.test(goal)
  return (
    program && !/\b(?:files?|data|folders?|director(?:y|ies)|website|email|text|app|log|csv)\b/i.test(goal)
  )
}

function explanationAmount(goal: string): number {
  if (/\b(?:explain|describe|define)\b/i.test(goal)) return 1
  const words = readWords(goal).slice(0, 4)
  return words.some(word => explainVerbs.has(word.lower)) ? 0.5 : 0
}

function countUnnamedArtefacts(words: readonly Word[]): number {
  return words.filter((word, index) => {
    if (!artefactNouns.has(word.lower)) return false
    return words.slice(Math.max(0, index - 4), index).some(earlier => indefinites.has(earlier.lower))
  }).length
}

function countIn(lower: readonly string[], set: ReadonlySet<string>): number {
  return lower.filter(word => set.has(word)).length
}

function hasAny(verbs: readonly string[], set: ReadonlySet<string>): boolean {
  return verbs.some(verb => set.has(verb))
}

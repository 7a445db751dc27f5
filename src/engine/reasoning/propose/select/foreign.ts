import {
  findDates,
  findSpots,
  isActionVerb,
  isFunctionWord,
  kindOfWord,
  readWords,
  type Word,
} from '../../language/language.ts'
import { isLightVerb } from '../actions.ts'
import type { WeighedTool } from './weigh-tools.ts'

/** What a tool must at least have of an order that names nothing in particular. */
const LEAST = { act: 0.4, answered: 0.35, name: 0.5, plain: 0.5, wording: 1.4 }
/** Below this weight nearly nothing speaks for a tool, and below this plainness it does another thing altogether. */
const FAINT = { weight: -0.3, plain: 0.35 }

const openers =
  /^(?:please|kindly|and|then|so|also|now|just|can|could|would|will|you|hey|ok|okay|i|we|want|need|like|to|help|me|us)$/

/**
 * Whether an order is foreign to a tool set: it opens with a telling verb that no tool acts by, no tool answers its
 * words, and it holds no value (an id, a date, an address, a quoted text) that a tool could have been meant for. Only an
 * order can be foreign: what is merely named or told always has a nearest tool.
 */
export function isForeign(
  text: string,
  { tools, goal }: { readonly tools: readonly WeighedTool[]; readonly goal: string },
): boolean {
  const verb = openingVerb(text)
  if (verb === undefined) return false
  const isFaint = tools.every(
    ({ weight, signs }) => weight < FAINT.weight && signs.plain < FAINT.plain && signs.element <= 0,
  )
  if (isFaint && (handlesThings(verb, text) || !hasValue(goal))) return true
  const isFar = tools.every(
    ({ signs }) =>
      signs.act < LEAST.act &&
      signs.answered < LEAST.answered &&
      signs.name < LEAST.name &&
      signs.plain < LEAST.plain &&
      signs.wording < LEAST.wording &&
      signs.element <= 0,
  )
  return isFar && !hasValue(goal)
}

/** The verb is one of hands and feet, and nothing in the text is only data. */
function handlesThings(verb: Word, text: string): boolean {
  const isOfHands = (kindOfWord(verb.stem)?.handling ?? 0) >= 3
  return (
    isOfHands &&
    findSpots(text).every(spot => !['email', 'url', 'path', 'quoted', 'host'].includes(spot.kind))
  )
}

/** A value that only somebody with a certain tool in mind would give; a bare number or an amount is none. */
function hasValue(text: string): boolean {
  const plain = new Set(['number', 'quantity', 'money', 'percent'])
  return findSpots(text).some(spot => !plain.has(spot.kind)) || findDates(text, new Date(0)).length > 0
}

/** A verb of its own, not one that only carries its object (“get”, “make”), in front of what it acts on. */
function openingVerb(text: string): Word | undefined {
  const words = readWords(text)
  const at = words.findIndex(word => !openers.test(word.lower))
  const word = words[at]
  const next = words[at + 1]
  if (word === undefined || next === undefined || isLightVerb(word.lower)) return undefined
  const verb = kindOfWord(word.stem)?.verb ?? 0
  const isVerb = isActionVerb(word.lower) || verb >= 2 || (verb >= 1 && isFunctionWord(next.lower))
  return isVerb ? word : undefined
}

import {
  findDates,
  findSpots,
  isActionVerb,
  isFunctionWord,
  kindOfWord,
  readWords,
} from '../../language/language.ts'
import { isLightVerb } from '../actions.ts'
import type { WeighedTool } from './weigh-tools.ts'

/** What a tool must at least have of an order that names nothing in particular. */
const LEAST = { act: 0.4, answered: 0.35, name: 0.5 }

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
  if (!opensWithVerb(text)) return false
  const isFar = tools.every(
    ({ signs }) => signs.act < LEAST.act && signs.answered < LEAST.answered && signs.name < LEAST.name,
  )
  return isFar && !hasValue(goal)
}

/** A value that only somebody with a certain tool in mind would give; a bare number or an amount is none. */
function hasValue(text: string): boolean {
  const plain = new Set(['number', 'quantity', 'money', 'percent'])
  return findSpots(text).some(spot => !plain.has(spot.kind)) || findDates(text, new Date(0)).length > 0
}

/** A verb of its own, not one that only carries its object (“get”, “make”), in front of what it acts on. */
function opensWithVerb(text: string): boolean {
  const words = readWords(text)
  const at = words.findIndex(word => !openers.test(word.lower))
  const word = words[at]
  const next = words[at + 1]
  if (word === undefined || next === undefined || isLightVerb(word.lower)) return false
  const verb = kindOfWord(word.stem)?.verb ?? 0
  return isActionVerb(word.lower) || verb >= 2 || (verb >= 1 && isFunctionWord(next.lower))
}

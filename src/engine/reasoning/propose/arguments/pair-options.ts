import type { JsonValue } from '../../../../contracts/json-value.ts'
import { isFormOf, isFunctionWord, readWords, splitIdentifier, stemWord } from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'
import type { PairSource } from './candidates.ts'
import { isShortFor, type PairSigns } from './pair-signs.ts'
import { optionsOfParameter } from './parameter-role.ts'
import { findMoney } from './values.ts'

/** One of the values that a schema lists, and how the goal says it. */
export interface Option {
  readonly value: JsonValue
  readonly text: string
  /** The word that says it; nowhere where only the rest of the goal does. */
  readonly start: number
  readonly end: number
  readonly signs: PairSigns
}

const DENIED = /^(?:not|no|never|without|n't|don't|except|isn't|instead)$/

/** The options of a parameter, each with how the goal says it. */
export function findOptions(parameter: Parameter, { tool, text, goal }: PairSource): readonly Option[] {
  const own = readWords(text)
  const all = goal === text ? own : readWords(goal)
  const currency = findMoney(text)
  const read = optionsOfParameter(parameter.schema).map(option => {
    const parts = splitIdentifier(String(option)).filter(
      (part, _, { length }) => length === 1 || !isFunctionWord(part),
    )
    const stems = parts.map(stemWord)
    const at = (words: typeof own, fits: (word: (typeof own)[number], stem: string) => boolean) =>
      stems.map(stem => words.findIndex(word => fits(word, stem)))
    const share = (found: readonly number[]) =>
      found.filter(one => one >= 0).length / Math.max(1, stems.length)
    const exact = at(own, (word, stem) => word.stem === stem)
    const short = at(own, (word, stem) => isShortFor(word.stem, stem) || isFormOf(word.stem, stem))
    const first = short.find(one => one >= 0) ?? -1
    const said = first < 0 ? undefined : own[first]
    const whole = ` ${own.map(({ lower }) => lower).join(' ')} `.includes(
      ` ${splitIdentifier(String(option)).join(' ')} `,
    )
    return {
      value: option as JsonValue,
      text: said?.text ?? String(option),
      start: said?.start ?? -1,
      end: said?.end ?? -1,
      signs: {
        option: 1,
        option_whole: whole ? 1 : 0,
        option_stems: share(exact) === 1 ? 1 : 0,
        option_short: share(short) === 1 ? 1 : 0,
        option_part: share(short),
        option_elsewhere: share(at(all, (word, stem) => word.stem === stem)) === 1 ? 1 : 0,
        option_currency: currency !== undefined && String(option).toUpperCase() === currency ? 1 : 0,
        option_denied: own
          .slice(Math.max(0, first - 2), Math.max(0, first))
          .some(({ lower }) => DENIED.test(lower))
          ? 1
          : 0,
        option_of_tool: stems.every(stem => tool.nameStems.has(stem)) ? 1 : 0,
        option_length: share(short) === 1 ? stems.length : 0,
      },
    }
  })
  return read.filter(({ signs }) => signs.option_part + signs.option_currency + signs.option_elsewhere > 0)
}

export function optionSigns({ signs }: Option): PairSigns {
  return signs
}

import { isFunctionWord, likenessOfStems, readWords, stemWord } from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'
import type { Filled } from './argument-source.ts'
import { optionsOfParameter, typeOfParameter } from './parameter-role.ts'
import { readYesNo } from './yes-no.ts'

/** An option that the text names, or a yes/no whose name it says. */
export function fillChoice(parameter: Parameter, text: string): Filled | undefined {
  const options = optionsOfParameter(parameter.schema)
  if (options.length > 0) return fillOption(parameter, options, text)
  if (typeOfParameter(parameter.schema) !== 'boolean') return undefined
  const told = readYesNo(parameter, text)
  return told === undefined ? undefined : { value: told.value, evidence: told.because }
}

function fillOption(parameter: Parameter, options: readonly unknown[], text: string): Filled | undefined {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const named = options.filter(option => {
    const words = plainText(option)
    return words !== '' && (lower.includes(` ${words} `) || lower.includes(` ${words}s `))
  })
  const longest = named.sort((left, right) => String(right).length - String(left).length)[0]
  const isList = typeOfParameter(parameter.schema) === 'list'
  if (longest !== undefined)
    return {
      value: isList ? named.map(String) : optionValue(longest),
      evidence: `“${String(longest)}” in the goal`,
    }
  const near = nearestOption(options, text)
  if (near === undefined) return undefined
  const value = optionValue(near.option)
  return { value: isList ? [String(value)] : value, evidence: `“${near.word}” in the goal` }
}

function plainText(option: unknown): string {
  return String(option)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function optionValue(option: unknown): string | number | boolean {
  return typeof option === 'number' || typeof option === 'boolean' ? option : String(option)
}

/** From here a word of the text means an option: “humid” the humidity, “absent” the absence. */
const NEAR_OPTION = 0.33

/** The option that a word of the text comes nearest to in meaning, if it is clearly nearer than the others. */
export function nearestOption(
  options: readonly unknown[],
  text: string,
  atLeast = NEAR_OPTION,
): { readonly option: unknown; readonly word: string } | undefined {
  const words = readWords(text).filter(word => !isFunctionWord(word.lower))
  const ranked = options
    .map(option => {
      const stems = readWords(plainText(option)).map(part => stemWord(part.lower))
      const best = words
        .map(word => ({
          word: word.text,
          share: Math.max(0, ...stems.map(stem => likenessOfStems(word.stem, stem))),
        }))
        .sort((left, right) => right.share - left.share)[0]
      return { option, word: best?.word ?? '', share: best?.share ?? 0 }
    })
    .sort((left, right) => right.share - left.share)
  const [best, next] = ranked
  const isClear = best !== undefined && best.share >= atLeast && best.share - (next?.share ?? 0) > 0.02
  return isClear ? best : undefined
}

import { isFunctionWord, readWords, splitIdentifier, stemWord } from '../../language/language.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'
import type { Filled } from './argument-source.ts'
import { optionsOfParameter, typeOfParameter } from './parameter-role.ts'
import { findMoney } from './values.ts'
import { readYesNo } from './yes-no.ts'

/** An option that the text names, or a yes/no whose name it says. */
export function fillChoice(tool: IndexedTool, parameter: Parameter, text: string): Filled | undefined {
  const options = optionsOfParameter(parameter.schema)
  if (options.length > 0) return fillOption({ tool, parameter, options }, text)
  if (typeOfParameter(parameter.schema) !== 'boolean') return undefined
  const told = readYesNo(parameter, text)
  return told === undefined ? undefined : { value: told.value, evidence: told.because }
}

interface Choosing {
  readonly tool: IndexedTool
  readonly parameter: Parameter
  readonly options: readonly unknown[]
}

/** By its own words, by their stems or by a currency sign; the plainest way counts. */
function fillOption({ tool, parameter, options }: Choosing, text: string): Filled | undefined {
  const isList = typeOfParameter(parameter.schema) === 'list'
  const currency = findMoney(text)
  const ways: readonly ((option: unknown) => boolean)[] = [
    option => isSaid(option, text) || hasStems(option, text),
    option => currency !== undefined && String(option).toUpperCase() === currency,
  ]
  for (const way of ways) {
    const named = options.filter(way)
    // “merge it by squashing”: the word that the tool is named for says less than another option.
    const apart = named.filter(option => !splitIdentifier(String(option)).every(part => isOfTool(tool, part)))
    const meant = apart.length > 0 ? apart : named
    const longest = meant.toSorted((left, right) => String(right).length - String(left).length)[0]
    if (longest === undefined) continue
    // Two that are said and exclude each other are a question.
    if (!isList && meant.some(option => !isWithin(option, longest))) return undefined
    const value = isList ? named.map(String) : optionValue(longest)
    return { value, evidence: `“${String(longest)}” in the goal` }
  }
  return undefined
}

function isWithin(option: unknown, longer: unknown): boolean {
  return partsOf(option).every(part => partsOf(longer).some(whole => stemWord(whole) === stemWord(part)))
}

function isOfTool(tool: IndexedTool, part: string): boolean {
  return tool.nameStems.has(stemWord(part))
}

function isSaid(option: unknown, text: string): boolean {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const words = partsOf(option).join(' ')
  return words !== '' && (lower.includes(` ${words} `) || lower.includes(` ${words}s `))
}

function hasStems(option: unknown, text: string): boolean {
  const said = new Set(readWords(text).map(word => word.stem))
  const parts = partsOf(option).filter(part => !isFunctionWord(part))
  return parts.length > 0 && parts.every(part => said.has(stemWord(part)))
}

function partsOf(option: unknown): readonly string[] {
  return String(option)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')
}

function optionValue(option: unknown): string | number | boolean {
  return typeof option === 'number' || typeof option === 'boolean' ? option : String(option)
}

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
  return longest === undefined
    ? undefined
    : {
        value: isList ? named.map(String) : optionValue(longest),
        evidence: `“${String(longest)}” in the goal`,
      }
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

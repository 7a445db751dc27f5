import { isFunctionWord, likenessOfStems, readWords, remember, stemWord } from '../../language/language.ts'
import { matchValues } from '../arguments/match-values.ts'
import { optionsOfParameter, roleOfParameter, typeOfParameter } from '../arguments/parameter-role.ts'
import { readValues, type TextValue } from '../arguments/values.ts'
import type { IndexedTool, Parameter } from '../tool-index.ts'

/** How the values that a text gives and the parameters of a tool go together. */
export interface SlotFit {
  /** Share of the required parameters that a value of their own kind fills; 0.5 when none is required. */
  readonly filled: number
  /** Required parameters of a strict kind (a number, a date, an address, a choice) that nothing fills. */
  readonly unfilled: number
  /** Optional parameters that a value fills. */
  readonly extras: number
  /** Values of the text that no parameter takes. */
  readonly left: number
  /** Options of a parameter that the text says. */
  readonly options: number
}

/** Values do not depend on the moment here: which parameter takes “tomorrow” is the same every day. */
const valuesOf: (text: string) => readonly TextValue[] = remember(text => readValues(text, new Date(0)))

/** Pairs the values of a text with the parameters of a tool by kind, without making arguments of them. */
export function fitSlots(text: string, tool: IndexedTool): SlotFit {
  const { parameters } = tool
  if (parameters.length === 0) return { filled: 0.5, unfilled: 0, extras: 0, left: 0, options: 0 }
  const values = valuesOf(text)
  const taken = new Set<TextValue>()
  const filled = new Set<Parameter>()
  let options = 0
  for (const parameter of parameters) {
    const said = saysOption(parameter, text)
    if (said > 0) filled.add(parameter)
    options += said
  }
  const matched = parameters.filter(parameter => !filled.has(parameter) && takesValue(parameter))
  for (const match of matchValues(matched, values)) {
    filled.add(match.parameter)
    taken.add(match.value)
  }
  for (const parameter of parameters) takePlain(parameter, { values, taken, filled })
  for (const parameter of parameters) takeRest(parameter, { values, taken, filled })
  const required = parameters.filter(parameter => parameter.required)
  const done = required.filter(parameter => filled.has(parameter)).length
  return {
    filled: required.length === 0 ? 0.5 : done / required.length,
    unfilled: required.filter(parameter => !filled.has(parameter) && isStrict(parameter)).length,
    extras: parameters.filter(parameter => !parameter.required && filled.has(parameter)).length,
    left: values.filter(value => !taken.has(value) && isTelling(value)).length,
    options,
  }
}

/** A text parameter of no kind of its own takes a name or an id that nothing else takes. */
function takePlain(
  parameter: Parameter,
  { values, taken, filled }: { values: readonly TextValue[]; taken: Set<TextValue>; filled: Set<Parameter> },
): void {
  if (filled.has(parameter) || !isPlain(parameter)) return
  const value = values.find(one => !taken.has(one) && plainKinds.has(one.kind))
  if (value === undefined) return
  filled.add(parameter)
  taken.add(value)
}

const plainKinds: ReadonlySet<TextValue['kind']> = new Set(['identifier', 'proper_name', 'handle'])

function isPlain(parameter: Parameter): boolean {
  return (
    typeOfParameter(parameter.schema) === 'text' &&
    ['other', 'name', 'title', 'identifier', 'place'].includes(roleOfParameter(parameter)) &&
    optionsOfParameter(parameter.schema).length === 0
  )
}

/** Lists, records and free texts take what is left over. */
function takeRest(
  parameter: Parameter,
  { values, taken, filled }: { values: readonly TextValue[]; taken: Set<TextValue>; filled: Set<Parameter> },
): void {
  if (filled.has(parameter)) return
  const type = typeOfParameter(parameter.schema)
  const isOpen = type === 'list' || type === 'object' || isProse(parameter)
  const rest = values.filter(value => !taken.has(value))
  if (!isOpen || (rest.length === 0 && !isProse(parameter))) return
  if (type === 'list' || type === 'object') filled.add(parameter)
  if (type === 'object') for (const value of rest) taken.add(value)
  else for (const value of rest.filter(one => one.group === rest[0]?.group)) taken.add(value)
}

function isProse(parameter: Parameter): boolean {
  return (
    typeOfParameter(parameter.schema) === 'text' && ['message', 'query'].includes(roleOfParameter(parameter))
  )
}

function takesValue(parameter: Parameter): boolean {
  return (
    !['message', 'query', 'element', 'expression'].includes(roleOfParameter(parameter)) &&
    optionsOfParameter(parameter.schema).length === 0
  )
}

function isStrict(parameter: Parameter): boolean {
  const type = typeOfParameter(parameter.schema)
  if (type === 'number') return true
  if (type !== 'text' || optionsOfParameter(parameter.schema).length > 0) return false
  return ['date', 'time', 'email', 'url', 'phone', 'path'].includes(roleOfParameter(parameter))
}

function isTelling(value: TextValue): boolean {
  return value.kind !== 'number_word'
}

/** 1 when the text says an option of the parameter, less when it says a word near to one, 0 otherwise. */
function saysOption(parameter: Parameter, text: string): number {
  const options = optionsOfParameter(parameter.schema)
  if (options.length === 0) return 0
  const words = readWords(text).filter(word => !isFunctionWord(word.lower) || word.lower.length <= 3)
  let best = 0
  for (const option of options) {
    const parts = readWords(String(option).replaceAll('_', ' '))
    const share = parts.reduce(
      (least, part) =>
        Math.min(
          least,
          words.reduce(
            (most, word) =>
              Math.max(
                most,
                word.lower === part.lower
                  ? 1
                  : isFunctionWord(word.lower)
                    ? 0
                    : likenessOfStems(stemWord(word.lower), stemWord(part.lower)),
              ),
            0,
          ),
        ),
      1,
    )
    best = Math.max(best, share)
  }
  return best >= 0.4 ? best : 0
}

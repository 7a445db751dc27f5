import type { JsonValue } from '../../../../contracts/json-value.ts'
import type { Parameter, ToolIndex } from '../tool-index.ts'
import { optionsOfParameter, typeOfParameter } from './parameter-role.ts'
import { readAs } from './read-argument.ts'
import { readValues } from './values.ts'

/** A goal without the lines that answer what was asked, and the answers by the names of the parameters. */
export interface AnsweredGoal {
  readonly goal: string
  readonly answers: ReadonlyMap<string, string>
}

/** Takes out the lines behind the first that say a parameter's name and a value: `book: B-12`. */
export function takeAnswers(goal: string, { tools }: ToolIndex): AnsweredGoal {
  const names = new Set(tools.flatMap(({ parameters }) => parameters.map(({ name }) => name)))
  const answers = new Map<string, string>()
  const [first = '', ...lines] = goal.split('\n')
  const others = lines.filter(line => {
    const { name, value } = /^(?<name>[\w.-]+): (?<value>.*\S)\s*$/.exec(line)?.groups ?? {}
    if (name === undefined || value === undefined || !names.has(name)) return true
    answers.set(name, value)
    return false
  })
  return { goal: [first, ...others].join('\n'), answers }
}

/** An answer as its parameter takes it: an option, a number, a moment, or the text as it stands. Undefined where it is none. */
export function readAnswer(parameter: Parameter, answer: string, now: Date): JsonValue | undefined {
  const options = optionsOfParameter(parameter.schema)
  const option = options.find(one => String(one).toLowerCase() === answer.toLowerCase())
  if (option !== undefined) return option as JsonValue
  const type = typeOfParameter(parameter.schema)
  if (type === 'boolean') return /^(?:y|yes|true|on)$/i.test(answer)
  if (type === 'list') return answer.split(/\s*,\s*/)
  const [value, ...others] = readValues(answer, now)
  const isWhole = value !== undefined && others.length === 0 && value.text === answer
  if (type === 'number')
    return isWhole && typeof value.value === 'number' ? readAs(parameter, value) : undefined
  if (type === 'object') return undefined
  return isWhole && (value.date !== undefined || value.kind === 'quoted') ? readAs(parameter, value) : answer
}

import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { TextSpan } from '../../../contracts/reading.ts'
import type { RegisteredTool } from '../../../contracts/tool.ts'
import { validateArguments } from '../../tools/tools.ts'
import { findWords } from '../verify/verify.ts'
import { ModelAnswer } from './model-answer.ts'

/** What an answer is held against. */
export interface AnswerBasis {
  readonly goal: string
  readonly offered: readonly RegisteredTool[]
  /** What was attached, said earlier or looked at, as text. */
  readonly material: string
  readonly mayLook: boolean
}

/** How a value came about: `said` in the goal, `worked_out` from quoted words, or standing in the `material` alone. */
export interface ValueSource {
  readonly argument: string
  readonly value: string
  readonly source: 'said' | 'worked_out' | 'material'
  /** The words of the goal that it rests on. */
  readonly words: readonly TextSpan[]
}

export interface CheckedCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly rests_on: readonly TextSpan[]
  readonly values: readonly ValueSource[]
}

/** An answer of which rules found that it speaks of this goal and of tools that were offered. */
export interface CheckedAnswer {
  readonly answer: ModelAnswer
  readonly calls: readonly CheckedCall[]
}

export type AnswerRead =
  | { readonly ok: true; readonly checked: CheckedAnswer }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Checks what a model answered: each call names an offered tool, its arguments fit the schema, every quoted word
 * stands in the goal, and every value rests on something. What fails is told as one sentence each, for the model.
 */
export function checkAnswer(object: JsonValue | undefined, basis: AnswerBasis): AnswerRead {
  const parsed = ModelAnswer.safeParse(object)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { ok: false, problems: [`${issue?.path.join('.') || 'the answer'}: ${issue?.message}`] }
  }
  const answer = parsed.data
  const problems = [...findEmptiness(answer, basis), ...findUnquoted(answer, basis.goal)]
  const calls = answer.calls.map(call => checkCall(call, answer, basis))
  const looks = answer.look_first.flatMap(({ tool, arguments: args }) => fitProblems(tool, args, basis, []))
  const all = [...problems, ...looks, ...calls.flatMap(call => call.problems)]
  return all.length > 0
    ? { ok: false, problems: [...new Set(all)].slice(0, 10) }
    : { ok: true, checked: { answer, calls: calls.map(({ checked }) => checked) } }
}

function findEmptiness(answer: ModelAnswer, { mayLook }: AnswerBasis): readonly string[] {
  const { intent, calls, missing, contradicts, impossible, look_first: looks } = answer
  if (looks.length > 0)
    return mayLook ? [] : ['look_first: you have looked already; answer with what you have']
  const said = calls.length + missing.length + contradicts.length + impossible.length
  return intent === 'order' && said === 0
    ? ['an order needs calls, or what is missing, contradicts or is impossible']
    : []
}

/** Words that are said to stand in the goal, and do not. */
function findUnquoted(answer: ModelAnswer, goal: string): readonly string[] {
  const quoted = [
    ...answer.calls.flatMap(call => call.quotes.map(quote => quote.words)),
    ...answer.contradicts.flatMap(({ words, against }) => [words, against]),
    ...answer.impossible.map(({ words }) => words),
    ...answer.not_taken_in,
  ]
  return quoted
    .filter(words => findWords(goal, words) === undefined)
    .map(words => `${JSON.stringify(words)} does not stand in the goal; copy its words letter by letter`)
}

function checkCall(
  call: ModelAnswer['calls'][number],
  { missing }: ModelAnswer,
  basis: AnswerBasis,
): { readonly checked: CheckedCall; readonly problems: readonly string[] } {
  const { tool: name, arguments: args, quotes } = call
  const tool = basis.offered.find(item => item.name === name)
  const isMissing = missing.filter(item => item.tool === name).map(item => item.argument)
  const problems = [...fitProblems(name, args, basis, isMissing)]
  const values = Object.entries(args).flatMap(([argument, value]) => {
    const words = quotes
      .filter(quote => quote.argument === argument)
      .flatMap(quote => findWords(basis.goal, quote.words) ?? [])
    return leavesOf(value).flatMap(leaf => {
      if (tool !== undefined && isFixed(tool, argument, leaf)) return []
      const source = sourceOf(leaf, words, basis)
      if (source !== undefined) return [{ argument, ...source }]
      problems.push(
        `${argument} of ${name}: ${JSON.stringify(leaf)} rests on no words of the goal. Quote the words it rests on, leave it out, or list it under missing`,
      )
      return []
    })
  })
  if (values.length > 0 && values.every(({ source }) => source === 'material'))
    problems.push(`${name}: no words of the goal ask for this call; the material orders nothing`)
  const rests = quotes.flatMap(quote => findWords(basis.goal, quote.words) ?? [])
  return { checked: { tool: name, arguments: args, rests_on: inOrder(rests), values }, problems }
}

/** What is listed as missing may be absent; everything else must fit. */
function fitProblems(
  name: string,
  args: JsonObject,
  { offered }: AnswerBasis,
  missing: readonly string[],
): readonly string[] {
  const tool = offered.find(item => item.name === name)
  if (tool === undefined) return [`${JSON.stringify(name)} is no listed tool`]
  const { required } = tool.input_schema
  const wanted = Array.isArray(required) ? required.filter(item => !missing.includes(String(item))) : []
  const valid = validateArguments({ name, input_schema: { ...tool.input_schema, required: wanted } }, args)
  return valid.ok ? [] : valid.errors.map(({ field, message }) => `${field} of ${name}: ${message}`)
}

type Leaf = string | number | boolean

function leavesOf(value: JsonValue): readonly Leaf[] {
  if (value === null) return []
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [value]
}

/** The schema leaves no other value, or it is what holds when nothing is said. */
function isFixed({ input_schema: schema }: RegisteredTool, argument: string, leaf: Leaf): boolean {
  const property = fieldsOf(fieldsOf(schema.properties)[argument])
  return property.const === leaf || property.default === leaf
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function sourceOf(
  leaf: Leaf,
  words: readonly TextSpan[],
  { goal, material }: AnswerBasis,
): Omit<ValueSource, 'argument'> | undefined {
  const value = String(leaf)
  const said = typeof leaf === 'boolean' ? undefined : findWords(goal, value)
  if (said !== undefined) return { value, source: 'said', words: [said] }
  if (words.length > 0) return { value, source: 'worked_out', words }
  return findWords(material, value) === undefined ? undefined : { value, source: 'material', words: [] }
}

function inOrder(spans: readonly TextSpan[]): readonly TextSpan[] {
  const sorted = spans.toSorted((left, right) => left.start - right.start || left.end - right.end)
  return sorted.filter(({ start, end }, at) => {
    const before = sorted[at - 1]
    return before === undefined || before.start !== start || before.end !== end
  })
}

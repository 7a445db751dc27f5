import { digest } from '../../base/digest.ts'
import type { CallDisplay } from '../../contracts/act-line.ts'
import { hasHiddenCharacters } from '../../contracts/hidden-characters.ts'
import type { JsonSchema, RegisteredTool, Tool } from '../../contracts/tool.ts'
import { type MoneyMarks, splitTemplate, type ToolDisplay } from '../../contracts/tool-display.ts'
import type { ArgumentError } from './argument-validation.ts'

/** How calls of a tool are shown; undefined for tools that nobody vouches for, whose templates count for nothing. */
export function displayOf(tool: RegisteredTool | undefined): CallDisplay | undefined {
  if (tool === undefined || tool.claimed) return undefined
  return { money: moneyMarksOf(tool.input_schema), ...(tool.display && { display: tool.display }) }
}

/** The digest of a template, in the domain `soulgate.template.v1`. */
export function templateHash(template: string): string {
  return digest('soulgate.template.v1', template)
}

/** Why the display of a tool cannot be used, and the field that says so; undefined where it can, or there is none. */
export function findDisplayProblem({
  display,
  input_schema: schema,
}: Pick<Tool, 'display' | 'input_schema'>): ArgumentError | undefined {
  if (display === undefined) return undefined
  const known = Object.keys(propertiesOf(schema))
  const template = display.act === undefined ? undefined : findTemplateProblem(display.act, known)
  if (template !== undefined) return { field: 'display.act', message: template }
  const named = argumentsOf(display).find(([, argument]) => !known.includes(argument))
  return named && { field: `display.${named[0]}`, message: explainUnknown(named[1], known) }
}

function findTemplateProblem(template: string, known: readonly string[]): string | undefined {
  const parts = splitTemplate(template)
  if (parts === undefined) return 'has a brace that is not closed; write arguments as {name}'
  const words = parts.flatMap(part => ('words' in part ? [part.words] : [])).join(' ')
  if (!/\p{L}/u.test(words)) return 'says nothing beside its arguments; begin it with a verb'
  if (hasHiddenCharacters(template)) return 'has line ends or hidden characters; it is one plain line'
  // Quotes say that somebody else gave what stands in them.
  if (/["“”„«»`]/.test(words)) return 'has quotation marks, which stand around values alone'
  const unknown = parts.find(part => 'argument' in part && !known.includes(part.argument))
  return unknown && 'argument' in unknown ? explainUnknown(unknown.argument, known) : undefined
}

function argumentsOf({ first = [], compare = [], link, picture }: ToolDisplay) {
  return [
    ...first.map(name => ['first', name] as const),
    ...compare.flatMap(({ before, after }) => [['compare', before] as const, ['compare', after] as const]),
    ...(link === undefined ? [] : [['link', link] as const]),
    ...(picture === undefined ? [] : [['picture', picture] as const]),
  ]
}

function explainUnknown(argument: string, known: readonly string[]): string {
  return `names ${argument}, which is no argument of the tool (${known.join(', ') || 'it has none'})`
}

function moneyMarksOf(schema: JsonSchema): Readonly<Record<string, MoneyMarks>> {
  const marked = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const { 'x-soulgate': meaning, 'x-soulgate-scale': scale } = property
    const { 'x-soulgate-currency': currency, 'x-soulgate-currency-argument': argument } = property
    if (meaning !== 'amount') return []
    const marks: MoneyMarks = {
      ...(typeof currency === 'string' ? { currency } : {}),
      ...(typeof argument === 'string' ? { currencyArgument: argument } : {}),
      ...(typeof scale === 'number' ? { scale } : {}),
    }
    return [[name, marks] as const]
  })
  return Object.fromEntries(marked)
}

function propertiesOf({
  properties,
}: JsonSchema): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return Object.fromEntries(
    Object.entries(Object(properties)).map(([name, property]) => [name, Object(property)]),
  )
}

import { findSpots } from '../../language/language.ts'
import type { PageElement } from '../../ui-elements/ui-elements.ts'
import type { PageTool } from '../page-tool.ts'
import type { Parameter } from '../tool-index.ts'
import type { ArgumentSource, Filled } from './argument-source.ts'
import { optionsOfParameter, typeOfParameter } from './parameter-role.ts'

/**
 * What is typed into an element of a page, chosen in it or set for it: an option of it that is said, the quoted text, or
 * what stands behind a colon.
 */
export function fillEntered(
  page: PageTool,
  parameter: Parameter,
  { source, target }: { readonly source: ArgumentSource; readonly target: PageElement | undefined },
): Filled | undefined {
  const { deed, element } = page
  const isOfElement = parameter.name !== element?.name && parameter.required
  if (!isOfElement || optionsOfParameter(parameter.schema).length > 0) return undefined
  if (deed === 'toggle' && typeOfParameter(parameter.schema) === 'boolean') return fillSwitched(source.text)
  if (!isEnteredText(page, parameter)) return undefined
  const entered =
    saidOption(source.text, target?.options ?? []) ??
    quotedText(source.text) ??
    textBehindColon(source) ??
    plainValue(source.text)
  return entered === undefined ? undefined : { value: entered, evidence: `“${entered}” in the goal` }
}

/** Whether a parameter takes the text that is to stand in the element; no other words of a goal may fill it. */
export function isEnteredText({ deed, element }: PageTool, { name, required, schema }: Parameter): boolean {
  return (
    ['type', 'select', 'slide'].includes(deed) &&
    required &&
    name !== element?.name &&
    typeOfParameter(schema) === 'text' &&
    optionsOfParameter(schema).length === 0
  )
}

/** What is asked for is ticked, what is not wanted is cleared: “no newsletter please”. */
function fillSwitched(text: string): Filled {
  const [first = ''] = text.split(',')
  const denied =
    /\b(?:no|not|never|none|without|off|untick\w*|uncheck\w*|unselect\w*|deselect\w*|disable\w*|clear|remove|stop|out of|(?:do|don|does|did|wo|ca)n['’]?t)\b/i.exec(
      first,
    )
  return denied === null
    ? { value: true, evidence: 'it is asked for', guessed: true }
    : { value: false, evidence: `“${denied[0]}” in the goal`, guessed: true }
}

function saidOption(text: string, options: readonly string[]): string | undefined {
  const plain = (words: string): string => ` ${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const said = plain(text)
  return options
    .filter(option => said.includes(plain(option)))
    .toSorted((left, right) => right.length - left.length)[0]
}

function quotedText(text: string): string | undefined {
  const quoted = findSpots(text).filter(({ kind }) => kind === 'quoted')
  return quoted.length === 1 ? String(quoted[0]?.value) : undefined
}

/** An address or a number that can only be meant as it stands. */
function plainValue(text: string): string | undefined {
  const plain = findSpots(text).filter(({ kind }) => ['email', 'url', 'phone', 'iban'].includes(kind))
  return plain.length === 1 ? String(plain[0]?.text) : undefined
}

/** “Fill the comment box with: see the list”: the rest of the goal, when the part ends there. */
function textBehindColon({ text, goal }: ArgumentSource): string | undefined {
  const own = /:\s+(?<rest>\S[\s\S]*)$/.exec(text)?.groups?.rest
  if (own !== undefined) return own.trim()
  if (!/:\s*$/.test(text)) return undefined
  const at = goal.indexOf(text)
  const rest = at < 0 ? '' : goal.slice(at + text.length).trim()
  return rest === '' ? undefined : rest
}

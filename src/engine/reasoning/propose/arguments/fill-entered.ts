import { findSpots, isFunctionWord, readWords, type Word } from '../../language/language.ts'
import { type PageElement, wordsAlike } from '../../ui-elements/ui-elements.ts'
import type { PageTool } from '../page-tool.ts'
import type { Parameter } from '../tool-index.ts'
import type { ArgumentSource, Filled } from './argument-source.ts'
import { optionsOfParameter, typeOfParameter } from './parameter-role.ts'

/**
 * What is typed into an element of a page, chosen in it or set for it: the quoted text, an option of it that is said,
 * what stands behind a colon, or what is left of the words when the element and the act are taken away.
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
  if (entered !== undefined) return { value: entered, evidence: `“${entered}” in the goal` }
  return remainingWords(source.text, target?.name ?? '')
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

/** Words that say what is done with a field, not what is to stand in it. */
const doing = new Set(
  'type enter fill put write set choose select pick change make want wants need like give take get use add insert go switch turn move tick check click press please pls just now then also so but and okay ok field box list menu dropdown drop-down button option bar input combobox slider value instead time here something anything whatever one ones other another maybe hmm as well too boxes fields lists menus options buttons'.split(
    ' ',
  ),
)

/** Where words remain in several places, the longest stretch of them is only a guess. */
function remainingWords(text: string, name: string): Filled | undefined {
  const names = readWords(name)
  const seen = new Set<string>()
  const words = readWords(text)
  const kept = words.map(word => {
    const isName = names.some(one => wordsAlike(one.stem, word.stem))
    // “Leave type should be parental leave”: said again, it is part of the value.
    const isTaken = doing.has(word.lower) || isFunctionWord(word.lower) || (isName && !seen.has(word.stem))
    seen.add(word.stem)
    return !isTaken
  })
  const runs = runsOf(words, kept, text).map(({ start, end }) => text.slice(start, end))
  const [longest] = runs.toSorted((left, right) => right.length - left.length)
  if (longest === undefined) return undefined
  const found = { value: longest, evidence: `“${longest}” in the goal` }
  return runs.length === 1 ? found : { ...found, guessed: true }
}

interface Run {
  readonly start: number
  readonly end: number
}

/** Stretches from one kept word to another with at most two small words and no comma between them. */
function runsOf(words: readonly Word[], kept: readonly boolean[], text: string): readonly Run[] {
  const runs: Run[] = []
  let last = -1
  for (const [at, word] of words.entries()) {
    if (!kept[at]) continue
    const run = runs.at(-1)
    const between = words.slice(last + 1, at)
    const goesOn =
      run !== undefined &&
      between.length <= 2 &&
      between.every(({ lower }) => isFunctionWord(lower)) &&
      !/[,;]/.test(text.slice(run.end, word.start))
    if (goesOn && run) runs.splice(-1, 1, { start: run.start, end: word.end })
    else runs.push({ start: word.start, end: word.end })
    last = at
  }
  return runs
}

import { actionVerbBase, findSpots, isFunctionWord, readWords } from '../../language/language.ts'
import type { Parameter } from '../tool-index.ts'
import type { Put } from './argument-source.ts'
import { optionsOfParameter, roleOfParameter, typeOfParameter } from './parameter-role.ts'

const FROM = /(?:^|_)(?:from|source|src|origin)(?:_|$)/i
const TO = /(?:^|_)(?:to|target|dest|destination)(?:_|$)/i
const STOP = String.raw`(?=\s*$|[.,;!?](?:\s|$)|\s+(?:on|at|by|for|with|in|and|of|off|starting|leaving|this|next|tomorrow|today|using|via)\b)`
const ROUTE = new RegExp(
  String.raw`\bfrom\s+(?<from>\S+(?:\s+\S+){0,4}?)\s+(?:in)?to\s+(?<to>\S+(?:\s+\S+){0,4}?)${STOP}`,
  'iu',
)
const SPACED =
  /^\W*(?:\p{L}+\s+){1,2}?(?:the\s+)?(?:(?:file|folder)\s+)?(?<from>[^"“'\n]*?[/.][^"“'\n]*?)\s+(?:in)?to\s+(?<to>[^"“'\n]*[/.][^"“'\n]*?)[.!?]?\s*$/iu
const NAMED =
  /\b(?:file|folder|directory)\s+(?:called\s+|named\s+)?(?<path>[^"“„«'\n]*?\s[^"“„«'\n]*?[/.][^"“„«'\n.]*?)(?=[.!?]?\s*$)/iu

/** “from aisle 4 to aisle 17”: where something begins and where it goes, each as it is said. */
export function putRoute(text: string, open: readonly Parameter[], put: Put): void {
  const texts = open.filter(
    ({ schema }) => typeOfParameter(schema) === 'text' && optionsOfParameter(schema).length === 0,
  )
  const places = texts.filter(parameter => !['date', 'time'].includes(roleOfParameter(parameter)))
  const from = places.find(({ name }) => FROM.test(name))
  const to = places.find(({ name }) => TO.test(name) && !FROM.test(name))
  if (from === undefined || to === undefined) {
    putSpacedPath(text, texts, put)
    return
  }
  const { groups } = routeOutsideQuotes(text) ?? spacedRoute(text, from, to) ?? {}
  for (const [parameter, said] of [
    [from, groups?.from],
    [to, groups?.to],
  ] as const) {
    const value = said
      ?.replace(/^(?:the|a|an)\s+/i, '')
      .replace(/[.,;:!?]+$/, '')
      .replace(/^["“']|["”']$/g, '')
    if (value !== undefined && value !== '') put(parameter, { value, evidence: `“${value}” in the goal` })
  }
}

function routeOutsideQuotes(text: string): RegExpExecArray | undefined {
  const found = ROUTE.exec(text)
  const isQuoted = findSpots(text).some(
    ({ kind, start, end }) => kind === 'quoted' && found !== null && start < found.index && end > found.index,
  )
  return found === null || isQuoted ? undefined : found
}

/** Paths with spaces in them, where what is moved and where to is all that is said. */
function spacedRoute(text: string, from: Parameter, to: Parameter): RegExpExecArray | undefined {
  if (roleOfParameter(from) !== 'path' && !/file|path/i.test(`${from.description} ${to.description}`))
    return undefined
  const found = text.length > MAX_SPACED ? null : SPACED.exec(text)
  const isRoute = found !== null && [found.groups?.from ?? '', found.groups?.to ?? ''].every(isSpacedPath)
  return isRoute ? found : undefined
}

/** Words that lead to a slash or an ending, none of them grammar or an act. */
function isSpacedPath(text: string): boolean {
  const words = readWords(text).map(word => word.lower)
  const isPlain = words.every(word => !isFunctionWord(word) && actionVerbBase(word) === undefined)
  return /\s/.test(text.trim()) && isPlain && words.length <= MAX_WORDS
}

/** “the folder Mis cosas/fotos”: words that lead to a slash or an ending at the end of the goal. */
function putSpacedPath(text: string, texts: readonly Parameter[], put: Put): void {
  const path = text.length > MAX_SPACED ? undefined : NAMED.exec(text)?.groups?.path
  const parameter = texts.find(one => roleOfParameter(one) === 'path' && one.required)
  if (path === undefined || parameter === undefined || !isSpacedPath(path)) return
  put(parameter, { value: path, evidence: `“${path}” in the goal` })
}

const MAX_WORDS = 8
/** Longer goals say more than one path. */
const MAX_SPACED = 300

import type { JsonObject, JsonValue } from './json-value.ts'
import type { ToolCallResult } from './tool-call.ts'

const MAX_LINES = 40
const MAX_WIDTH = 160
const MAX_NAMES = 20

/** What is told of one call. */
export type ToldCall = Pick<ToolCallResult, 'tool_name' | 'input' | 'output' | 'success' | 'message'>

/**
 * What calls came to, for a person: the value, the files, the text, the count. By the output of each tool where it is
 * known, else by its shape; at most 40 lines each. Calls that failed say why. Hidden characters stay as they are.
 */
export function tellAnswer(calls: readonly ToldCall[]): string {
  const told = calls.map(call => (call.success ? tellCall(call) : call.message))
  return told.filter(text => text !== '').join('\n')
}

function tellCall(call: ToldCall): string {
  const output = isObject(call.output) ? call.output : undefined
  const known = output === undefined ? undefined : KNOWN[call.tool_name]?.(output, call.input)
  return known ?? lines(linesOf(call.output ?? null)) ?? ''
}

type Teller = (output: JsonObject, input: JsonObject) => string | undefined

/** Tools of the workspace; a part that is not as expected is told by its shape. */
const KNOWN: Readonly<Record<string, Teller>> = {
  list_files: tellListing,
  search_files: tellMatches,
  read_file: tellText,
  count_text: tellCounts,
  calculate: ({ result }) => (typeof result === 'string' ? result : undefined),
  get_time: ({ local, weekday, timezone }) =>
    typeof local === 'string'
      ? `${weekday}, ${local.slice(0, 10)}, ${local.slice(11, 16)} (${timezone})`
      : undefined,
  write_file: tellWrite,
  append_file: tellWrite,
  copy_file: (_, { from = null, to = null }) =>
    both(from, to, (left, right) => `Copied ${left} to ${right}.`),
  move_file: (_, { from = null, to = null }) => both(from, to, (left, right) => `Moved ${left} to ${right}.`),
  delete_file: ({ path }) => (typeof path === 'string' ? `Deleted ${path}.` : undefined),
}

const FIRST: Readonly<Record<string, string>> = {
  'modified descending': 'newest',
  'modified ascending': 'oldest',
  'size descending': 'largest',
  'size ascending': 'smallest',
}

function tellListing({ entries, path, truncated }: JsonObject, input: JsonObject): string | undefined {
  const found = objects(entries)
  if (found === undefined) return undefined
  const { sort_by = 'name', order = 'ascending', limit } = input
  const [first] = found
  const superlative = FIRST[`${sort_by} ${order}`]
  if (superlative !== undefined && limit === 1 && first !== undefined)
    return `The ${superlative} ${first.type} is ${first.path} (${sort_by === 'size' ? sizeOf(first) : changedAt(first)}).`
  const where = path === '.' || path === undefined ? '' : ` in ${path}`
  if (found.length === 0)
    return isFiltered(input) ? `No file${where} fits that.` : `There is nothing${where || ' here'}.`
  const shown = found.slice(0, MAX_NAMES).map(entry => tellEntry(entry, sort_by))
  const left = found.length - shown.length
  const more = [
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(truncated === true ? ['and others that were not looked at'] : []),
  ]
  return `${countOf(found)}${where}: ${[...shown, ...more].join(', ')}`
}

function tellEntry(entry: JsonObject, sortBy: JsonValue): string {
  const facts =
    sortBy === 'size' ? ` (${sizeOf(entry)})` : sortBy === 'modified' ? ` (${changedAt(entry)})` : ''
  return `${entry.path}${entry.type === 'folder' ? '/' : ''}${facts}`
}

function countOf(found: readonly JsonObject[]): string {
  const folders = found.filter(({ type }) => type === 'folder').length
  const files = found.length - folders
  return [
    ...(files > 0 || folders === 0 ? [plural(files, 'file')] : []),
    ...(folders > 0 ? [plural(folders, 'folder')] : []),
  ].join(' and ')
}

function isFiltered(input: JsonObject): boolean {
  return Object.keys(input).some(name => !['path', 'recursive', 'sort_by', 'order', 'limit'].includes(name))
}

function tellMatches({ matches, truncated }: JsonObject, { query }: JsonObject): string | undefined {
  const found = objects(matches)
  if (found === undefined) return undefined
  if (found.length === 0) return `No file mentions “${query}”.`
  const files = new Set(found.map(({ path }) => path)).size
  const head = `${plural(files, 'file')} ${files === 1 ? 'mentions' : 'mention'} “${query}”, on ${truncated === true ? 'at least ' : ''}${plural(found.length, 'line')}:`
  return lines([head, ...found.map(({ path, line, text }) => `${path}:${line}: ${text}`)])
}

function tellText({ text, path, binary, size_bytes }: JsonObject): string | undefined {
  if (binary === true) return `${path} is no text (${bytes(size_bytes)}).`
  if (typeof text !== 'string') return undefined
  return text.trim() === '' ? `${path} is empty.` : lines(linesOf(text))
}

function tellCounts({
  path,
  files,
  lines: count,
  words,
  characters,
  is_folder,
}: JsonObject): string | undefined {
  if (typeof count !== 'number' || typeof words !== 'number' || typeof characters !== 'number')
    return undefined
  const of =
    is_folder === true
      ? `${plural(Number(files), 'text file')}${path === '.' ? '' : ` in ${path}`} ${files === 1 ? 'has' : 'have'}`
      : `${path} has`
  return `${of} ${plural(count, 'line')}, ${plural(words, 'word')} and ${plural(characters, 'character')}.`
}

function tellWrite({ path, size_bytes, created }: JsonObject): string | undefined {
  if (typeof path !== 'string') return undefined
  const size = typeof size_bytes === 'number' ? ` (${bytes(size_bytes)})` : ''
  return `${created === true ? 'Made' : 'Wrote'} ${path}${size}.`
}

/** What is known of no tool: a value, the lines of a text, one line for each entry of a list. */
function linesOf(value: JsonValue): readonly string[] {
  if (value === null) return []
  if (typeof value === 'string') return value.replace(/\n$/, '').split('\n')
  if (typeof value !== 'object') return [String(value)]
  if (Array.isArray(value)) return value.length === 0 ? ['none'] : value.map(item => linesOf(item).join('  '))
  const fields = Object.entries(value)
  const [only] = fields
  if (fields.length === 1 && only) return linesOf(only[1])
  return fields.flatMap(([name, item]) => fieldLines(name, item))
}

/** A list or a text of several lines stands under its name; the rest behind it. */
function fieldLines(name: string, item: JsonValue): readonly string[] {
  const told = linesOf(item)
  if (told.length <= 1 && !Array.isArray(item)) return [`${name} ${told[0] ?? ''}`.trim()]
  return [`${name}:`, ...told.map(line => `  ${line}`)]
}

function lines(all: readonly string[]): string | undefined {
  if (all.length === 0) return undefined
  const shown = all
    .slice(0, MAX_LINES)
    .map(line => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line))
  const left = all.length - shown.length
  return [...shown, ...(left > 0 ? [`… and ${left} more lines`] : [])].join('\n')
}

function both(
  left: JsonValue | undefined,
  right: JsonValue | undefined,
  say: (left: string, right: string) => string,
): string | undefined {
  return typeof left === 'string' && typeof right === 'string' ? say(left, right) : undefined
}

function changedAt({ modified_at }: JsonObject): string {
  return `changed ${String(modified_at).slice(0, 16).replace('T', ' ')} UTC`
}

function sizeOf({ size_bytes }: JsonObject): string {
  return bytes(size_bytes)
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

function bytes(value: JsonValue | undefined): string {
  const size = Number(value ?? 0)
  const step = size < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3))
  const shown = size / 1000 ** step
  return step === 0 ? plural(size, 'byte') : `${shown.toFixed(shown < 10 ? 1 : 0)} ${UNITS[step]}`
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function objects(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) && value.every(isObject) ? value : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { startsWithMonth } from './time-words.ts'

/** A piece of what was said: a sentence or a line, without its bullet. */
export interface Sentence {
  readonly text: string
  /** It stood behind a bullet or a number. */
  readonly isBullet: boolean
  /** It begins its line. */
  readonly isFirst?: boolean
  /** It is a whole line that ends as no sentence does. */
  readonly isLine?: boolean
}

const BULLET = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/
const QUOTED = /"[^"\n]{1,600}"|“[^”\n]{1,600}”|„[^“”\n]{1,600}[“”]|«[^»\n]{1,600}»/g
/** A full stop behind one of these ends no sentence. */
const SHORT =
  /(?:^|[\s(])(?:\p{Lu}|St|Dr|Mr|Mrs|Ms|No|Nr|Str|str|Rd|Ave|approx|e\.g|i\.e|etc|ca|z\.B|tel|Tel|\d{1,2})\.$/u

/** Lines and their sentences; a quotation is never cut. */
export function splitSentences(text: string): readonly Sentence[] {
  return linesOf(text).flatMap(line => {
    const isBullet = BULLET.test(line)
    const parts = sentencesOf(line.replace(BULLET, '').trim())
    const isLine = parts.length === 1 && !/[.!?]$/.test(line.trim())
    return parts.map((part, at) => ({ text: part, isBullet, isFirst: at === 0, isLine }))
  })
}

const ROW = /^\s*\|?(?<cells>[^|]+(?:\|[^|]+)+?)\|?\s*$/

/** The lines; a row of a table is a bullet, its head and its rule are none. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  const isRow = (line: string | undefined): boolean => line !== undefined && /^\s*\|.*\|\s*$/.test(line)
  return lines.flatMap((line, index) => {
    const before = /^(?<said>[^|]*[.:!?])\s+(?<head>\|.+\|)\s*$/.exec(line)?.groups
    if (before?.said !== undefined && isRow(lines[index + 1])) return [before.said]
    if (!isRow(line)) return [line]
    const cells = (ROW.exec(line)?.groups?.cells ?? '').split('|').map(cell => cell.trim())
    const isHead = !isRow(lines[index - 1]) && !/\d/.test(line) && isRow(lines[index + 1])
    if (isHead || cells.every(cell => /^:?-*:?$/.test(cell))) return []
    return [`- ${cells.filter(cell => cell !== '').join(' – ')}`]
  })
}

function sentencesOf(line: string): readonly string[] {
  const kept: string[] = []
  const hidden = line.replace(QUOTED, quoted => `\ue000${kept.push(quoted) - 1}\ue001`)
  const parts: string[] = []
  const ended = hidden.replace(/\ue000(\d+)\ue001(?=\s+\p{Lu})/gu, (mark, index: string) =>
    /[.!?].$/.test(kept[Number(index)] ?? '') ? `${mark}\ue002` : mark,
  )
  for (const piece of ended.split(/(?<=[.!?])\s+|\ue002\s*/)) {
    const before = parts.at(-1)
    const isNumber = before !== undefined && /\d\.$/.test(before) && !startsWithMonth(piece)
    const isNew = before === undefined || !SHORT.test(before) || isNumber
    if (isNew) parts.push(piece)
    else parts[parts.length - 1] = `${before} ${piece}`
  }
  return parts
    .map(part => part.replace(/\ue000(\d+)\ue001/g, (_, index: string) => kept[Number(index)] ?? '').trim())
    .filter(part => part !== '')
}

/** The entries of a list: apart at commas, semicolons and lines, the last one also at “and”. */
export function splitList(text: string): readonly string[] {
  const kept: string[] = []
  const hide = (part: string): string => `\ue000${kept.push(part) - 1}\ue001`
  const hidden = text.replace(QUOTED, hide).replace(/\([^()]*\)/g, hide)
  const parts = hidden.split(/,\s+|;\s*|\n|\s+[|•·]\s+/).filter(part => part.trim() !== '')
  const entries = parts.flatMap((part, index) =>
    splitAtAnd(part, { isLast: index === parts.length - 1, isAlone: parts.length === 1 }),
  )
  return entries
    .map(part => part.replace(LEADING_AND, ''))
    .map(part => part.replace(/\ue000(\d+)\ue001/g, (_, index: string) => kept[Number(index)] ?? ''))
    .map(part => part.replace(/\ue000(\d+)\ue001/g, (_, index: string) => kept[Number(index)] ?? ''))
    .map(part => part.trim().replace(/[.,;]+$/, ''))
    .filter(part => part !== '')
}

const AND = /\s+(?:and|und|et|y|e|og|och|en|i|or)\s+/i
const AND_ALL = /\s+(?:and|und|et|y|e|og|och|en|i|or)\s+/gi
const LEADING_AND = /^\s*(?:and|und|et|y|og|och|or|plus|then)\s+/i

/** “Eggs and bacon 7.50 and tea 2.80” is two: an “and” parts what has a number from what follows. */
function splitAtAnd(
  part: string,
  { isLast, isAlone }: { readonly isLast: boolean; readonly isAlone: boolean },
): readonly string[] {
  const pieces = part.split(AND)
  if (pieces.length === 1) return pieces
  const words = part.match(AND_ALL) ?? []
  if (!/\d/.test(part))
    return isLast && (!isAlone || pieces.length > 2 || part.split(/\s+/).length <= MAX_PAIR_WORDS)
      ? pieces
      : [part]
  const entries: string[] = []
  for (const [index, piece] of pieces.entries()) {
    const before = entries.at(-1)
    if (before === undefined || /\d/.test(before)) entries.push(piece)
    else entries[entries.length - 1] = `${before}${words[index - 1] ?? ' '}${piece}`
  }
  return entries
}

const MAX_PAIR_WORDS = 7

/** Every quotation with its place; the marks are not part of it. */
export function findQuotes(
  text: string,
): readonly { readonly text: string; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(QUOTED)].map(found => ({
    text: found[0].slice(1, -1).trim(),
    start: found.index,
    end: found.index + found[0].length,
  }))
}

/** The text without the quotation marks around it and without a full stop at its end. */
export function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^["“„«]|["”“»][.]?$/g, '')
    .replace(/[.]$/, '')
}

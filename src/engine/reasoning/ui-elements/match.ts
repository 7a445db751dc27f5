import { distance } from 'fastest-levenshtein'
import type { UiElement } from '../../../contracts/reasoning.ts'
import { likenessOfStems, readWords, remember, splitIdentifier, stemWord } from '../language/language.ts'
import { type ElementPhrase, joinHyphens, type RoleFamily, readElementPhrase } from './phrase.ts'

const ROLES: Readonly<Record<Exclude<RoleFamily, 'any'>, RegExp>> = {
  image: /image|icon|img|picture|photo|avatar|logo|svg|graphic|drawee/i,
  button: /button|btn|submit|fab/i,
  text: /text_?view|label|heading|static|paragraph|title|caption|^text$|cell/i,
  input: /edit|input|textbox|text_?field|textarea|searchbox|combobox|spinbutton|auto_?complete|search/i,
  toggle: /switch|toggle|checkbox|check|radio|slider/i,
  link: /link|anchor|^a$/i,
  choice: /option|tab|menu|item|list|select|combobox|dropdown|radio|row|spinner/i,
}
/** What people also call so. */
const NEAR: Readonly<Partial<Record<RoleFamily, readonly Exclude<RoleFamily, 'any'>[]>>> = {
  image: ['button'],
  button: ['image', 'link', 'text'],
  text: ['button', 'link', 'input'],
  input: ['text', 'choice'],
  toggle: ['choice', 'button', 'image'],
  link: ['text', 'button'],
  choice: ['text', 'button', 'link', 'image', 'toggle'],
}

/** How well an element's role suits what it was called, in [0,1]; an unnamed role suits everything half. */
export function roleFit(family: RoleFamily, { role }: UiElement): number {
  if (family === 'any') return 0.6
  if (ROLES[family].test(role)) return 1
  if (role === '') return 0.35
  return (NEAR[family] ?? []).some(other => ROLES[other].test(role)) ? 0.6 : 0.2
}

/** Whether a phrase may be the name of an element: nearly every word of it is borne, and its role is no wholly other one. */
export function suits(phrase: string, element: UiElement): boolean {
  const read = readElementPhrase(phrase)
  return roleFit(read.role, element) > OTHER_ROLE && textFit(read, element) >= BORNE
}

const OTHER_ROLE = 0.2
const BORNE = 0.65

/** How well the words of a phrase are covered by an element's texts, and these by the words, in [0,1]. */
export function textFit(
  { quoted, stems }: ElementPhrase,
  { name, text = '', region = '' }: UiElement,
): number {
  if (quoted !== undefined && [name, text].some(own => bare(own) !== '' && bare(own) === bare(quoted)))
    return 1
  if (stems.length === 0) return 0
  const [named, shown, around] = [stemsOf(name), stemsOf(text), stemsOf(region)]
  const all = coverage(stems, [...shown, ...named, ...around])
  return Math.max(coverage(stems, shown), coverage(stems, named), 0.9 * all)
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

const EMPTY = new Set('view txt tv iv img imageview layout id widget item the of'.split(' ').map(stemWord))

const stemsOf: (text: string) => readonly string[] = remember(
  text =>
    readWords(joinHyphens(text))
      .flatMap(word => splitIdentifier(word.text))
      .map(stemWord)
      .filter(stem => !EMPTY.has(stem)),
  8_000,
)

function coverage(wanted: readonly string[], have: readonly string[]): number {
  if (have.length === 0) return 0
  const joined = have.join('')
  const near = (stem: string): number => {
    const best = Math.max(...have.map(other => likenessOnPage(stem, other)))
    return best < 0.85 && stem.length >= 4 && joined.includes(stem) ? 0.85 : best
  }
  const covered = wanted.reduce((sum, stem) => sum + near(stem), 0) / wanted.length
  const used = have.filter(stem => wanted.some(other => likenessOnPage(other, stem) >= 0.75)).length
  return covered * (0.75 + 0.25 * Math.min(1, (used + 0.5) / have.length))
}

/** How near two stems are in what a page and a person call one thing, in [0,1]: “check-in” and “checkin”, a typo. */
function likenessOnPage(left: string, right: string): number {
  if (left === right) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.startsWith(short)) return 0.85
  if (short.length >= 5 && long.length - short.length <= 1 && distance(short, long) === 1) return 0.75
  return likenessOfStems(left, right)
}

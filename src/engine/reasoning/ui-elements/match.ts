import { distance } from 'fastest-levenshtein'
import type { UiElement } from '../../../contracts/reasoning.ts'
import { readWords, splitIdentifier, stemWord } from '../language/language.ts'
import { relatedSigns } from './icon-words.ts'
import type { ElementPhrase, RoleFamily } from './phrase.ts'
import { joinHyphens } from './spelling.ts'

const rolePatterns: Readonly<Record<Exclude<RoleFamily, 'any'>, RegExp>> = {
  image: /image|icon|img|picture|photo|avatar|logo|svg|graphic|drawee/i,
  button: /button|btn|submit|fab/i,
  text: /text_?view|label|heading|static|paragraph|title|caption|^text$|cell/i,
  input: /edit|input|textbox|text_?field|textarea|searchbox|combobox|spinbutton|auto_?complete|search/i,
  toggle: /switch|toggle|checkbox|check|radio|slider/i,
  link: /link|anchor|^a$/i,
  choice: /option|tab|menu|item|list|select|combobox|dropdown|radio|row|spinner/i,
}

/** How well an element's role suits what it was called, in [0,1]; an unnamed role suits everything half. */
export function roleFit(family: RoleFamily, element: UiElement): number {
  if (family === 'any') return 0.6
  if (rolePatterns[family].test(element.role)) return 1
  if (element.role === '') return 0.35
  const near: Readonly<Partial<Record<RoleFamily, readonly RoleFamily[]>>> = {
    image: ['button'],
    button: ['image', 'link', 'text'],
    text: ['button', 'link', 'input'],
    input: ['text', 'choice'],
    toggle: ['choice', 'button', 'image'],
    link: ['text', 'button'],
    choice: ['text', 'button', 'link', 'image', 'toggle'],
  }
  const isNear = (near[family] ?? []).some(other => other !== 'any' && rolePatterns[other].test(element.role))
  return isNear ? 0.6 : 0.2
}

/** How well the words of a phrase are covered by an element's texts, and these by the words, in [0,1]. */
export function textFit(phrase: ElementPhrase, element: UiElement): number {
  if (phrase.quoted !== undefined && sameText(phrase.quoted, element)) return 1
  if (phrase.stems.length === 0) return 0
  const visible = Math.max(
    coverage(phrase.stems, stemsOf(element.text ?? '')),
    coverage(phrase.stems, stemsOf(element.name)),
  )
  const region = stemsOf(element.region ?? '')
  const both =
    coverage(phrase.stems, [...stemsOf(element.text ?? ''), ...stemsOf(element.name), ...region]) * 0.9
  return Math.max(visible, both)
}

/** Whether two texts are the same but for case, spaces and signs. */
function sameText(quoted: string, element: UiElement): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return bare(quoted) !== '' && [element.name, element.text ?? ''].some(text => bare(text) === bare(quoted))
}

const wordsThatSayNothing = new Set(
  ['view', 'txt', 'tv', 'iv', 'img', 'imageview', 'layout', 'id', 'widget', 'item', 'the', 'of'].map(
    stemWord,
  ),
)

const stemsByText = new Map<string, readonly string[]>()

function stemsOf(text: string): readonly string[] {
  const known = stemsByText.get(text)
  if (known !== undefined) return known
  const stems = readWords(joinHyphens(text))
    .flatMap(word => splitIdentifier(word.text))
    .map(stemWord)
    .filter(stem => !wordsThatSayNothing.has(stem))
  if (stemsByText.size > 20_000) stemsByText.clear()
  stemsByText.set(text, stems)
  return stems
}

function coverage(wanted: readonly string[], have: readonly string[]): number {
  if (have.length === 0) return 0
  const joined = have.join('')
  const covered = wanted.reduce((sum, stem) => sum + likeness(stem, have, joined), 0) / wanted.length
  if (covered === 0) return 0
  const used = have.filter(stem =>
    wanted.some(other => other === stem || relatedSigns(other).has(stem)),
  ).length
  return covered * (0.75 + 0.25 * Math.min(1, (used + 0.5) / have.length))
}

function likeness(stem: string, have: readonly string[], joined: string): number {
  if (have.includes(stem)) return 1
  const related = relatedSigns(stem)
  if (have.some(other => related.has(other))) return 0.8
  if (stem.length >= 4 && joined.includes(stem)) return 0.85
  if (
    stem.length >= 5 &&
    have.some(
      other => other.length >= 0.75 * stem.length && (other.startsWith(stem) || stem.startsWith(other)),
    )
  )
    return 0.8
  return stem.length >= 5 &&
    have.some(other => Math.abs(other.length - stem.length) <= 1 && distance(other, stem) === 1)
    ? 0.75
    : 0
}

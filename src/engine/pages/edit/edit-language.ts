import type { PageOperation } from '../../../contracts/page-operation.ts'
import { languageCalled, languageName } from '../brief/language.ts'
import { escapeHtml } from '../generate/html.ts'
import { type Clause, plain, type Read } from './instruction.ts'
import {
  applySplices,
  attributeOf,
  elementsOf,
  type PageElement,
  type Splice,
  spliceAttribute,
} from './page-tree.ts'
import { ask, type Outcome, type Site, withHtml } from './site.ts'

type SetLanguage = Extract<PageOperation, { kind: 'set_language' }>

/** Most texts that a question quotes. */
const MAX_QUOTED = 8
const SILENT = /^(?:script|style|template|noscript)$/
/** Attributes that people read or hear. */
const SPOKEN = ['aria-label', 'alt', 'title', 'placeholder']
const LANGUAGE_AT_END = /\b(?:in|into|to)\s+(\p{L}{3,20})$/u

/** What no other rule reads and ends in the name of a language: no texts are said, so that the operation asks for them. */
export function readLanguageWish({ text, quotes }: Clause): Read {
  // A quoted text is one place, and not the language of all.
  if (plain(text, quotes) !== text) return undefined
  const language = languageCalled(LANGUAGE_AT_END.exec(text.trim())?.[1] ?? '')
  return language === undefined ? undefined : { kind: 'set_language', language, texts: [] }
}

/**
 * Another language of all pages: each text that stands there is exchanged for the one that was given for it. A text
 * without one is asked for; nothing is translated here, and no page is left in two languages.
 */
export function setLanguage(site: Site, { language, texts }: SetLanguage): Outcome {
  const given = new Map(texts.map(({ words, value }) => [squeeze(words), value]))
  const standing = [...new Set(site.pages.flatMap(({ html }) => textsOf(html).map(({ text }) => text)))]
  const open = standing.filter(text => !given.has(text))
  const name = languageName(language)
  if (open.length > 0) {
    const quoted = open.slice(0, MAX_QUOTED).map(text => `“${text.slice(0, 80)}”`)
    const more = open.length > quoted.length ? ` and ${open.length - quoted.length} more` : ''
    return ask(
      `Which words shall stand there in ${name}? ${open.length} of ${standing.length} texts have none yet: ${quoted.join(', ')}${more}. Nothing is translated without them.`,
    )
  }
  const before = languageName(site.brief.language)
  const next = withHtml({ ...site, brief: { ...site.brief, language } }, ({ html }) =>
    applySplices(html, [...exchanged(html, given), ...languageMark(html, language)]),
  )
  const said = `The texts of all pages are in ${name} now. What a page says by itself (in the cart, in forms) stays as it is.`
  return { done: true, site: next, said, before, after: name }
}

interface StandingText {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Texts with letters that people read, with their places in the source. */
function textsOf(html: string): readonly StandingText[] {
  return elementsOf(html).flatMap(element =>
    SILENT.test(element.tagName)
      ? []
      : element.childNodes.flatMap(node => {
          const place = 'value' in node ? node.sourceCodeLocation : undefined
          const text = 'value' in node ? squeeze(node.value) : ''
          return place && /\p{L}/u.test(text) ? [{ text, from: place.startOffset, to: place.endOffset }] : []
        }),
  )
}

function exchanged(html: string, given: ReadonlyMap<string, string>): readonly Splice[] {
  const texts = textsOf(html).map(({ text, from, to }): Splice => {
    const [, lead = '', tail = ''] = /^(\s*)[\s\S]*?(\s*)$/.exec(html.slice(from, to)) ?? []
    return { from, to, text: `${lead}${escapeHtml(given.get(text) ?? text)}${tail}` }
  })
  return [...texts, ...elementsOf(html).flatMap(element => spokenOf(element, given))]
}

function spokenOf(element: PageElement, given: ReadonlyMap<string, string>): readonly Splice[] {
  return SPOKEN.flatMap(name => {
    const value = given.get(squeeze(attributeOf(element, name) ?? ''))
    return value === undefined ? [] : spliceAttribute(element, name, escapeHtml(value))
  })
}

function languageMark(html: string, language: string): readonly Splice[] {
  const root = elementsOf(html).find(({ tagName }) => tagName === 'html')
  return root === undefined ? [] : spliceAttribute(root, 'lang', language)
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

import type { PageOperation } from '../../../contracts/page-operation.ts'
import { titleKey } from '../brief/read-pages.ts'
import type { Asked, Site, SitePage } from './site.ts'

/** Where the person is and what they are bound to, beside what they say. */
export interface EditHints {
  /** The page in front of them: “this page”. */
  readonly active?: string
  /** Pages that alone may change. */
  readonly only?: readonly string[]
}

/** One clause of an instruction, its quotations behind marks, and the page that it names. */
export interface Clause {
  /** As it was said. */
  readonly said: string
  /** Without the words that name the page. */
  readonly text: string
  readonly page?: SitePage
  /** A page that the words name and that does not exist. */
  readonly unknownPage?: string
  /** “Everywhere”, “on all pages”. */
  readonly isEverywhere: boolean
  /** Quotations by their marks. */
  readonly quotes: readonly string[]
}

export type Read = PageOperation | Asked | undefined

/** A rule of the grammar: an operation, a question, or undefined where the clause is another rule's. */
export type Rule = (clause: Clause, site: Site, hints: EditHints) => Read

const VERB =
  '(?:add|make|change|remove|delete|rename|replace|set|use|turn|hide|show|put|call|include|drop|increase|raise|lower|give|switch|move|translate|swap|update|take)'
const QUOTED =
  /"([^"\n]{1,1500})"|“([^”\n]{1,1500})”|„([^“”\n]{1,1500})[“”]|«([^»\n]{1,1500})»|(?<![\p{L}\d])'([^'\n]{1,300})'(?![\p{L}])/gu
const MARK = /\ue000(\d+)\ue001/g

/** The clauses of an instruction: apart at full stops and at an “and” or comma before a new verb, never inside quotes. */
export function clausesOf(instruction: string, site: Site, hints: EditHints): readonly Clause[] {
  const quotes: string[] = []
  const masked = instruction.slice(0, 4000).replace(QUOTED, (...groups: unknown[]) => {
    const inner = groups.slice(1, 6).find(group => typeof group === 'string')
    return `\ue000${quotes.push(String(inner)) - 1}\ue001`
  })
  const parts = masked
    .split(
      new RegExp(
        `(?:[.;]+(?=\\s+\\p{L}|\\s*$)|\\n+)|\\s*,?\\s+(?:and|then|also|plus)\\s+(?:then\\s+|also\\s+)?(?=${VERB}\\b)|,\\s+(?=${VERB}\\b)`,
        'iu',
      ),
    )
    .map(part =>
      part
        .replace(
          /^(?:please|can you|could you|would you|now|also|and|then|hey|ok(?:ay)?|i['’]d like (?:you )?to|i want (?:you )?to|let['’]s|we (?:need|want) to)[\s,]+/gi,
          '',
        )
        .replace(/^(?:please|now|also)\s+/i, '')
        .replace(/[\s,]*(?:please|thanks|thank you)?[\s!?.]*$/i, '')
        .trim(),
    )
    .filter(part => part !== '')
  return parts.map(part => scoped(part, { site, hints, quotes }))
}

interface Scoping {
  readonly site: Site
  readonly hints: EditHints
  readonly quotes: readonly string[]
}

function scoped(part: string, { site, hints, quotes }: Scoping): Clause {
  const base = { said: unmask(part, quotes), quotes }
  const everywhere =
    /,?\s*\b(?:on (?:all|every|each) pages?|everywhere|on all of them|across the (?:site|app|shop))\b/i
  if (everywhere.test(part)) return { ...base, text: part.replace(everywhere, '').trim(), isEverywhere: true }
  const here = /,?\s*\b(?:on|of|from|to|in) this (?:page|screen)\b|\bhere\b/i
  if (here.test(part)) {
    const page = site.pages.find(({ slug }) => slug === (hints.active ?? hints.only?.[0]))
    const text = part.replace(here, '').trim()
    return page
      ? { ...base, text, page, isEverywhere: false }
      : { ...base, text, unknownPage: 'this page', isEverywhere: false }
  }
  const named = namedPage(part, site)
  const bound = hints.only?.length === 1 ? site.pages.find(({ slug }) => slug === hints.only?.[0]) : undefined
  const page = named.page ?? (named.unknownPage === undefined ? bound : undefined)
  return { ...base, ...named, ...(page === undefined ? {} : { page }), isEverywhere: false }
}

/** “On the menu page”, “@menu”, “from the Visit page”, “in Menu”: the page, and the clause without these words. */
function namedPage(part: string, site: Site): Pick<Clause, 'text' | 'page' | 'unknownPage'> {
  const at = /,?\s*(?:\b(?:on|in|of|from|to)\s+)?@([a-z0-9-]{1,40})\b,?/i.exec(part)
  const bySlug = at && site.pages.find(({ slug }) => slug === at[1])
  if (at && bySlug) return { text: cutOut(part, at), page: bySlug }
  const withWord =
    /,?\s*\b(?:on|in|of|from|to|at|for)\s+(?:the\s+|our\s+|my\s+)?((?:[\p{L}\d&'’-]+\s){1,5}?)(?:page|screen)\b,?/iu.exec(
      part,
    )
  if (withWord) {
    const page = pageCalled(withWord[1] ?? '', site)
    return page
      ? { text: cutOut(part, withWord), page }
      : { text: part, unknownPage: (withWord[1] ?? '').trim() }
  }
  for (const page of site.pages.toSorted((a, b) => b.title.length - a.title.length)) {
    const title = page.title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const bare = new RegExp(
      String.raw`,?\s*(?:\b(?:on|in|from)\s+(?:the\s+|our\s+)?${title}(?![\p{L}])|\bto\s+the\s+${title}\s*$|^(?:on|in)\s+(?:the\s+)?${title},)\s*,?`,
      'iu',
    ).exec(part)
    if (bare) return { text: cutOut(part, bare), page }
  }
  return { text: part }
}

function cutOut(part: string, found: RegExpExecArray): string {
  return `${part.slice(0, found.index)} ${part.slice(found.index + found[0].length)}`
    .replace(/\s+/g, ' ')
    .trim()
}

const FIRST = new Set(['home', 'start', 'first', 'main', 'landing', 'front'])

export function pageCalled(words: string, site: Site): SitePage | undefined {
  const wanted = titleKey(words.trim())
  const found = site.pages.find(({ title, slug }) => titleKey(title) === wanted || slug === wanted)
  if (found) return found
  if (FIRST.has(wanted)) return site.pages.find(({ role }) => role === 'home') ?? site.pages[0]
  if (wanted === 'last') return site.pages.at(-1)
  const near = site.pages.filter(({ title, role }) => titleKey(title).startsWith(wanted) || role === wanted)
  return near.length === 1 ? near[0] : undefined
}

/** The words with their quotations in place again, without marks around them where they are one quotation. */
function unmask(text: string, quotes: readonly string[]): string {
  const whole = /^\ue000(\d+)\ue001$/.exec(text.trim())
  if (whole) return quotes[Number(whole[1])] ?? ''
  return text.replace(MARK, (_, index: string) => `“${quotes[Number(index)] ?? ''}”`).trim()
}

/** The words with their quotations in place and no marks at all. */
export function plain(text: string, quotes: readonly string[]): string {
  return text
    .replace(MARK, (_, index: string) => quotes[Number(index)] ?? '')
    .replace(/^["“'„]|["”'“]$/g, '')
    .trim()
}

import type { PageOperation } from '../../../contracts/page-operation.ts'
import { readPlainPrices, readPrices } from '../brief/money.ts'
import { titleKey } from '../brief/read-pages.ts'
import { splitList } from '../brief/sentences.ts'
import type { Asked, Site, SitePage } from './site.ts'

/** Where the person is and what they are bound to, beside what they say. */
export interface EditHints {
  /** The page in front of them: “this page”. */
  readonly active?: string
  /** Pages that alone may change. */
  readonly only?: readonly string[]
}

/** What kind of change a clause begins with; `state` says how something is (“the loaf costs 3”). */
export type Act = 'add' | 'remove' | 'rename' | 'move' | 'change' | 'state'

/** One clause of an instruction: its act, its words with quotations behind marks, and the page that it names. */
export interface Clause {
  /** As it was said. */
  readonly said: string
  readonly act: Act
  /** Behind the verb, without the words that name the page. */
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

const ACTS: readonly (readonly [act: Act, verbs: string])[] = [
  [
    'remove',
    'remove|delete|drop|erase|scrap|hide|cut|take (?:out|away|off|down)|get rid of|we no longer (?:sell|offer|have|do)|no more',
  ],
  ['add', 'add|include|insert|create|introduce|append|new|put in|we (?:also )?(?:sell|offer|need)'],
  ['rename', 'rename|retitle|call'],
  ['move', 'move|shift|bring|place|put'],
  [
    'change',
    'change|set|make|update|replace|swap|exchange|edit|correct|fix|adjust|turn|switch|use|paint|give|show|bump|raise|increase|lower|reduce|let|go|want|i want|we want',
  ],
]
const ANY_VERB = ACTS.map(([, verbs]) => verbs).join('|')
const POLITE =
  /^(?:(?:please|pls|kindly|(?:can|could|would|will) (?:you|u)|now|also|and|then|hey|hi|ok(?:ay)?|just|i['’]d like (?:you )?to|i (?:want|need) (?:you )?to|let['’]s|we (?:need|want) to)[\s,]+)+/i
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
        String.raw`(?:[.;]+(?=\s+\p{L}|\s*$)|\n+)|\s*,?\s+(?:and|then|also|plus)\s+(?:(?:then|also|please|(?:can|could|would|will) you)\s+)*(?=(?:${ANY_VERB})\b)|,\s+(?=(?:${ANY_VERB})\b)`,
        'iu',
      ),
    )
    .flatMap(pricesApart)
    .map(part =>
      part
        .trim()
        .replace(POLITE, '')
        .replace(/[\s,]*(?:please|pls|thanks|thank you|now)?[\s!?.]*$/i, '')
        .trim(),
    )
    .filter(part => part !== '')
  return parts.map(part => toClause(part, { site, hints, quotes }))
}

/** “Flat white 4.40 and banana bread 4.10” is two changes. */
function pricesApart(part: string): readonly string[] {
  const entries = /\ue000/.test(part) ? [] : splitList(part)
  const prices = entries.map(entry => Math.max(readPrices(entry).length, readPlainPrices(entry).length))
  return entries.length > 1 && prices.every(count => count === 1) ? entries : [part]
}

interface Scoping {
  readonly site: Site
  readonly hints: EditHints
  readonly quotes: readonly string[]
}

function toClause(part: string, scoping: Scoping): Clause {
  const lead = namedFirst(part, scoping.site)
  const [act, verb] = actOf(lead?.text ?? part)
  const body = (lead?.text ?? part).slice(verb.length).trim()
  const scope = lead ? { ...lead, text: body, isEverywhere: false } : scoped(body, act, scoping)
  const { quotes } = scoping
  return { said: unmask(part, quotes), act, quotes, ...scope }
}

function actOf(part: string): readonly [act: Act, verb: string] {
  for (const [act, verbs] of ACTS) {
    const verb = new RegExp(String.raw`^(?:${verbs})(?![\p{L}])`, 'iu').exec(part)?.[0]
    if (verb !== undefined) return [act, verb]
  }
  return ['state', '']
}

/** “On the home page, change …”: the page stands before the verb. */
function namedFirst(
  part: string,
  site: Site,
): { readonly text: string; readonly page: SitePage } | undefined {
  const title = [...site.pages]
    .sort((a, b) => b.title.length - a.title.length)
    .find(({ title }) =>
      new RegExp(String.raw`^(?:on|in|at)\s+(?:the\s+|our\s+)?${escaped(title)}(?![\p{L}\d])`, 'iu').test(
        part,
      ),
    )
  if (title) {
    const behind = part.replace(
      new RegExp(
        String.raw`^(?:on|in|at)\s+(?:the\s+|our\s+)?${escaped(title.title)}(?:\s+(?:page|screen|tab))?\s*[,:]?\s*`,
        'iu',
      ),
      '',
    )
    return { text: behind.replace(POLITE, ''), page: title }
  }
  const named =
    /^(?:on|in|at)\s+(?:the\s+|our\s+)?(?<name>[\p{L}\d&'’ -]{2,40}?)\s+(?:page|screen|tab)\s*[,:]?\s+/iu.exec(
      part,
    )
  const page = named?.groups?.name === undefined ? undefined : pageCalled(named.groups.name, site)
  return page && named ? { text: part.slice(named[0].length).replace(POLITE, ''), page } : undefined
}

const EVERYWHERE =
  /,?\s*\b(?:on (?:all|every|each) pages?|everywhere|on all of them|across the (?:site|app|shop))\b/i
const HERE = /,?\s*\b(?:on|of|from|to|in) this (?:page|screen)\b|\bhere\b/i

function scoped(
  body: string,
  act: Act,
  { site, hints }: Scoping,
): Pick<Clause, 'text' | 'page' | 'unknownPage' | 'isEverywhere'> {
  if (EVERYWHERE.test(body)) return { text: body.replace(EVERYWHERE, '').trim(), isEverywhere: true }
  if (HERE.test(body)) {
    const page = site.pages.find(({ slug }) => slug === (hints.active ?? hints.only?.[0]))
    const text = body.replace(HERE, '').trim()
    return page
      ? { text, page, isEverywhere: false }
      : { text, unknownPage: 'this page', isEverywhere: false }
  }
  const named = namedPage(body, act, site)
  const bound = hints.only?.length === 1 ? site.pages.find(({ slug }) => slug === hints.only?.[0]) : undefined
  const page = named.page ?? (named.unknownPage === undefined ? bound : undefined)
  return { ...named, ...(page === undefined ? {} : { page }), isEverywhere: false }
}

/** “On the menu page”, “@menu”, “from Visit”, for additions “to the menu”: the page, and the words without these. */
function namedPage(body: string, act: Act, site: Site): Pick<Clause, 'text' | 'page' | 'unknownPage'> {
  const at = /,?\s*(?:\b(?:on|in|of|from|to)\s+)?@([a-z0-9-]{1,40})\b,?/i.exec(body)
  const bySlug = at && site.pages.find(({ slug }) => slug === at[1])
  if (at && bySlug) return { text: cutOut(body, at), page: bySlug }
  const withWord =
    /,?\s*\b(?:on|in|of|from|to|at|for)\s+(?:the\s+|our\s+|my\s+)?((?:(?!(?:of|on|in|from|to)\s)[\p{L}\d&'’-]+\s){1,5}?)(?:page|screen)\b,?/iu.exec(
      body,
    )
  if (withWord) {
    const name = (withWord[1] ?? '').trim()
    const page = pageCalled(name, site)
    return page
      ? { text: cutOut(body, withWord), page }
      : { text: body, unknownPage: /^(?:the|our|my)$/i.test(name) ? `${name} page` : name }
  }
  const links = act === 'add' ? 'on|in|from|under|to|into' : 'on|in|from'
  for (const page of site.pages.toSorted((a, b) => b.title.length - a.title.length)) {
    const bare = new RegExp(
      String.raw`,?\s*\b(?:${links})\s+(?:the\s+|our\s+)?${escaped(page.title)}(?![\p{L}\d])(?:\s+tab)?,?`,
      'iu',
    ).exec(body)
    if (bare) return { text: cutOut(body, bare), page }
  }
  return { text: body }
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

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
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

import type { BriefItem } from '../../../contracts/page.ts'
import type { PageOperation, PagePlace } from '../../../contracts/page-operation.ts'
import { amountOf, readPrices, toAmount } from '../brief/money.ts'
import { escapeHtml } from '../generate/html.ts'
import { itemNames, itemsOf, key, type ShownItem } from './locate.ts'
import {
  applySplices,
  attributeOf,
  elementsOf,
  spliceAway,
  spliceInside,
  textOf,
  wholeOf,
} from './page-tree.ts'
import { rebuild } from './rebuild.ts'
import { replaceWords } from './replace-words.ts'
import { type Asked, ask, askPage, type Outcome, pageOf, type Site, type SitePage, withHtml } from './site.ts'

type Operation<Kind extends PageOperation['kind']> = Extract<PageOperation, { kind: Kind }>

/** The one item that is meant, or what to ask. */
function itemMeant(site: Site, wanted: string): { readonly name: string } | Asked {
  const names = itemNames(site)
  const exact = names.find(name => key(name) === key(wanted))
  if (exact !== undefined) return { name: exact }
  const near = names.filter(name => ` ${key(name)} `.includes(` ${key(wanted)} `))
  const [only] = near
  if (only !== undefined && near.length === 1) return { name: only }
  return near.length > 1
    ? ask(`Which one is meant by “${wanted}”?`, near.slice(0, 8))
    : ask(`There is no “${wanted}” on the pages. Which item is meant?`, names.slice(0, 8))
}

function isNamed(name: string): (shown: ShownItem) => boolean {
  return shown => shown.name.toLowerCase() === name.toLowerCase()
}

function scopeOf(site: Site, slug: string | undefined): readonly SitePage[] {
  return slug === undefined ? site.pages : site.pages.filter(page => page.slug === slug)
}

function briefItems(
  site: Site,
  change: (items: readonly BriefItem[]) => readonly BriefItem[],
): Site['brief'] {
  return { ...site.brief, items: [...change(site.brief.items)] }
}

function sameName(name: string): (item: BriefItem) => boolean {
  return item => item.name.toLowerCase() === name.toLowerCase()
}

export function setPrice(site: Site, { item: wanted, value, page }: Operation<'set_price'>): Outcome {
  const meant = itemMeant(site, wanted)
  if ('ask' in meant) return meant
  const { name } = meant
  const amount = amountOf(value)
  if (amount === undefined) return ask(`Which price shall “${name}” have? “${value}” is none.`)
  const shown = scopeOf(site, page)
    .flatMap(one => itemsOf(one.html))
    .find(one => isNamed(name)(one) && one.price !== undefined)
  const old = shown?.price?.text ?? site.brief.items.find(sameName(name))?.price_text
  const model = old ?? site.brief.items.find(item => item.price_text !== undefined)?.price_text
  const text = priceLike(value, model, site.brief.currency)
  if (old !== undefined && old === text) return ask(`“${name}” costs ${text} already.`)
  const brief = briefItems(site, items =>
    items.map(item => (sameName(name)(item) ? { ...item, price: amount, price_text: text } : item)),
  )
  const made = rebuild(site, { brief })
  const next = withHtml(made, one =>
    scopeOf(made, page).includes(one) ? withPrice(one.html, { name, old, text, amount }) : one.html,
  )
  return { done: true, site: next, said: `“${name}” costs ${text} now.`, before: old ?? '', after: text }
}

interface Pricing {
  readonly name: string
  readonly old: string | undefined
  readonly text: string
  readonly amount: number
}

/** What the rebuilding did not reach: the price in the item's own box, and in the data that the cart counts with. */
function withPrice(html: string, { name, old, text, amount }: Pricing): string {
  const boxes = itemsOf(html).filter(isNamed(name))
  const elements = elementsOf(html)
  const splices = boxes.flatMap(({ box, price }) => {
    if (price === undefined || price.text === text) return []
    const inner = [
      box,
      ...elements.filter(
        one =>
          one.sourceCodeLocation &&
          box.sourceCodeLocation &&
          one.sourceCodeLocation.startOffset > box.sourceCodeLocation.startOffset &&
          one.sourceCodeLocation.endOffset <= box.sourceCodeLocation.endOffset,
      ),
    ]
    return replaceWords(html, { before: old ?? price.text, after: text }, inner)
  })
  return withCatalogPrice(applySplices(html, splices), name, amount)
}

function withCatalogPrice(html: string, name: string, amount: number): string {
  const script = elementsOf(html).find(
    element => element.tagName === 'script' && attributeOf(element, 'id') === 'catalog',
  )
  if (script === undefined) return html
  try {
    const data = JSON.parse(textOf(script)) as {
      items?: Record<string, { name?: string; price?: number | null }>
    }
    const found = Object.values(data.items ?? {}).find(
      item => item.name?.toLowerCase() === name.toLowerCase(),
    )
    if (found === undefined || found.price === amount) return html
    found.price = amount
    return applySplices(html, spliceInside(script, JSON.stringify(data).replaceAll('<', '\\u003c')))
  } catch {
    return html
  }
}

/** A bare number is written as the price before it was: same sign, same side, same comma. */
function priceLike(value: string, model: string | undefined, currency: string | undefined): string {
  const text = value.trim()
  if (readPrices(text).length > 0) return text
  const [found] = model === undefined ? [] : readPrices(model)
  const number = /\d[\d.,]*/.exec(model ?? '')?.[0]
  if (model !== undefined && found && number !== undefined) {
    const comma = /,\d{1,2}$/.test(number)
    const decimals = /[.,]\d{2}$/.test(number) || /[.,]\d{1,2}$/.test(text)
    const amount = toAmount(text)
    const written = decimals ? amount.toFixed(2) : String(amount)
    return model.replace(number, comma ? written.replace('.', ',') : written)
  }
  if (currency === undefined) return text
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    toAmount(text),
  )
}

export function addItem(site: Site, operation: Operation<'add_item'>): Outcome {
  const { name, price, description, group, page: slug } = operation
  const page = pageOf(site, slug)
  if (site.brief.items.some(item => sameName(name)(item) && (page === undefined || item.page === page.title)))
    return ask(`“${name}” is there already. Shall its price change instead?`)
  const fits = (item: BriefItem): boolean => price === undefined || item.price !== undefined
  const places = new Set(site.brief.items.filter(fits).map(item => item.page ?? item.category ?? ''))
  if (page === undefined && group === undefined && places.size > 1)
    return askPage(`On which page shall “${name}” stand?`, site)
  const like = site.brief.items.findLast(
    item =>
      fits(item) &&
      (group === undefined || item.category?.toLowerCase() === group.toLowerCase()) &&
      (page === undefined || item.page === undefined || item.page === page.title),
  )
  const category = group ?? like?.category
  const priced =
    price === undefined
      ? undefined
      : priceLike(
          price,
          site.brief.items.find(item => item.price_text !== undefined)?.price_text,
          site.brief.currency,
        )
  const amount = priced === undefined ? undefined : amountOf(priced)
  const fresh: BriefItem = {
    name,
    ...(priced === undefined ? {} : { price_text: priced }),
    ...(amount === undefined ? {} : { price: amount }),
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
    ...pageFor(like, page),
    quote: name,
  }
  const at = like === undefined ? site.brief.items.length : site.brief.items.lastIndexOf(like) + 1
  const made = rebuild(site, {
    brief: briefItems(site, items => [...items.slice(0, at), fresh, ...items.slice(at)]),
  })
  const isThere = made.pages.some(one => itemsOf(one.html).some(isNamed(name)))
  const next = isThere ? made : withClone(made, { fresh, like: like?.name, slug })
  if (next === undefined)
    return ask(
      `Where shall “${name}” stand? No list of things was found${page ? ` on ${page.title}` : ''}.`,
      site.pages.map(({ title }) => title),
    )
  return {
    done: true,
    site: next,
    said: `“${name}”${priced ? ` for ${priced}` : ''} is there now.`,
    before: '',
    after: name,
  }
}

/** The page of the item that it follows, unless that one stands elsewhere. */
function pageFor(like: BriefItem | undefined, page: SitePage | undefined): { readonly page?: string } {
  if (like?.page !== undefined) return { page: like.page }
  const isBeside = like !== undefined && page !== undefined && itemsOf(page.html).some(isNamed(like.name))
  return page === undefined || isBeside ? {} : { page: page.title }
}

/** On a page that the generator did not write: a copy of the last item of the list, with the new words. */
function withClone(
  site: Site,
  {
    fresh,
    like,
    slug,
  }: { readonly fresh: BriefItem; readonly like: string | undefined; readonly slug: string | undefined },
): Site | undefined {
  const page = scopeOf(site, slug).find(one => itemsOf(one.html).length > 0)
  const items = page ? itemsOf(page.html) : []
  const last = items.find(({ name }) => name === like) ?? items.at(-1)
  const whole = page && last && wholeOf(page.html, last.box)
  if (page === undefined || last === undefined || whole === undefined) return undefined
  const source = page.html.slice(whole.from, whole.to)
  const named = source
    .replaceAll(escapeHtml(last.name), escapeHtml(fresh.name))
    .replace(/\s(?:id|data-item)="[^"]*"/g, '')
  const priced =
    last.price && fresh.price_text
      ? named.replaceAll(escapeHtml(last.price.text), escapeHtml(fresh.price_text))
      : named
  return withHtml(site, one =>
    one.slug === page.slug ? page.html.slice(0, whole.to) + priced + page.html.slice(whole.to) : one.html,
  )
}

export function removeItem(site: Site, { item: wanted, page }: Operation<'remove_item'>): Outcome {
  const meant = itemMeant(site, wanted)
  if ('ask' in meant) return meant
  const { name } = meant
  const made = rebuild(site, {
    brief: briefItems(site, items => items.filter(item => !sameName(name)(item))),
  })
  const next = withHtml(made, one => {
    if (!scopeOf(made, page).includes(one)) return one.html
    return applySplices(
      one.html,
      spliceAway(
        one.html,
        itemsOf(one.html)
          .filter(isNamed(name))
          .map(({ box }) => box),
      ),
    )
  })
  return { done: true, site: next, said: `“${name}” is gone.`, before: name, after: '' }
}

export function renameItem(site: Site, { item: wanted, value, page }: Operation<'rename_item'>): Outcome {
  const meant = itemMeant(site, wanted)
  if ('ask' in meant) return meant
  const { name } = meant
  const brief = briefItems(site, items =>
    items.map(item => (sameName(name)(item) ? { ...item, name: value } : item)),
  )
  const next = withHtml({ ...site, brief }, one =>
    scopeOf(site, page).some(({ slug }) => slug === one.slug)
      ? applySplices(one.html, replaceWords(one.html, { before: name, after: value }))
      : one.html,
  )
  return { done: true, site: next, said: `“${name}” is called “${value}” now.`, before: name, after: value }
}

export function moveItem(site: Site, { item: wanted, place }: Operation<'move_item'>): Outcome {
  const meant = itemMeant(site, wanted)
  if ('ask' in meant) return meant
  const { name } = meant
  const other = place.other === undefined ? undefined : itemMeant(site, place.other)
  if (other && 'ask' in other) return other
  const own = site.brief.items.find(sameName(name))
  if (own === undefined)
    return moveBox(site, name, { ...place, ...(other === undefined ? {} : { other: other.name }) })
  const list = site.brief.items.filter(item => item.category === own.category && item.page === own.page)
  const order = reordered(
    list.map(item => item.name),
    name,
    { ...place, ...(other === undefined ? {} : { other: other.name }) },
  )
  if (order === undefined) return ask(`Where shall “${name}” go?`)
  const sorted = order.map(title => list.find(item => item.name === title)).filter(item => item !== undefined)
  const queue = [...sorted]
  const brief = briefItems(site, items =>
    items.map(item => (list.includes(item) ? (queue.shift() ?? item) : item)),
  )
  const next = rebuild(site, { brief })
  const isMoved = next.pages.some((page, index) => page.html !== site.pages[index]?.html)
  return isMoved
    ? { done: true, site: next, said: `“${name}” stands ${whereOf(place)} now.`, before: '', after: name }
    : moveBox(site, name, place)
}

function moveBox(site: Site, name: string, place: PagePlace): Outcome {
  const page = site.pages.find(one => itemsOf(one.html).some(isNamed(name)))
  const items = page ? itemsOf(page.html) : []
  const order = reordered(
    items.map(item => item.name),
    name,
    place,
  )
  const own = items.find(isNamed(name))
  const whole = page && own && wholeOf(page.html, own.box)
  if (page === undefined || order === undefined || whole === undefined)
    return ask(`Where shall “${name}” go?`)
  const behind = order[order.indexOf(own?.name ?? '') - 1]
  const anchor = behind === undefined ? items[0] : items.find(({ name: title }) => title === behind)
  const target = anchor && wholeOf(page.html, anchor.box)
  if (target === undefined) return ask(`Where shall “${name}” go?`)
  const at = behind === undefined ? target.from : target.to
  const source = page.html.slice(whole.from, whole.to)
  const html = applySplices(page.html, [
    { ...whole, text: '' },
    { from: at, to: at, text: source },
  ])
  return {
    done: true,
    site: withHtml(site, one => (one.slug === page.slug ? html : one.html)),
    said: `“${name}” stands ${whereOf(place)} now.`,
    before: '',
    after: name,
  }
}

/** Names in their new order; undefined where the place is not certain. */
export function reordered(
  names: readonly string[],
  name: string,
  place: PagePlace,
): readonly string[] | undefined {
  const at = names.findIndex(one => one.toLowerCase() === name.toLowerCase())
  const own = names[at]
  if (own === undefined) return undefined
  const rest = names.filter((_, index) => index !== at)
  const to = indexFor(rest, at, place)
  return to === undefined ? undefined : [...rest.slice(0, to), own, ...rest.slice(to)]
}

function indexFor(rest: readonly string[], at: number, { at: where, other }: PagePlace): number | undefined {
  switch (where) {
    case 'first':
      return 0
    case 'last':
      return rest.length
    case 'up':
      return Math.max(0, at - 1)
    case 'down':
      return Math.min(rest.length, at + 1)
    default: {
      const anchor = rest.findIndex(one => key(one) === key(other ?? ''))
      if (anchor < 0) return undefined
      return where === 'before' ? anchor : anchor + 1
    }
  }
}

export function whereOf({ at, other }: PagePlace): string {
  if (at === 'before' || at === 'after') return `${at} “${other ?? ''}”`
  return { first: 'first', last: 'last', up: 'one place higher', down: 'one place lower' }[at]
}

import { describe, expect, it } from 'vitest'
import { readBrief } from '../brief/brief.ts'
import { createDesignSystem } from '../design-system/design-system.ts'
import { shownText } from '../generate/complete-page.ts'
import { generatePage, planPages } from '../generate/generate.ts'
import { applyOperation } from './apply-operation.ts'
import type { EditHints } from './instruction.ts'
import { readInstruction } from './read-instruction.ts'
import { changedPages, type Site } from './site.ts'
import { verifyOperations } from './verify-operations.ts'

const SHOP = `Website for our cheese shop "Alpine Wheel". Pages: Home, Cheese, Visit.
Home says "Cut to order".
Cheese: Gruyère €4.20, Comté €5.10, Old Gouda €3.90.
Visit: 12 Market Street, Leeds. Open Tue–Sat 9–17. Phone +44 113 555 0101.`

function siteOf(text: string): Site {
  const brief = readBrief(text)
  const design = createDesignSystem({ brief })
  const specs = planPages(brief)
  const pages = specs.map(spec => ({
    ...spec,
    html: generatePage({ spec, brief, designSystem: design, pages: specs }),
  }))
  return { brief, design, pages }
}

function edit(site: Site, words: string, hints: EditHints = {}) {
  let after = site
  const asked: string[] = []
  for (const proposal of readInstruction(words, site, hints)) {
    if (!('operation' in proposal)) {
      asked.push('asked' in proposal ? proposal.asked.ask : proposal.said)
      continue
    }
    const applied = applyOperation(after, proposal.operation)
    if (applied.done) after = applied.site
    else asked.push(applied.ask)
  }
  return { after, asked, changed: changedPages(site, after) }
}

const decoded = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim()

const read = (site: Site, slug: string): string =>
  shownText(site.pages.find(page => page.slug === slug)?.html ?? '')

describe('an edit', () => {
  const site = siteOf(SHOP)

  it('sets the price of the item that is named and leaves every other page byte for byte', () => {
    const { after, changed } = edit(site, 'Change the price of Comté to 5.60')
    expect(changed).toEqual(['cheese'])
    expect(read(after, 'cheese')).toContain('€5.60')
    expect(read(after, 'cheese')).not.toContain('€5.10')
    expect(after.brief.items.find(({ name }) => name === 'Comté')?.price).toBe(5.6)
  })

  it('asks where a headline is meant, and changes the one that is named, in front or bound', () => {
    expect(edit(site, 'change the headline to "Hello"')).toMatchObject({
      changed: [],
      asked: [expect.stringContaining('On which page')],
    })
    expect(edit(site, 'On the visit page change the headline to "Hello"').changed).toEqual(['visit'])
    expect(edit(site, 'change the headline of this page to "Hello"', { active: 'cheese' }).changed).toEqual([
      'cheese',
    ])
    expect(edit(site, 'change the headline to "Hello"', { only: ['home'] }).changed).toEqual(['home'])
  })

  it('does what it understands of several wishes and gives the rest back as it was said', () => {
    const { after, asked } = edit(site, 'Make it dark and add a loyalty programme with points')
    expect(after.design.mode).toBe('dark')
    expect(asked.join()).toContain('loyalty')
  })

  it('adds, renames and removes items, pages and sections, each where it was meant', () => {
    expect(read(edit(site, 'add Raclette for €6.00').after, 'cheese')).toContain('raclette')
    const renamed = edit(site, 'Rename the Visit page to Find us')
    expect(read(renamed.after, 'home')).toContain('find us')
    expect(read(edit(site, 'remove Old Gouda').after, 'cheese')).not.toContain('gouda')
    const added = edit(site, 'On the visit page add a section called Parking: "Behind the church."').after
    expect(read(added, 'visit')).toContain('behind the church.')
    expect(edit(added, 'remove the parking section').after.pages.map(({ html }) => html)).toEqual(
      site.pages.map(({ html }) => html),
    )
    expect(edit(site, 'delete the visit page').after.pages.map(({ slug }) => slug)).toEqual([
      'home',
      'cheese',
    ])
  })

  it('keeps the colours that were chosen when the style changes after them', () => {
    const green = edit(site, 'make the buttons forest green').after
    const styled = edit(green, 'use an elegant style').after
    expect(styled.design.style).toBe('soft-elegant')
    expect(styled.design.tokens.colors.button).toBe(green.design.tokens.colors.button)
  })

  it.each([
    'make it nicer',
    'what is the capital of France?',
    'add a reviews section',
    'set the price of the brie to 3',
    'remove the guest book',
    'rename the product page to Player',
    'delete it',
  ])('changes nothing and asks where target or value is not certain: %s', words => {
    const { after, asked } = edit(site, words)
    expect(after).toBe(site)
    expect(asked).toHaveLength(1)
  })

  it.each([
    'Translate the pages to German',
    'translate everything into German',
    'Switch the language to German',
    'We need the whole site in German',
  ])('asks for the texts of another language, and invents no translation: %s', words => {
    const { after, asked } = edit(site, words)
    expect(after).toBe(site)
    expect(asked).toEqual([expect.stringMatching(/in German\? \d+ of \d+ texts have none yet: “/)])
  })

  it.each([
    'Translate "Cut to order" to German',
    'On Home change the headline to German',
    'Add a page about lessons in German',
  ])('is not about the language of all where one place is meant: %s', words => {
    expect(edit(site, words).asked.join(' ')).not.toContain('texts have none yet')
  })

  it('takes no translation from a model that the person did not write', () => {
    const said = 'Translate the pages to German'
    const texts = [{ words: 'Home', value: 'Startseite' }]
    const operations = [{ said, operation: { kind: 'set_language', language: 'de', texts } as const }]
    const verified = verifyOperations(said, { operations, asked: [], not_understood: [] })
    expect(verified.faults).toEqual([expect.stringContaining('Startseite')])
    expect(verified.proposals).toEqual([expect.objectContaining({ asked: expect.anything() })])
  })

  it('is in another language once each text was given, all pages at once', () => {
    const texts = [
      ...new Set(site.pages.flatMap(({ html }) => html.match(/(?<=>)[^<>]*\p{L}[^<>]*(?=<)/gu) ?? [])),
    ]
    const pairs = texts.map(text => ({ words: decoded(text), value: `${decoded(text)} (de)` }))
    const operation = { kind: 'set_language', language: 'de', texts: pairs } as const
    const done = applyOperation(site, operation)
    if (!done.done) throw new Error(done.ask)
    expect(done.applied.pages).toEqual(site.pages.map(({ slug }) => slug))
    for (const page of done.site.pages) expect(page.html).toContain('<html lang="de"')
    expect(read(done.site, 'home')).toContain('cut to order (de)')
    const fewer = applyOperation(site, { ...operation, texts: pairs.slice(1) })
    expect(fewer).toMatchObject({ done: false, ask: expect.stringContaining(pairs[0]?.words ?? '') })
  })

  it('asks where a name that is not quoted ends, when it holds a comma', () => {
    const { after, asked } = edit(site, 'Rename Visit to Find us, without the old word')
    expect(after).toBe(site)
    expect(asked).toEqual([expect.stringContaining('“without the old word”')])
    expect(edit(site, 'Rename Visit to "Find us, now"').after).not.toBe(site)
  })

  it('takes a word with a capital behind “to” for the beginning of the name', () => {
    const { after } = edit(site, 'Rename Visit to Say hello')
    expect(after.pages.map(({ title }) => title)).toEqual(['Home', 'Cheese', 'Say hello'])
  })

  it('has the currency that is told for its bare prices, and keeps those that have their own', () => {
    const bare = siteOf(
      'Café Nord. Pages: Menu, Visit. Menu: Tea 3.00, Bun 2.50, Pie €5. Visit: 2 Hill Road, Leeds.',
    )
    const euro = edit(bare, 'Prices are in pounds please')
    expect(euro.changed).toEqual(['menu'])
    expect(read(euro.after, 'menu')).toMatch(/£3\.00.*£2\.50.*€5/)
    expect(edit(site, 'prices in pounds').asked).toEqual([expect.stringContaining('€4.20')])
    const said = 'Use the right currency'
    const operations = [{ said, operation: { kind: 'set_currency', currency: 'EUR' } as const }]
    expect(verifyOperations(said, { operations, asked: [], not_understood: [] }).faults).toHaveLength(1)
    expect(read(edit(bare, 'tea costs 3.20').after, 'menu')).toContain('3.20')
  })

  it.each([
    ['Turns out the Gruyère has to go for €4.90 from now on, alas', 'set_price', '€4.90'],
    ['Our line has moved to +44 113 555 0199 since Friday', 'set_text', '+44 113 555 0199'],
    ['"Cut to order" was boring, so "Cut while you wait"', 'set_text', 'Cut while you wait'],
    ['A new line replaced +44 113 555 0101, namely +44 113 555 0199', 'set_text', '+44 113 555 0199'],
  ])('asks with the operation that a yes does, where not every word is understood: %s', (words, kind, value) => {
    const [proposal, ...more] = readInstruction(words, site)
    const asked = proposal && 'asked' in proposal ? proposal.asked : undefined
    expect(more).toEqual([])
    expect(asked?.operation).toMatchObject({ kind, value })
    const done = asked?.operation && applyOperation(site, asked.operation)
    expect(done?.done).toBe(true)
    expect(edit(site, words).after).toBe(site)
  })

  it('asks about the rest where a part between commas is understood, and denied words are no part', () => {
    const [dark] = readInstruction('Make it dark, our eyes hurt in the cellar', site)
    expect(dark).toMatchObject({
      asked: {
        ask: expect.stringMatching(/“our eyes hurt in the cellar”.*The pages are dark now/),
        operation: { kind: 'set_theme', mode: 'dark' },
      },
    })
    const denied = readInstruction('Make it dark, said nobody, so do not', site)
    expect(denied.map(one => 'asked' in one && one.asked.operation).filter(Boolean)).toEqual([])
  })

  it.each([
    'Gruyère must never cost €4.90 again, said my wife',
    'Our line never moved to +44 113 555 0199',
    'Our line is +44 113 555 0199 and theirs +44 113 555 0188',
    'The €9.90 and the €8.80 were fine for somebody',
    'Somebody should be paid €9.90 one day',
  ])('proposes nothing where the words deny it, or thing or value is not one: %s', words => {
    for (const proposal of readInstruction(words, site))
      expect('asked' in proposal ? proposal.asked.operation : undefined).toBeUndefined()
  })

  it('asks about a page that is not there, and changes no other in its place', () => {
    const { after, asked } = edit(site, 'On the checkout page change the headline to "Pay here"')
    expect(after).toBe(site)
    expect(asked).toEqual([expect.stringContaining('checkout')])
  })

  it('asks about a page in other words than its title, and about words behind a quoted value', () => {
    expect(edit(site, 'Put "Closed today" on the page for cheese lovers')).toMatchObject({
      ...{ changed: [], asked: ['Which page is meant by “the page”?'] },
    })
    expect(edit(site, 'Change "Cut to order" to "Cut for you" in the footer')).toMatchObject({
      ...{ changed: [], asked: [expect.stringContaining('“in the footer”')] },
    })
    expect(edit(site, 'Change "Cut to order" to "Cut for you" now').changed).toEqual(['home'])
  })

  it('takes the new name of a page for no name of the product', () => {
    const { after } = edit(site, 'Rename the Visit page to Find us')
    expect(after.brief.name).toBe('Alpine Wheel')
    expect(after.pages.map(({ title }) => title)).toEqual(['Home', 'Cheese', 'Find us'])
  })

  it('puts one colour in the place of another', () => {
    const green = edit(site, 'make the buttons forest green').after
    const before = green.design.tokens.colors.button ?? ''
    const { after, changed } = edit(green, `replace ${before} with #aa2244`)
    expect(after.design.tokens.colors.button).toBe('#aa2244')
    expect(Object.values(after.design.tokens.colors)).not.toContain(before)
    expect(changed).toHaveLength(3)
  })

  it('reaches a page that no generator wrote', () => {
    const own =
      '<!doctype html><html lang="en"><head><title>Cheese</title></head><body><main><h1>Cheese</h1><ul><li><b>Comté</b> <i>€5.10</i></li><li><b>Brie</b> <i>€2.00</i></li></ul></main></body></html>'
    const foreign = {
      ...site,
      pages: site.pages.map(page => (page.slug === 'cheese' ? { ...page, html: own } : page)),
    }
    expect(read(edit(foreign, 'Brie costs €2.40').after, 'cheese')).toContain('€2.40')
    expect(read(edit(foreign, 'add Taleggio for €3.10').after, 'cheese')).toContain('taleggio')
  })

  it('takes hostile words as words', () => {
    const { after } = edit(
      site,
      'On the visit page add a section called "<script>alert(1)</script>": "<img src=x onerror=alert(1)>"',
    )
    expect(after.pages.every(({ html }) => !html.includes('<script>alert') && !html.includes('<img'))).toBe(
      true,
    )
  })
})

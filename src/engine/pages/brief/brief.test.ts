import { describe, expect, it } from 'vitest'
import { PageBrief } from '../../../contracts/page.ts'
import { briefQuestions, briefWithAnswers, readBrief, whatIsOpen } from './brief.ts'

describe('pages', () => {
  it.each([
    ['A site for a pottery. Pages: Home, Classes, Book a visit.', ['Home', 'Classes', 'Book a visit']],
    [
      'A website for a vet with a start page, a team page and a page with prices',
      ['Start', 'Team', 'Prices'],
    ],
    [
      'A dance school. We have a page for classes and a page about our teachers.',
      ['Classes', 'Our teachers'],
    ],
    ['Website für eine Bäckerei mit den Seiten Start, Brote und Kontakt', ['Start', 'Brote', 'Kontakt']],
    ['A choir with the pages Concerts, Join us and Contact', ['Concerts', 'Join us', 'Contact']],
    ['Portfolio of a potter. I want pages called Work, Shows and Prices.', ['Work', 'Shows', 'Prices']],
    ['A farm. pages = Fruit, Visits\n\nvisits:\nSaturdays', ['Fruit', 'Visits']],
  ])('are those that the words list: %s', (text, titles) => {
    const { page_list, name } = readBrief(text)
    expect(page_list.map(({ title }) => title)).toEqual(titles)
    expect(name).toBeUndefined()
  })

  it('hold what stands under their titles, alone in a line, with or without a colon', () => {
    const { items } = readBrief(
      'Pages: Lessons, Homework.\nLessons\n1. The Silk Road - 8 September\nHomework:\n- Map of routes (12 May)',
    )
    expect(items.map(({ name, description, page }) => [name, description, page])).toEqual([
      ['The Silk Road', '8 September', 'Lessons'],
      ['Map of routes', '12 May', 'Homework'],
    ])
  })

  it('are none that a sentence about all of them begins with', () => {
    expect(readBrief('All pages should be dark, quiet and simple').page_list).toEqual([])
    expect(readBrief('On all pages Anna wants less text, and a phone number').page_list).toEqual([])
  })
})

describe('what is to be built', () => {
  it.each([
    ['I want to sell my ceramics online', 'ecommerce'],
    ['onlin shopp for sneakers', 'ecommerce'],
    ['a week in Japan with the kids', 'travel'],
    ['handbook for new volunteers', 'manual'],
    ['kanbn board for the garden project', 'kanban'],
    ['something to track our todos, columns and all', 'kanban'],
    ['landing page for a meditation startup', 'landing'],
    ['digital bussiness card for a plumber', 'card'],
    ['my daughter turns six, make an invitation', 'invitation'],
    ['patients should make appointments at our physio practice', 'booking'],
    ['show me sales and orders as charts, a dashbord', 'dashboard'],
    ['Einladung zu unserer Hochzeit', 'invitation'],
    ['تطبيق متجر', 'ecommerce'],
  ])('%s → %s', (text, type) => {
    expect(readBrief(text).product_type).toBe(type)
  })

  it('stays unknown where nothing tells, and asks', () => {
    const brief = readBrief('make something nice for me')
    expect(brief.product_type).toBe('unknown')
    expect(briefQuestions(brief)[0]?.id).toBe('product_type')
  })
})

describe('what the words say', () => {
  it.each([
    [
      'A coffee shop app called Amber & Oak with flat white 4.20, Croissant 3.20 and Cold brew 4.80, a cart',
      ['Flat white', 'Croissant', 'Cold brew'],
    ],
    ['An app for my bakery, we sell rye bread (5.50) and rolls (0.90 each)', ['Rye bread', 'Rolls']],
    [
      'Menu: Toast with jam 3.20, Eggs and bacon 7.50 and a pot of tea 2.80',
      ['Toast with jam', 'Eggs and bacon', 'Pot of tea'],
    ],
  ])('finds what has a price in a sentence: %s', (text, names) => {
    expect(readBrief(text).items.map(({ name }) => name)).toEqual(names)
  })

  it('reads name, items with prices, colours, look and hours of a detailed brief, and asks nothing', () => {
    const brief = readBrief(
      'Online shop for my bakery "Morning Crumb": sourdough loaf $6.50, croissant $3.20, carrot cake 4.80 $. Warm, cosy style with terracotta colours, favourites. Opening hours: Tue–Sun 7–15.',
    )
    expect(brief).toMatchObject({
      name: 'Morning Crumb',
      style: 'editorial',
      currency: 'USD',
      colors: ['#b5573a'],
    })
    expect(brief.items.map(item => [item.name, item.price])).toEqual([
      ['Sourdough loaf', 6.5],
      ['Croissant', 3.2],
      ['Carrot cake', 4.8],
    ])
    expect(brief.facts.hours).toContain('Tue–Sun')
    expect(briefQuestions(brief)).toEqual([])
  })

  it('asks only which pages, where a short brief says what, how many and how it looks', () => {
    const brief = readBrief('Film nights, 5 pages, dark theme, red accent')
    expect(brief).toMatchObject({ mode: 'dark', colors: ['#d92d2a'] })
    expect(brief.name).toBeUndefined()
    expect(briefQuestions(brief).map(({ id }) => id)).toEqual(['pages'])
  })

  it('asks three to five things about a vague one, all at once', () => {
    const questions = briefQuestions(readBrief('make me a coffee shop app'))
    expect(questions.length).toBeGreaterThanOrEqual(3)
    expect(questions.length).toBeLessThanOrEqual(5)
  })

  it('takes numbers with cents behind names for prices, and leaves their currency open', () => {
    const text = 'Menu of a café: Flat white 4.20, Tea 3.00'
    const brief = readBrief(text)
    expect(brief.items.map(({ price_text: price }) => price)).toEqual(['4.20', '3.00'])
    expect(whatIsOpen(brief)).toContain('the currency of the prices')
    expect(whatIsOpen(readBrief(`${text}\nPrices in euro.`))).not.toContain('the currency of the prices')
  })

  it('takes nothing out of a quotation for something to leave out', () => {
    const { statements, exclusions } = readBrief(
      'A film club. The page should say "Two rules: no phones, no talking." please',
    )
    expect(statements.map(({ value }) => value)).toContain('Two rules: no phones, no talking.')
    expect(exclusions).toEqual([])
  })

  it('loses no word with a capital and no figure: what no entry holds is not placed', () => {
    const text = 'I run a bike school. Lena and Omar wear bib 4711 when Kestrel Bank pays.'
    const brief = readBrief(`Make a dashboard. ${text} Show Fox Hill first, please use Verdana.`)
    const told = JSON.stringify([brief.statements, brief.items, brief.not_placed, brief.name])
    for (const word of ['Lena', 'Omar', '4711', 'Kestrel', 'Fox Hill', 'Verdana'])
      expect(told).toContain(word)
  })

  it('takes a colour in a name for a name', () => {
    expect(readBrief('wedding at Rose Garden Hall').colors).toEqual([])
    expect(readBrief('coffee shop called Amber & Oak').colors).toEqual([])
  })

  it('puts answers into the brief and does not ask them again', () => {
    const brief = briefWithAnswers(readBrief('make me a coffee shop app'), [
      { id: 'name', value: 'Bean Lab' },
      { id: 'items', value: 'Flat white 4.20, Mocha 4.80' },
      { id: 'style', value: 'playful-color' },
      { id: 'features', value: ['favourites', 'about page'] },
    ])
    expect(brief).toMatchObject({
      name: 'Bean Lab',
      style: 'playful-color',
      features: ['favourites'],
      wanted_pages: ['about'],
    })
    expect(brief.items).toMatchObject([
      { name: 'Flat white', price: 4.2 },
      { name: 'Mocha', price: 4.8 },
    ])
    expect(briefQuestions(brief)).toEqual([])
  })

  it('keeps what was said before, and lets what is said now win', () => {
    const earlier = readBrief('coffee shop called Bean Lab, dark theme')
    const now = readBrief('add favourites and make it light mode', earlier)
    expect(now).toMatchObject({
      name: 'Bean Lab',
      product_type: 'ecommerce',
      mode: 'light',
      features: expect.arrayContaining(['favourites']),
    })
  })
})

describe('hostile and strange briefs', () => {
  it('fit the contract, whatever they hold', () => {
    const strange = [
      '',
      '<script>alert(1)</script>'.repeat(50),
      'x'.repeat(100_000),
      `shop called ${'🌸'.repeat(200)}`,
      'a, b, c, '.repeat(5000),
      'متجر قهوة \u202eevil\u2066 \u0000 name',
      '\ud800 lone surrogate shop called "\udc00"',
      `items: ${Array.from({ length: 300 }, (_, index) => `thing ${index} $${index}`).join(', ')}`,
      '# '.repeat(20_000),
      'card for '.repeat(3000),
    ]
    for (const text of strange) {
      const brief = readBrief(text)
      expect(() => PageBrief.parse(brief)).not.toThrow()
      expect(JSON.stringify(brief)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\\u0000/)
    }
  })

  it('are read in linear time', () => {
    const long = `shop ${'with a very long list of features, '.repeat(3000)}`
    const before = process.cpuUsage().user
    readBrief(long)
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2000)
  })
})

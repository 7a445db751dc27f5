import { parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { briefs } from '../../../../bench/pages/briefs.ts'
import { PageDataModel, PageSpec, PRODUCT_TYPES, type ProductType } from '../../../contracts/page.ts'
import { briefQuestions, readBrief } from '../brief/brief.ts'
import { createDesignSystem } from '../design-system/design-system.ts'
import { appScript, dataModelOf, generatePage, planPages, stateContractOf } from './generate.ts'

describe('the pages of a product', () => {
  it.each(briefs)('$type: every link leads to a page and a place that are there', ({ text, type }) => {
    expect(readBrief(text).product_type).toBe(type)
    const pages = pagesOf(text)
    for (const { html } of pages.values()) {
      for (const [, slug = '', place] of html.matchAll(/href="([a-z0-9-]+)\.html(?:#([^"]+))?"/g)) {
        const target = pages.get(slug)
        expect(target, slug).toBeDefined()
        if (place && place !== 'own') expect(target?.html).toMatch(new RegExp(`(?:id|value)="${place}"`))
      }
      expect(html).not.toMatch(/\son[a-z]+="|\sstyle="|<script>|https?:\/\/(?!www\.example\.com)/)
      expect(html).not.toMatch(/\bNaN\b|lorem ipsum|undefined|\[object/)
    }
  })

  it('are the same bytes for the same brief', () => {
    const text = briefs[0]?.text ?? ''
    expect([...pagesOf(text)]).toEqual([...pagesOf(text)])
  })

  it('follow the pages that a brief names, and no more than twelve', () => {
    const pages = ['menu', 'about', 'contact', 'gallery', 'loyalty']
    expect(slugsOf(`coffee shop with pages: ${pages.join(', ')}`)).toEqual(pages)
    expect(
      slugsOf(`shop with pages: ${Array.from({ length: 30 }, (_, index) => `page${index}`).join(', ')}`)
        .length,
    ).toBeLessThanOrEqual(12)
  })

  it('are asked for, where the brief says only how many', () => {
    const brief = readBrief('landing page for a hotel, 4 pages')
    expect(briefQuestions(brief).map(({ id }) => id)).toContain('pages')
    expect(slugsOf('landing page for a hotel, 4 pages')).toEqual(['home'])
  })

  it('carry what the brief names: items, prices, hours', () => {
    const menu = pagesOf(
      'Coffee shop "Bean Lab" with a menu: Mocha €4.80, Oat flat white €5.10, Toast €6. Opening hours: daily 8–17',
    ).get('menu')?.html
    for (const words of ['Bean Lab', 'Oat flat white', '€5.10', 'daily 8–17']) expect(menu).toContain(words)
  })
})

describe('what pages keep', () => {
  it.each(
    PRODUCT_TYPES,
  )('%s: its data model holds together, and its pages raise only the events of its contract', product => {
    const model = PageDataModel.parse(dataModelOf(product))
    for (const { from, to, foreign_key } of model.relations) {
      expect(model.entities[to]).toBeDefined()
      expect(model.entities[from]?.fields.map(({ name }) => name)).toContain(foreign_key)
    }
    for (const event of stateContractOf(product).events) expect(appScript).toContain(`'${event}'`)
  })
})

describe('hostile words', () => {
  const HOSTILE = [
    'shop called "<script>alert(1)</script>": <img src=x onerror=alert(2)> $5, "><svg onload=alert(3)> $6',
    'shop called "</title></head><body onload=alert(1)>" with tagline "--><script>alert(1)</script>"',
    `card for <b onmouseover=alert(1)>Eve</b>, email: "><script>@example.com`,
    'dashboard with items: </script><script>alert(1)</script>, b, c, d',
    'kanban tasks: <iframe src=javascript:alert(1)>, two, three',
  ]

  it.each(HOSTILE)('stay words: %s', text => {
    for (const { html } of pagesOf(text).values()) {
      const found = dangersIn(html)
      expect(found).toEqual([])
    }
  })

  it('right to left and emoji make a good page', () => {
    const page = [...pagesOf('متجر قهوة اسمه "مقهى الياسمين" مع قائمة وسلة ☕️🌸').values()][0]
    expect(page?.html).toContain('<h1 dir="auto">مقهى الياسمين</h1>')
  })
})

describe('the script of the pages', () => {
  it('is one piece that a browser can read, asks no network and makes no markup of words', () => {
    expect(() => new Function(appScript)).not.toThrow()
    expect(appScript).not.toMatch(
      /\bfetch\(|XMLHttpRequest|WebSocket|innerHTML|insertAdjacentHTML|document\.write|\beval\(|import\(/,
    )
  })
})

function pagesOf(text: string, type?: ProductType): ReadonlyMap<string, { readonly html: string }> {
  const read = readBrief(text)
  const brief = type ? { ...read, product_type: type } : read
  const designSystem = createDesignSystem({ brief })
  const pages = planPages(brief)
  return new Map(
    pages.map(spec => [
      PageSpec.parse(spec).slug,
      { html: generatePage({ spec, brief, designSystem, pages }) },
    ]),
  )
}

function slugsOf(text: string): readonly string[] {
  return planPages(readBrief(text)).map(({ slug }) => slug)
}

/** Elements and attributes that only a hostile word can have made. */
function dangersIn(html: string): readonly string[] {
  const found: string[] = []
  const visit = (node: object): void => {
    const {
      tagName,
      attrs = [],
      childNodes = [],
      content,
    } = node as {
      tagName?: string
      attrs?: { name: string; value: string }[]
      childNodes?: object[]
      content?: object
    }
    const attribute = (name: string): string | undefined => attrs.find(one => one.name === name)?.value
    if (tagName === 'script' && attribute('src') !== '../app.js' && attribute('type') !== 'application/json')
      found.push('script')
    if (['img', 'iframe', 'b', 'object', 'embed'].includes(tagName ?? '')) found.push(tagName ?? '')
    for (const { name, value } of attrs)
      if (name.startsWith('on') || /^\s*javascript:/i.test(value)) found.push(name)
    for (const child of childNodes) visit(child)
    if (content) visit(content)
  }
  visit(parse(html))
  return found
}

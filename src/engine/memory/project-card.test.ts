import { describe, expect, it } from 'vitest'
import type { ProductDoc } from '../../contracts/product-doc.ts'
import { CARD_TOKENS, makeProjectCard } from './project-card.ts'
import { findRelevantSections } from './relevant-sections.ts'

const countTokens = (text: string) => Math.ceil(text.length / 3)

function doc(sections: Readonly<Record<string, string>>): Pick<ProductDoc, 'sections' | 'status'> {
  const at = '2026-03-01T09:00:00.000Z'
  return {
    status: 'draft',
    sections: Object.fromEntries(
      Object.entries(sections).map(([name, content]) => [
        name,
        { title: name, content, updated_at: at, updated_by: 'llm' as const },
      ]),
    ),
  }
}

describe('a project card', () => {
  it('says what the session is about, the overview first, without the marks of Markdown', () => {
    const card = makeProjectCard(
      doc({
        menu: '- espresso\n- flat white',
        overview: '# Coffee\n\nAn app to order ahead.',
        pages: '1. home',
      }),
      countTokens,
    )
    expect(card).toBe(
      'Product doc: draft, 3 sections\noverview: Coffee An app to order ahead.\npages: home\nmenu: espresso flat white',
    )
  })

  it('stays below 500 tokens whatever is in the sections, and the same whatever their order', () => {
    const counters = [
      countTokens,
      (text: string) => text.length,
      (text: string) => Math.ceil(text.length / 4),
    ]
    for (const count of counters) {
      for (const sections of [1, 5, 20]) {
        const texts = Object.fromEntries(
          Array.from({ length: sections }, (_, n) => [
            `section_${n}_${'n'.repeat(40)}`,
            '漢字 text '.repeat(1000),
          ]),
        )
        const whole = doc(texts)
        const card = makeProjectCard(whole, count)
        expect(count(card)).toBeLessThan(CARD_TOKENS)
        const turned = { ...whole, sections: Object.fromEntries(Object.entries(whole.sections).reverse()) }
        expect(makeProjectCard(turned, count)).toBe(card)
      }
    }
  })
})

describe('the sections that fit a task', () => {
  const { sections } = doc({
    overview: 'An app for a coffee shop to order ahead.',
    'pages.menu': 'Lists drinks with prices, grouped by kind.',
    menu_data: 'espresso 2.50, flat white 3.80',
    contact_info: 'Opening hours, address and telephone.',
    品牌: '深色背景和红色重点',
  })

  it.each([
    ['edit the menu page', ['menu_data', 'pages.menu']],
    ['when is the shop open, and its addresses?', ['contact_info', 'overview']],
    ['what do you think of it', []],
    ['红色', ['品牌']],
  ])('are found by its words: %s', (task, expected) => {
    expect([...findRelevantSections(sections, task)].sort()).toEqual([...expected].sort())
  })

  it('come with the best one first', () => {
    expect(findRelevantSections(sections, 'menu drinks prices')[0]).toBe('pages.menu')
  })
})

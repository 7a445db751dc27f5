import { describe, expect, it } from 'vitest'
import type { ProductDoc, ProductDocSection } from '../../contracts/product-doc.ts'
import { type ChangeTerms, changeSections, type SectionChange, toSectionName } from './change-sections.ts'

const countTokens = (text: string) => Math.ceil(text.length / 3)
const LATER = '2026-03-02T09:00:00.000Z'

function section(content: string, changes: Partial<ProductDocSection> = {}): ProductDocSection {
  return { title: content, content, updated_at: '2026-03-01T09:00:00.000Z', updated_by: 'llm', ...changes }
}

function byModel(personWords = '', removed: readonly string[] = []): ChangeTerms {
  return { by: 'llm', personWords, removedByPerson: new Set(removed), at: LATER, countTokens }
}

const byPerson: ChangeTerms = { ...byModel(), by: 'user' }
const write = (name: string, content: string): SectionChange => ({ section: name, title: content, content })

const STYLE: ProductDoc['sections'] = {
  brand_style: section('Dark, one red accent', { title: 'Look and feel', updated_by: 'user' }),
}

describe('a model and a section that a person edited last', () => {
  it.each([
    ['nothing was said of it', ''],
    ['the person spoke of something else', 'Add a contact page and write a footer.'],
    ['the person only mentioned it', 'I like the brand style.'],
    ['the person wants it left alone', 'Keep the brand style, and add a page.'],
    ['the person says no', 'Please do not change the brand style.'],
    ['asking and naming are in two sentences', 'Change the menu. The brand style is good.'],
    ['one half of the sentence holds back', 'Update the pages but leave the brand style.'],
  ])('leave it when %s', (_, words) => {
    const changed = changeSections(STYLE, [write('brand_style', 'Bright')], byModel(words))
    expect(changed.sections).toBe(STYLE)
    expect(changed.patches).toEqual([])
    expect(changed.kept).toMatchObject([{ section: 'brand_style', because: 'persons_own' }])
  })

  it.each([
    'Change the brand style to something bright.',
    'please rewrite BRAND-STYLE: brighter',
    'I thought about it. Make the look and feel bright!',
    'Leave the pages, but update the brand style',
  ])('change it when the person asks so: %s', words => {
    const changed = changeSections(STYLE, [write('Brand Style', 'Bright')], byModel(words))
    expect(changed.kept).toEqual([])
    expect(changed.sections.brand_style).toMatchObject({ content: 'Bright', updated_by: 'llm' })
  })

  it('remove it only when the person asks, and never bring back what the person took away', () => {
    const remove: SectionChange = { section: 'brand_style', remove: true }
    expect(changeSections(STYLE, [remove], byModel()).kept).toMatchObject([{ because: 'persons_own' }])
    expect(changeSections(STYLE, [remove], byModel('Drop the brand style.')).sections).toEqual({})
    const back = changeSections({}, [write('legal', 'x')], byModel('', ['legal']))
    expect(back.kept).toMatchObject([{ section: 'legal', because: 'persons_own' }])
    expect(changeSections({}, [write('legal', 'x')], byModel('Add legal again', ['legal'])).kept).toEqual([])
  })
})

describe('a change of sections', () => {
  it('adds, changes and removes, and says each in a patch with before and after', () => {
    const sections = { a: section('one'), b: section('two') }
    const changed = changeSections(
      sections,
      [write('a', 'uno'), { section: 'b', remove: true }, write('c', 'tres')],
      byModel(),
    )
    const uno = { title: 'uno', content: 'uno', updated_at: LATER, updated_by: 'llm' }
    const tres = { title: 'tres', content: 'tres', updated_at: LATER, updated_by: 'llm' }
    expect(changed.sections).toEqual({ a: uno, c: tres })
    expect(changed.patches).toEqual([
      { section: 'a', change: 'changed', before: section('one'), after: uno },
      { section: 'b', change: 'removed', before: section('two') },
      { section: 'c', change: 'added', after: tres },
    ])
  })

  it('makes no patch where nothing changes, but lets a person take a section over as it is', () => {
    const sections = { a: section('one') }
    expect(changeSections(sections, [write('a', 'one')], byModel()).patches).toEqual([])
    const taken = changeSections(sections, [write('a', 'one')], byPerson)
    expect(taken.sections.a?.updated_by).toBe('user')
    const again = changeSections(taken.sections, [write('a', 'one')], byModel('change a'))
    expect(again.patches).toEqual([])
  })

  it('leaves out what is too long, empty or without a name, and does the rest', () => {
    const changed = changeSections(
      {},
      [
        { section: 'long', title: 'Long', content: 'x'.repeat(12_001) },
        write('blank', ' \n'),
        write('__proto__', 'x'),
        write('ok', 'fine'),
      ],
      byModel(),
    )
    expect(changed.kept.map(kept => [kept.section, kept.because])).toEqual([
      ['long', 'too_long'],
      ['blank', 'empty'],
      ['__proto__', 'bad_name'],
    ])
    expect(Object.keys(changed.sections)).toEqual(['ok'])
  })

  it('folds the oldest sections of the model into one when a 21st comes, and keeps those of the person', () => {
    const sections = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => {
        const at = `2026-01-${String(n + 1).padStart(2, '0')}T00:00:00.000Z`
        return [`s${n}`, section(`text ${n}`, { updated_at: at, updated_by: n === 0 ? 'user' : 'llm' })]
      }),
    )
    const changed = changeSections(sections, [write('new', 'fresh')], byModel())
    expect(Object.keys(changed.sections)).toHaveLength(20)
    expect(changed.sections.s0).toEqual(sections.s0)
    expect(changed.sections).not.toHaveProperty('s1')
    expect(changed.sections).not.toHaveProperty('s2')
    expect(changed.sections.earlier?.content).toBe('- text 1 (s1): text 1\n- text 2 (s2): text 2')
    expect(changed.patches.map(patch => [patch.section, patch.change])).toEqual([
      ['s1', 'folded'],
      ['earlier', 'added'],
      ['s2', 'folded'],
      ['earlier', 'changed'],
      ['new', 'added'],
    ])
    const next = changeSections(changed.sections, [write('newer', 'x')], byModel())
    expect(Object.keys(next.sections)).toHaveLength(20)
    expect(next.sections.earlier?.content.split('\n')).toHaveLength(3)
  })

  it('folds nothing of a person: a 21st section is left out when every other is theirs', () => {
    const sections = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`s${n}`, section(`text ${n}`, { updated_by: 'user' })]),
    )
    const changed = changeSections(sections, [write('new', 'fresh')], byModel())
    expect(changed.kept).toMatchObject([{ section: 'new', because: 'too_many' }])
    expect(changed.sections).toBe(sections)
  })

  it('keeps what was folded below the length of a section however often it folds', () => {
    let sections: ProductDoc['sections'] = {}
    for (let n = 0; n < 400; n += 1) {
      const terms = { ...byModel(), at: new Date(Date.parse(LATER) + n * 1000).toISOString() }
      sections = changeSections(
        sections,
        [{ ...write(`s${n}`, `${n} `.repeat(500)), title: `t${n}` }],
        terms,
      ).sections
      expect(Object.keys(sections).length).toBeLessThanOrEqual(20)
    }
    expect(countTokens(sections.earlier?.content ?? '')).toBeLessThanOrEqual(4000)
    expect(sections.earlier?.content).toContain('(s380)')
    expect(sections).toHaveProperty('s399')
  })

  it('makes names of what a model writes', () => {
    expect(toSectionName(' Brand  Style ')).toBe('brand_style')
    expect(toSectionName('pages.menu')).toBe('pages.menu')
    expect(toSectionName('品牌 风格')).toBe('品牌_风格')
    for (const bad of ['', '../x', '__proto__', 'a/b', 'x'.repeat(65), '<b>']) {
      expect(toSectionName(bad)).toBeUndefined()
    }
  })
})

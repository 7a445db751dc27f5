import { differenceEuclidean, wcagContrast } from 'culori'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DesignSystem, PageMode, PageStyle } from '../../../contracts/page.ts'
import { readBrief } from '../brief/brief.ts'
import { createDesignSystem, designFromTokens, inMode } from './design-system.ts'

const brief = readBrief('a shop')
const TEXT_ROLES = ['text', 'text_secondary', 'text_muted', 'link', 'danger', 'success']
const GROUNDS = ['background', 'surface', 'surface_raised']

describe('a design system', () => {
  it.each(
    PageStyle.options.flatMap(style => PageMode.options.map(mode => [style, mode] as const)),
  )('%s %s is readable in every role and has no address in its CSS', (style, mode) => {
    const design = createDesignSystem({ brief, style, mode })
    DesignSystem.parse(design)
    expectReadable(design)
    expect(design.css).not.toMatch(/url\(|@import|https?:|expression\(/)
  })

  it('is readable whatever the brand colours are', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map(number => `#${number.toString(16).padStart(6, '0')}`)
    const wish = fc.record({
      style: fc.constantFrom(...PageStyle.options),
      mode: fc.constantFrom(...PageMode.options),
      brandColors: fc.array(hex, { minLength: 1, maxLength: 4 }),
    })
    fc.assert(
      fc.property(wish, told => expectReadable(createDesignSystem({ brief, ...told }))),
      { numRuns: 60 },
    )
  })

  it('keeps a readable brand colour as it is', () => {
    expect(
      createDesignSystem({ brief, style: 'clean-modern', brandColors: ['#0b5fff'] }).tokens.colors.primary,
    ).toBe('#0b5fff')
  })

  it('looks different in each style', () => {
    const designs = PageStyle.options.map(style => createDesignSystem({ brief, style, mode: 'light' }))
    const apart = differenceEuclidean('oklab')
    designs.forEach((design, index) => {
      for (const other of designs.slice(index + 1)) {
        const { tokens: a } = design
        const { tokens: b } = other
        const colors = ['background', 'primary', 'art_1'].some(
          role => apart(a.colors[role] ?? '', b.colors[role] ?? '') > 0.05,
        )
        const letters = a.heading_font_family !== b.heading_font_family
        const shape = a.radius !== b.radius || a.shadow !== b.shadow
        expect(
          [colors, letters, shape].filter(Boolean).length,
          `${design.style} and ${other.style}`,
        ).toBeGreaterThanOrEqual(2)
      }
    })
  })

  it('turns dark and back, and made anew from its tokens is the same', () => {
    const light = createDesignSystem({ brief, style: 'editorial', mode: 'light' })
    expect(inMode(light, 'dark').mode).toBe('dark')
    expectReadable(inMode(light, 'dark'))
    expect(designFromTokens(light)).toEqual(light)
  })
})

function expectReadable({ tokens: { colors } }: DesignSystem): void {
  const pairs = [
    ...TEXT_ROLES.flatMap(role => GROUNDS.map(ground => [role, ground] as const)),
    ['on_primary', 'primary'] as const,
    ['on_accent', 'accent'] as const,
    ['on_secondary', 'secondary'] as const,
  ]
  for (const [role, ground] of pairs) {
    const contrast = wcagContrast(colors[role] ?? '', colors[ground] ?? '')
    expect(contrast, `${role} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
}

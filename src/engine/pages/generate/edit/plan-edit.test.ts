import { describe, expect, it } from 'vitest'
import { readBrief } from '../../brief/brief.ts'
import { createDesignSystem } from '../../design-system/design-system.ts'
import { generatePage, planPages } from '../generate.ts'
import { planEdit } from './plan-edit.ts'

const brief = readBrief('Make a coffee shop app called Amber & Oak, open Mon–Fri 7–18')
const designSystem = createDesignSystem({ brief })
const pages = planPages(brief)
const menu = page(0)

describe('editing a page by rules', () => {
  it('makes cards bigger and adds favourites in one go, and touches nothing else', () => {
    const edit = planEdit(menu, 'make the cards bigger and add favourites', designSystem)
    expect(edit.left).toBeUndefined()
    expect(edit.html.match(/data-favourite="/g)?.length).toBe(menu.match(/data-item="/g)?.length)
    expect(edit.html).toContain('class="cards cards-large"')
    const undone = edit.html
      .replaceAll(/\n<button type="button" class="icon-button favourite"[\s\S]*?<\/button>/g, '')
      .replace('class="cards cards-large"', 'class="cards"')
    expect(undone).toBe(menu)
  })

  it('changes the colour of buttons in the look, readable, and leaves the page byte for byte', () => {
    const edit = planEdit(menu, 'Change the button colour to green', designSystem)
    expect(edit.html).toBe(menu)
    expect(edit.design?.tokens.colors.button).toMatch(/^#[0-9a-f]{6}$/)
    expect(edit.design?.tokens.colors.background).toBe(designSystem.tokens.colors.background)
    expect(edit.design?.css).toContain(`--color-button: ${edit.design?.tokens.colors.button}`)
  })

  it('turns the look dark', () => {
    expect(planEdit(menu, 'dark mode please', designSystem).design?.mode).toBe('dark')
    expect(planEdit(menu, 'make it dark', designSystem).design?.mode).toBe('dark')
  })

  it('renames the product everywhere on the page, escaped', () => {
    const edit = planEdit(menu, 'Rename it to Bean <Lab>', designSystem)
    expect(edit.html).not.toContain('Amber')
    expect(edit.html).toContain('Bean &lt;Lab&gt;')
  })

  it('takes the name of a page for no name of the whole', () => {
    for (const wish of ['Rename the product page to Player', 'Call the product page Player'])
      expect(planEdit(menu, wish, designSystem)).toEqual({ html: menu, changes: [], left: wish })
    expect(planEdit(menu, 'Call the shop Player', designSystem).html).toContain('Player')
  })

  it('puts one colour in the place of another', () => {
    const blue = planEdit(menu, 'make the colour blue', designSystem).design?.tokens.colors.primary
    const replaced = planEdit(menu, 'replace the colour red with blue', designSystem)
    expect(replaced.design?.tokens.colors.primary).toBe(blue)
  })

  it('adds a part with the given words before the end and removes it again to the same bytes', () => {
    const added = planEdit(menu, 'add an opening hours section: Mon–Fri 8–17, Sat 9–12', designSystem)
    expect(added.html).toContain('data-region="opening-hours"')
    expect(added.html).toContain('Sat')
    const removed = planEdit(added.html, 'remove the opening hours section', designSystem)
    expect(removed.html).toBe(menu)
  })

  it('replaces quoted words where they are read, heard or counted, and leaves ids and addresses', () => {
    const edit = planEdit(menu, 'change "Flat white" to "Cortado"', designSystem)
    expect(edit.html).toContain('>Cortado</a>')
    expect(edit.html).toContain('aria-label="Add Cortado to cart"')
    expect(edit.html).toContain('"name":"Cortado"')
    expect(edit.html).toContain('data-item="flat-white"')
    expect(edit.html).not.toContain('Flat white')
  })

  it('removes the hero and the filters by their ordinary names', () => {
    expect(planEdit(menu, 'remove the banner', designSystem).html).not.toContain('data-region="hero"')
    expect(planEdit(menu, 'remove the filters', designSystem).html).not.toContain('class="chips"')
  })

  it('does what it understands and gives back the rest in the words of the person', () => {
    const edit = planEdit(menu, 'Make the cards bigger and add a loyalty programme with points', designSystem)
    expect(edit.changes).toHaveLength(1)
    expect(edit.left).toBe('add a loyalty programme with points')
    expect(planEdit(menu, 'connect it to our warehouse', designSystem)).toEqual({
      html: menu,
      changes: [],
      left: 'connect it to our warehouse',
    })
  })

  it('takes hostile words as words', () => {
    const edit = planEdit(
      menu,
      'add a section called "<script>alert(1)</script>": <img src=x onerror=alert(1)>',
      designSystem,
    )
    expect(edit.html).not.toContain('<script>alert')
    expect(edit.html).not.toContain('<img')
  })
})

function page(index: number): string {
  const spec = pages[index]
  if (!spec) throw new Error('There is no such page.')
  return generatePage({ spec, brief, designSystem, pages })
}

import type { DesignSystem, PageBrief, PageSpec } from '../../src/contracts/page.ts'
import { briefQuestions, readBrief, whatIsOpen } from '../../src/engine/pages/brief/brief.ts'
import { createDesignSystem } from '../../src/engine/pages/design-system/design-system.ts'
import { shownText } from '../../src/engine/pages/generate/complete-page.ts'
import { generatePage, planPages } from '../../src/engine/pages/generate/generate.ts'
import type { StudioBrief } from './briefs.ts'

/** The pages of a brief as they stand in memory. */
export interface Site {
  readonly brief: PageBrief
  readonly design: DesignSystem
  readonly pages: readonly (PageSpec & { readonly html: string })[]
  readonly questions: number
}

export function makeSite(text: string): Site {
  const brief = readBrief(text)
  const designSystem = createDesignSystem({ brief })
  const specs = planPages(brief)
  const pages = specs.map(spec => ({
    ...spec,
    html: generatePage({ spec, brief, designSystem, pages: specs }),
  }))
  return { brief, design: designSystem, pages, questions: briefQuestions(brief).length }
}

/** What of a brief came out, each thing as placed, rightly asked about, or lost. */
export interface BriefResult {
  readonly id: string
  readonly placed: number
  readonly asked: number
  readonly lost: readonly string[]
  readonly isRight: boolean
}

export function checkBrief(wanted: StudioBrief): BriefResult {
  const site = makeSite(wanted.text)
  const { id } = wanted
  if (wanted.isVague) {
    const fits = site.questions >= 3 && site.questions <= 5
    return { id, placed: 0, asked: 0, lost: fits ? [] : [`${site.questions} questions`], isRight: fits }
  }
  const open = whatIsOpen(site.brief).join('\n').toLowerCase()
  const results = wanted.facts.map(fact => placeOf(fact, site, open))
  const lost = [
    ...results.filter(({ state }) => state === 'lost').map(({ words }) => words),
    ...pagesLost(wanted, site),
    ...(wanted.absent ?? [])
      .filter(words => site.pages.some(page => shownText(page.html).includes(words.toLowerCase())))
      .map(words => `there: ${words}`),
    ...(site.questions > 1 ? [`${site.questions} questions`] : []),
  ]
  return {
    id,
    placed: results.filter(({ state }) => state === 'placed').length,
    asked: results.filter(({ state }) => state === 'asked').length,
    lost,
    isRight: lost.length === 0,
  }
}

function placeOf(fact: StudioBrief['facts'][number], site: Site, open: string) {
  const [words, page] = typeof fact === 'string' ? [fact, undefined] : fact
  const low = words.toLowerCase()
  const where =
    page === undefined
      ? site.pages
      : site.pages.filter(({ title }) => title.toLowerCase() === page.toLowerCase())
  if (where.some(({ html }) => shownText(html).includes(low))) return { words, state: 'placed' as const }
  return {
    words: page ? `${words} (${page})` : words,
    state: open.includes(low) ? ('asked' as const) : ('lost' as const),
  }
}

function pagesLost(wanted: StudioBrief, site: Site): readonly string[] {
  if (wanted.pages === undefined) return []
  const titles = site.pages.map(({ title }) => title.toLowerCase()).join(', ')
  const asked = wanted.pages.map(title => title.toLowerCase()).join(', ')
  return titles === asked ? [] : [`pages: ${titles}`]
}

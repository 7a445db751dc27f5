import type { ProductDoc } from '../../contracts/product-doc.ts'
import { delimitData, delimitPersonWords } from './delimit.ts'
import { findRelevantSections } from './relevant-sections.ts'
import { type CountTokens, shortenText } from './shorten.ts'

export interface PageSummary {
  readonly slug: string
  readonly title: string
  readonly summary: string
}

export interface BlockParts {
  readonly doc: ProductDoc | undefined
  readonly task_hint: string
  readonly pages: readonly PageSummary[]
  readonly target_pages: readonly string[]
  readonly design_system?: string | undefined
  readonly conditions: readonly string[]
}

export interface ContextBlock {
  readonly text: string
  /** Names of the sections that are shown. */
  readonly sections: readonly string[]
}

/** No section is shown for less: what is left of it would mislead. */
const MIN_TOKENS = 60
const PAGE_TOKENS = 150
/** What sections leave for the pages, and both for the design system. */
const PAGES_SHARE = 0.2
const DESIGN_SHARE = 0.2

/**
 * What is known of the session beside its conversation, in one text within so many tokens: conditions of people first,
 * then the card, the sections that fit the task, the pages, the design system. All but the conditions is fenced as data.
 */
export function makeContextBlock(parts: BlockParts, budget: number, count: CountTokens): ContextBlock {
  const block = createBlock(budget, count)
  const conditions = parts.conditions.map(text => `- ${text}`).join('\n')
  if (conditions !== '') block.add(text => delimitPersonWords('condition', text), conditions)
  const { doc } = parts
  if (doc) block.add(text => delimitData('project card', text), doc.project_card)
  const design = parts.design_system ?? ''
  const forDesign = design === '' ? 0 : budget * DESIGN_SHARE
  const forPages = parts.pages.length === 0 ? 0 : budget * PAGES_SHARE
  const sections = doc
    ? addSections(block, { doc, taskHint: parts.task_hint, spare: forDesign + forPages })
    : []
  for (const page of targetsFirst(parts)) {
    const about = shortenText(`${page.title}: ${page.summary}`, PAGE_TOKENS, count)
    block.add(text => delimitData(`page ${page.slug}`, text), about, forDesign)
  }
  if (design !== '') block.add(text => delimitData('design-system.css', text), design)
  return { text: block.text(), sections }
}

function addSections(
  block: ReturnType<typeof createBlock>,
  { doc, taskHint, spare }: { readonly doc: ProductDoc; readonly taskHint: string; readonly spare: number },
): readonly string[] {
  return findRelevantSections(doc.sections, taskHint).filter(name => {
    const section = doc.sections[name]
    if (!section) return false
    const source = `product doc section ${name} by ${section.updated_by === 'user' ? 'the person' : 'the model'}`
    return block.add(text => delimitData(source, text), `${section.title}\n${section.content}`, spare)
  })
}

/** Those the turn is about, then the others in their order. */
function targetsFirst({ pages, target_pages }: BlockParts): readonly PageSummary[] {
  const isTarget = (page: PageSummary) => target_pages.includes(page.slug)
  return [...pages.filter(isTarget), ...pages.filter(page => !isTarget(page))]
}

function createBlock(budget: number, count: CountTokens) {
  const parts: string[] = []
  let left = budget
  return {
    /** False when there was no room for it; `spare` tokens stay for what comes later. */
    add: (fence: (text: string) => string, text: string, spare = 0): boolean => {
      const room = left - spare - count(fence('')) - count('\n\n')
      if (room < Math.min(MIN_TOKENS, count(text))) return false
      const fenced = fence(shortenText(text, room, count))
      const tokens = count(`\n\n${fenced}`)
      if (tokens > left - spare) return false
      parts.push(fenced)
      left -= tokens
      return true
    },
    text: () => parts.join('\n\n'),
  }
}

import { type PageBrief, PageStyle, ProductType } from '../../../contracts/page.ts'
import { cleanText, cut } from './clean-text.ts'
import { readLanguage } from './language.ts'
import { readColors, readMode, readStyle } from './look-words.ts'
import { readProductType } from './product-words.ts'
import { readAudience, readFacts, readFeatures, readTagline, readWantedPages } from './read-facts.ts'
import { readItems } from './read-items.ts'
import { readModelOf, readName } from './read-name.ts'
import { readSector } from './sector-words.ts'

export { briefQuestions } from './questions.ts'

/** Below this many words, with much left open, a brief is vague. */
const DETAILED_WORDS = 40
const SURE = 0.4

/**
 * Reads ordinary words into a brief: what is to be built, its name, look, items with prices, facts; and what is worth
 * asking. What the words do not say stays open; nothing is invented. Text is cut at 10,000 characters and freed of
 * control and direction-changing characters; it is data, whatever it says. With `earlier`, what is said now wins and what
 * is not said stays.
 */
export function readBrief(text: string, earlier?: PageBrief): PageBrief {
  const clean = cleanText(text)
  const told = readWords(clean)
  const brief = earlier ? mergeBriefs(earlier, told) : told
  return { ...brief, missing: [...whatIsMissing(brief)] }
}

/** The brief with a person's answers to its questions, by question id; an answer is read like the brief itself. */
export function briefWithAnswers(
  brief: PageBrief,
  answers: readonly { readonly id: string; readonly value: string | readonly string[] }[],
): PageBrief {
  const answered = answers.reduce((known, { id, value }) => {
    const text = cleanText(typeof value === 'string' ? value : value.join(', '))
    return text === '' ? known : answer(known, id, text)
  }, brief)
  const ids = new Set(answers.map(({ id }) => id))
  return { ...answered, missing: whatIsMissing(answered).filter(id => !ids.has(id)) }
}

function readWords(text: string): PageBrief {
  const { items, currency } = readItems(text)
  const { type, confidence } = readProductType(text)
  const sector = readSector(text)
  const name = readName(text)
  const model = name === undefined ? readModelOf(text) : undefined
  const style = readStyle(text)
  const mode = readMode(text)
  const audience = readAudience(text)
  const tagline = readTagline(text)
  const product = type === 'unknown' || confidence < SURE ? (sector?.product ?? type) : type
  const facts = {
    ...readFacts(text),
    ...(sector ? { sector: sector.sector } : {}),
    ...(model ? { like: model } : {}),
  }
  return {
    text,
    product_type: product,
    confidence: type === 'unknown' && sector ? 0.6 : confidence,
    language: readLanguage(text),
    ...(name ? { name } : {}),
    ...(tagline ? { tagline } : {}),
    ...(audience ? { audience } : {}),
    features: [...readFeatures(text)],
    items: items.map(item => ({ ...item })),
    colors: [...readColors(name === undefined ? text : text.replaceAll(name, ' '))],
    ...(style ? { style } : {}),
    ...(mode ? { mode } : {}),
    ...(currency ? { currency } : {}),
    facts,
    wanted_pages: [...readWantedPages(text)],
    complexity: complexityOf(text, items.length),
    missing: [],
  }
}

function whatIsMissing(brief: PageBrief): readonly string[] {
  const words = brief.text.split(/\s+/).length
  const isAuthored = brief.product_type === 'card' || brief.product_type === 'invitation'
  const hasContent = brief.items.length > 0 || brief.features.length >= 2 || brief.wanted_pages.length > 1
  const hasOccasion = isAuthored && (brief.facts.date !== undefined || brief.facts.email !== undefined)
  const hasPlace = brief.product_type === 'travel' && brief.facts.destination !== undefined
  const open = [
    brief.product_type === 'unknown' && 'product_type',
    brief.name === undefined && brief.facts.like === undefined && !hasPlace && 'name',
    !hasContent && !hasOccasion && !hasPlace && brief.facts.page_count === undefined && 'items',
    brief.style === undefined && brief.colors.length === 0 && brief.mode === undefined && 'style',
    brief.audience === undefined && !isAuthored && 'audience',
    brief.features.length === 0 && !isAuthored && 'features',
  ].filter(id => id !== false)
  const isVague = open.length >= 3 && words < DETAILED_WORDS && !isDetailed(brief)
  if (isVague) return open
  return open.filter(id => id === 'product_type')
}

/** Says what, how many or which, and how it looks: enough to begin. */
function isDetailed(brief: PageBrief): boolean {
  const hasLook = brief.style !== undefined || brief.colors.length > 0 || brief.mode !== undefined
  const hasParts =
    brief.items.length >= 2 || brief.facts.page_count !== undefined || brief.wanted_pages.length >= 2
  return brief.product_type !== 'unknown' && hasLook && hasParts
}

function mergeBriefs(earlier: PageBrief, now: PageBrief): PageBrief {
  const isKnown = now.product_type !== 'unknown' && now.confidence >= earlier.confidence
  return {
    ...earlier,
    ...now,
    text: cut(`${earlier.text}\n${now.text}`, 10_000),
    product_type: isKnown || earlier.product_type === 'unknown' ? now.product_type : earlier.product_type,
    confidence: Math.max(earlier.confidence, now.confidence),
    language: now.text.length > 40 ? now.language : earlier.language,
    features: [...new Set([...earlier.features, ...now.features])].slice(0, 40),
    items: now.items.length > 0 ? now.items : earlier.items,
    colors: now.colors.length > 0 ? now.colors : earlier.colors,
    facts: { ...now.facts, ...earlier.facts, ...withoutSector(now.facts) },
    wanted_pages: [...new Set([...earlier.wanted_pages, ...now.wanted_pages])].slice(0, 20),
  }
}

function withoutSector({ sector: _sector, ...facts }: PageBrief['facts']): PageBrief['facts'] {
  return facts
}

function answer(brief: PageBrief, id: string, text: string): PageBrief {
  switch (id) {
    case 'product_type': {
      const chosen = ProductType.safeParse(text)
      const type = chosen.success ? chosen.data : readProductType(text).type
      return { ...brief, product_type: type === 'unknown' ? brief.product_type : type, confidence: 1 }
    }
    case 'name':
      return { ...brief, name: cut(readName(text) ?? text, 60) }
    case 'audience':
      return { ...brief, audience: cut(text, 120) }
    case 'style': {
      const chosen = PageStyle.safeParse(text)
      const style = chosen.success ? chosen.data : readStyle(text)
      const colors = readColors(`${text} colours`)
      const mode = readMode(text)
      return {
        ...brief,
        ...(style ? { style } : {}),
        ...(mode ? { mode } : {}),
        colors: colors.length > 0 ? [...colors] : brief.colors,
      }
    }
    case 'features':
      return {
        ...brief,
        features: [...new Set([...brief.features, ...readFeatures(text)])],
        wanted_pages: [...new Set([...brief.wanted_pages, ...pagesIn(text)])],
      }
    default:
      return answerFreely(brief, text)
  }
}

function answerFreely(brief: PageBrief, text: string): PageBrief {
  const read = readItems(/[:\n]/.test(text) ? text : `items: ${text}`)
  const facts = { ...brief.facts, ...withoutSector(readFacts(text)) }
  const items = read.items.length > 0 ? read.items.map(item => ({ ...item })) : brief.items
  return { ...brief, facts, items, ...(read.currency ? { currency: read.currency } : {}) }
}

function pagesIn(text: string): readonly string[] {
  return [/about/i.test(text) && 'about', /contact/i.test(text) && 'contact'].filter(page => page !== false)
}

function complexityOf(text: string, items: number): PageBrief['complexity'] {
  const words = text.split(/\s+/).length
  if (words > 120 || items > 15) return 'complex'
  return words > 25 || items > 3 ? 'medium' : 'simple'
}

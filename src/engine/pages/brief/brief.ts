import { type PageBrief, PageStyle, ProductType } from '../../../contracts/page.ts'
import { cleanText, cut } from './clean-text.ts'
import { readColors, readMode, readStyle } from './look-words.ts'
import { readProductType } from './product-words.ts'
import { readFeatures, readWantedPages } from './read-hints.ts'
import { readWords } from './read-words.ts'

export { briefQuestions } from './questions.ts'
export { whatIsOpen } from './what-is-open.ts'

import { whatIsMissing } from './what-is-open.ts'

/**
 * Reads ordinary words into a brief without a model: what is certain, each with its quote; what fits no entry surely
 * stands under `not_placed`. Text is cut at 10,000 characters and freed of control and direction-changing characters;
 * it is data, whatever it says. With `earlier`, what is said now wins and what is not said stays.
 */
export function readBrief(text: string, earlier?: PageBrief): PageBrief {
  return joinBrief(readWords(cleanText(text)), earlier)
}

/** A brief that was just read, joined with the one before it, and with what is worth asking of the two. */
export function joinBrief(told: PageBrief, earlier?: PageBrief): PageBrief {
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
  return {
    ...answered,
    version: brief.version + 1,
    missing: whatIsMissing(answered).filter(id => !ids.has(id)),
  }
}

/** What was said later joins what was said before; a later list of pages or items takes the place of an earlier one. */
function mergeBriefs(earlier: PageBrief, now: PageBrief): PageBrief {
  const isKnown = now.product_type !== 'unknown' && now.confidence >= earlier.confidence
  const { sector: _sector, ...facts } = now.facts
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
    facts: { ...now.facts, ...earlier.facts, ...facts },
    wanted_pages: [...new Set([...earlier.wanted_pages, ...now.wanted_pages])].slice(0, 20),
    page_list: now.page_list.length > 0 ? now.page_list : earlier.page_list,
    statements: joined(earlier.statements, now.statements),
    columns: now.columns.length > 0 ? now.columns : earlier.columns,
    exclusions: [...new Set([...earlier.exclusions, ...now.exclusions])].slice(0, 20),
    not_placed: [...new Set([...earlier.not_placed, ...now.not_placed])].slice(0, 60),
    version: earlier.version + 1,
  }
}

/** Sayings add up; of hours, a place or a telephone number the later one stands. */
function joined(earlier: PageBrief['statements'], now: PageBrief['statements']): PageBrief['statements'] {
  const single = new Set(['hours', 'place', 'phone', 'email', 'headline'])
  const replaced = new Set(now.map(({ kind }) => kind).filter(kind => single.has(kind)))
  const said = new Set(now.map(({ kind, value }) => `${kind}|${value}`))
  return [
    ...earlier.filter(({ kind, value }) => !replaced.has(kind) && !said.has(`${kind}|${value}`)),
    ...now,
  ].slice(0, 120)
}

function answer(brief: PageBrief, id: string, text: string): PageBrief {
  switch (id) {
    case 'product_type': {
      const chosen = ProductType.safeParse(text)
      const type = chosen.success ? chosen.data : readProductType(text).type
      return { ...brief, product_type: type === 'unknown' ? brief.product_type : type, confidence: 1 }
    }
    case 'name':
      return { ...brief, name: cut(text.replace(/^(?:it is |it's )?(?:called|named)\s+/i, ''), 60) }
    case 'audience':
      return { ...brief, audience: cut(text, 120) }
    case 'style':
      return answerStyle(brief, text)
    case 'pages': {
      const read = readWords(`Pages: ${text}`)
      return { ...brief, page_list: read.page_list.length > 0 ? read.page_list : brief.page_list }
    }
    case 'features': {
      const pages = /\babout\b/i.test(text) ? ['about'] : []
      const contact = /\bcontact\b/i.test(text) ? ['contact'] : []
      const features = [...new Set([...brief.features, ...readFeatures(text)])]
      const wanted = [...new Set([...brief.wanted_pages, ...pages, ...contact, ...readWantedPages(text)])]
      return { ...brief, features, wanted_pages: wanted }
    }
    default:
      return answerFreely(brief, id, text)
  }
}

function answerStyle(brief: PageBrief, text: string): PageBrief {
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

const LABELS: Readonly<Record<string, string>> = {
  items: 'Items',
  columns: 'Columns',
  hours: 'Opening hours',
  place: 'Address',
  not_placed: 'Text',
}

/** Hours, items, an address: read under the heading that the question gave them. */
function answerFreely(brief: PageBrief, id: string, text: string): PageBrief {
  const label = LABELS[id]
  const isHeaded = /^[^\n:]{1,40}:/.test(text) || text.includes('\n') || label === undefined
  const read = readWords(isHeaded ? text : `${label}: ${text}`)
  const { sector: _sector, ...facts } = read.facts
  return {
    ...brief,
    facts: { ...brief.facts, ...facts },
    items: read.items.length > 0 ? read.items : brief.items,
    columns: read.columns.length > 0 ? read.columns : brief.columns,
    statements: joined(brief.statements, read.statements),
    ...(read.currency ? { currency: read.currency } : {}),
  }
}

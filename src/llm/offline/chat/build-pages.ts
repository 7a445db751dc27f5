import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ModelRequest, ModelToolCall } from '../../../contracts/model.ts'
import type { ProviderAnswer } from '../../llm.ts'
import { callTools, say, WHO_I_AM } from '../offline-purpose.ts'
import { findAnalysis, type ReadAnalysis, toQuestion } from './page-analysis.ts'
import type { Done, Turn } from './turn.ts'

/** What a turn about pages knows beside what was said. */
export interface PageTurn {
  readonly turn: Turn
  /** Slugs of the pages that stand. */
  readonly pages: readonly string[]
  readonly offers: (tool: string) => boolean
  readonly nextId: (index: number) => string
  /** Slugs of the pages that alone may change; empty = all. */
  readonly bound: readonly string[]
  /** How many pictures came with the message. */
  readonly images: number
}

const BUILDING =
  /\b(?:make|build|create|design|develop|prototype|generate|draft|set up|put together|start|need|want|would like)\b/i
const BUILT =
  /\b(?:app|application|site|website|webpage|web page|pages?|shop|store|storefront|landing|dashboard|board|kanban|portal|blog|menu|invitation|invite|business card|digital card|booking|clone|itinerary|trip planner|handbook|manual|portfolio|microsite)\b/i
/** A file by its name is the workspace's, not a page. */
const FILE = /\b[\w-]+\.(?:md|txt|json|csv|log|pdf|docx?|xlsx?|js|ts|py|ya?ml)\b/i

/** “A landing page for …”, “Coffee shop app with a cart”: the thing alone is the wish. */
const NAMED_ALONE = /^\W*(?:(?:an?|my|our|some)\s(?:\S+\s){0,6}|(?:\S+\s){0,3})/i
const THEN = /^\s*(?:$|[.,:;!–—-]|(?:for|with|about|where|that|to|of|in)\b)/i
/** What begins with one of these asks for something else with a page or a board. */
const OTHER_WISH =
  /^\W*(?:add|append|change|check|close|copy|count|delete|edit|explain|find|fix|go|how|is|list|look|move|open|please|print|publish|put|read|remind|remove|rename|search|send|show|summari[sz]e|tell|the|this|update|what|when|where|which|who|why|write)\b/i

/** Something to be made without a word for what it is, or for people who will use it. */
const SOMETHING =
  /^\W*(?:please\s+|can you\s+|could you\s+)?(?:build|make|create|design)\s+(?:me\s+|us\s+)?(?:something|anything|sth)\b|\b(?:patients?|clients?|customers?|guests?|visitors?|users?|people|members|parents|students)\s+(?:should|can|to|could|must|need to)\s+(?:be able to\s+)?(?:book|order|reserve|buy|sign up|rsvp|see|browse|find|choose|pay)\b|\b(?:sell|selling|offer)\b[^.]{0,60}\bonline\b|\b(?:travel guide|trip|itinerary|invitation|portfolio|price list)\b/i
/** A thing with prices, or with pages that are listed, is a brief whatever it is called. */
const PRICES = /(?:[€$£]\s?\d|\d\s?(?:€|zł|kr\b|CHF\b|EUR\b)|\b\d{1,4}[.,]\d{2}\b)/g

/** True for a wish for something that pages are built for. */
export function isPageWish(wish: string): boolean {
  if (FILE.test(wish)) return false
  if ((BUILDING.test(wish) && BUILT.test(wish)) || isNamedAlone(wish)) return true
  if (OTHER_WISH.test(wish)) return false
  const isList = (wish.match(PRICES)?.length ?? 0) >= 2
  return (
    SOMETHING.test(wish) ||
    isList ||
    /(?<![\p{L}])(?:pages?|seiten|páginas)\s*:/iu.test(wish) ||
    isForeignWish(wish)
  )
}

/** A wish for a site in another language: its word for one stands in it. */
function isForeignWish(wish: string): boolean {
  return /(?<![\p{L}])(?:webseite|website|internetseite|homepage|sitio|página web|site web|sito|webbplats|hjemmeside|strona)(?![\p{L}])|אתר|موقع|サイト|网站|сайт/iu.test(
    wish,
  )
}

function isNamedAlone(wish: string): boolean {
  if (OTHER_WISH.test(wish)) return false
  const lead = NAMED_ALONE.exec(wish)?.[0].length ?? 0
  return [...wish.matchAll(new RegExp(BUILT, 'gi'))].some(
    ({ 0: built, index }) => index <= lead && THEN.test(wish.slice(index + built.length)),
  )
}

/** True for a wish for something of the workspace, in a session that has pages too. */
export function isAboutFiles(wish: string): boolean {
  return FILE.test(wish) || /\b(?:files?|folders?|workspace|director(?:y|ies))\b/i.test(wish)
}

/** Slugs that the system prompt names. */
export function pagesOf({ messages }: ModelRequest): readonly string[] {
  const [system] = messages
  const named = system?.role === 'system' ? /^Pages: ([a-z0-9, -]+)\.$/m.exec(system.content)?.[1] : undefined
  return named === undefined ? [] : named.split(', ')
}

/** Slugs that the person's words are bound to. */
export function boundPagesOf({ messages }: ModelRequest): readonly string[] {
  const [system] = messages
  const named =
    system?.role === 'system'
      ? /^Bound to the pages: ([a-z0-9, -]+)\. Change no other\.$/m.exec(system.content)?.[1]
      : undefined
  return named === undefined ? [] : named.split(', ')
}

/** One step of a build: analysis, questions, analysis with the answers, doc and look, pages, reply. */
export function buildPages(state: PageTurn, canAsk: boolean): ProviderAnswer {
  const { turn, offers } = state
  const failed = turn.done.find(one => one.result.is_error)
  if (failed) return say(`${WHO_I_AM} It stopped at ${failed.name}: ${failed.result.content.slice(0, 600)}`)
  const analyses = turn.done.filter(one => one.name === 'analyze_brief')
  const analysis = findAnalysis(analyses.at(-1))
  if (!analysis) return callOne(state, 'analyze_brief', { user_request: turn.wish })
  const isAsked = turn.interviews > 0
  if (canAsk && !isAsked && analysis.questions.length > 0) {
    return callOne(
      state,
      'ask_user',
      { questions: analysis.questions.map(toQuestion) },
      'Before I begin, a few questions.',
    )
  }
  if (isAsked && turn.answers.length > 0 && analyses.length < 2) {
    const answers = turn.answers.map(({ id, answer }) => ({ id, answer }))
    return callOne(state, 'analyze_brief', { user_request: turn.wish, answers })
  }
  const isDone = (name: string): boolean => turn.done.some(one => one.name === name)
  if (state.images > 0 && offers('extract_style') && !isDone('extract_style')) {
    return callOne(state, 'extract_style', { image: 1 })
  }
  if (!isDone('create_design_system')) return shareLook(state, analysis)
  const made = turn.done.filter(one => one.name === 'generate_page')
  const open = analysis.suggested_pages.filter(page => !made.some(one => one.arguments.slug === page.slug))
  if (open.length > 0) {
    const calls = open.map(({ slug, title, purpose }) => ({
      name: 'generate_page',
      arguments: { slug, title, description: purpose },
    }))
    return callAll(state, calls, `I build ${open.length} pages: ${open.map(page => page.title).join(', ')}.`)
  }
  return say(reportBuild(analysis, made))
}

/** What was understood goes into the product doc, and the look is made, in one turn. */
function shareLook(state: PageTurn, analysis: ReadAnalysis): ProviderAnswer {
  const { turn, offers } = state
  const answers = turn.answers.filter(({ answer }) => answer.trim() !== '')
  const pages = analysis.suggested_pages.map(({ title, slug, purpose }) => `- ${title} (${slug}): ${purpose}`)
  const sections = [
    { section: 'overview', title: 'Overview', content: turn.wish.slice(0, 4000) },
    ...answers.map(({ id, question, answer }) => ({
      section: id === '' ? 'answers' : id,
      title: question.slice(0, 200),
      content: answer,
    })),
    { section: 'pages', title: 'Pages', content: pages.join('\n') },
  ]
  const doc = { name: 'change_product_doc', arguments: { sections, summary: 'What is to be built.' } }
  const tokens = styleTokens(turn)
  const arguments_ = { ...lookOf(analysis), ...(tokens === undefined ? {} : { style_tokens: tokens }) }
  const look = { name: 'create_design_system', arguments: arguments_ }
  return callAll(state, offers('change_product_doc') ? [doc, look] : [look])
}

/** What a picture told about the look. */
function styleTokens({ done }: Turn): JsonObject | undefined {
  const extracted = done.find(one => one.name === 'extract_style')
  try {
    return extracted && Object(JSON.parse(extracted.result.content))
  } catch {
    return undefined
  }
}

function lookOf({ product_type, style, mode, colors }: ReadAnalysis): JsonObject {
  return {
    product_type,
    ...(style === undefined ? {} : { style }),
    ...(mode === undefined ? {} : { mode }),
    ...(colors.length === 0 ? {} : { brand_colors: [...colors] }),
  }
}

function reportBuild(analysis: ReadAnalysis, made: readonly Done[]): string {
  const name = analysis.name === undefined ? 'It' : analysis.name
  const titles = made.map(one => `- ${String(one.arguments.title)}`)
  return [
    `${WHO_I_AM} ${name} is built: ${made.length} pages that work together.`,
    ...titles,
    ...(analysis.open.length > 0
      ? [`Still open: ${analysis.open.slice(0, 8).join('; ')}. Say it and it will stand there.`]
      : []),
    'Look at it in the preview. Then say what to change, such as “change the headline to …”, “the price of … is …” or “use dark colours”, or choose something in the preview; “undo” takes the last change back, “export” gives you everything as a zip.',
  ].join('\n')
}

export function callOne(state: PageTurn, name: string, args: JsonObject, words = ''): ProviderAnswer {
  return callAll(state, [{ name, arguments: args }], words)
}

export interface ToolCall {
  readonly name: string
  readonly arguments: JsonObject
}

export function callAll({ nextId }: PageTurn, calls: readonly ToolCall[], words = ''): ProviderAnswer {
  const toCall = (call: (typeof calls)[number], index: number): ModelToolCall => ({
    id: nextId(index),
    ...call,
  })
  return callTools(words, calls.map(toCall))
}

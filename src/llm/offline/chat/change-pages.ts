import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ProviderAnswer } from '../../llm.ts'
import { say, WHO_I_AM } from '../offline-purpose.ts'
import { callAll, callOne, lookOf, type PageTurn } from './build-pages.ts'
import { findAnalysis, type ReadAnalysis } from './page-analysis.ts'
import type { Done, Turn } from './turn.ts'

const BACK =
  /\b(?:roll(?:ed)? ?back|undo|revert|go back|step back|take (?:it|that|this) back|as it was|previous version)\b/i
const EXPORT = /\b(?:export|download|zip|take (?:it|them) with me|save (?:it|them) to disk)\b/i
const LOOK =
  /\b(?:dark|light|night|bright|colou?rs?|palette|theme|style|look|elegant|playful|minimal(?:ist)?|modern|bold|calm|natural|editorial|brutal(?:ist)?|fonts?|headlines?|rounder|sharper|rounded|red|orange|yellow|green|teal|blue|purple|violet|pink|brown|black|gold)\b|#[0-9a-f]{6}\b/i
const ADDING = /\b(?:add|include|introduce|give it|with)\b/i
const VAGUE_FEATURE =
  /^\W*(?:please |can you |could you )*(?:add|include|build in|introduce|implement)\s+(?:an?|some|the)?\s*([\w\s-]{2,40}?)\s+(?:feature|function|functionality|option|support)\W*$/i
/** One page that is meant; when it is none of those that stand, all of them are not meant instead. */
const PAGE = /\b(?:this|that|(?:the|my|our)(?: [\w-]+){1,2}) (?:page|screen)\b/i
const NUMBER = /\bversion (\d{1,4})\b/i

/** One step of a change: back, export, a question about a vague feature, or look and pages changed as asked. */
export function changePages(state: PageTurn, canAsk: boolean): ProviderAnswer {
  const { turn } = state
  const failed = turn.done.find(one => one.result.is_error)
  if (failed) return say(`${WHO_I_AM} It stopped at ${failed.name}: ${failed.result.content.slice(0, 600)}`)
  if (EXPORT.test(turn.wish)) return giveAway(state)
  if (BACK.test(turn.wish)) return goBack(state)
  const feature = VAGUE_FEATURE.exec(turn.wish)?.[1]?.trim()
  if (feature !== undefined && canAsk && turn.interviews === 0) {
    return callOne(
      state,
      'ask_user',
      { questions: [...aboutFeature(feature, state.pages)] },
      'One thing first.',
    )
  }
  return change(state)
}

function giveAway(state: PageTurn): ProviderAnswer {
  const listed = state.turn.done.find(one => one.name === 'list_pages')
  if (!listed) return callOne(state, 'list_pages', {})
  const { download, session_id } = readObject(listed)
  return say(
    `${WHO_I_AM} Everything as a zip that opens from disk: ${String(download)} in the browser, or \`soulgate pages export ${String(session_id)}\`.`,
  )
}

function goBack(state: PageTurn): ProviderAnswer {
  const { turn, pages } = state
  const restored = turn.done.find(one => one.name === 'restore_pages')
  if (!restored) {
    const [slug] = namedPages(turn.wish, pages)
    const version = NUMBER.exec(turn.wish)?.[1]
    const one =
      slug === undefined ? {} : { slug, ...(version === undefined ? {} : { version: Number(version) }) }
    return callOne(state, 'restore_pages', one)
  }
  const { affected_pages: affected, label } = readObject(restored)
  const which = Array.isArray(affected) ? affected.join(', ') : ''
  const where = typeof label === 'string' ? ` (${label})` : ''
  return say(`${WHO_I_AM} Taken back${where}: ${which === '' ? 'nothing had changed' : which}.`)
}

/**
 * The wish with what was answered about it, and the calls that would do it: the look where it is about the look of all
 * pages, pages that come with it, then an edit of each page that it may mean. What no page and no rule answers to makes
 * the look anew, where it is about the look at all.
 */
function change(state: PageTurn): ProviderAnswer {
  const { turn, pages } = state
  const told = turn.answers.map(({ answer }) => answer).filter(text => text.trim() !== '')
  const wish = [turn.correction ?? turn.wish, ...told].join('\n')
  const named = namedPages(turn.wish, pages)
  if (named.length === 0 && PAGE.test(turn.wish) && !ADDING.test(turn.wish)) return say(whichPage(pages))
  const looks = doneWith(turn, 'create_design_system')
  if (LOOK.test(wish) && named.length === 0 && looks.length === 0) {
    return callOne(state, 'create_design_system', { change: wish })
  }
  const edits = doneWith(turn, 'edit_page')
  const rest = looks[0] ? leftBy(looks[0]) : wish
  const isOpen = isWithoutEffect(edits) && looks.length === 1 && rest !== ''
  const analysis = findAnalysis(doneWith(turn, 'analyze_brief').at(-1))
  const wantsAnalysis = ADDING.test(rest) || (isOpen && edits.length > 0)
  if (!analysis && wantsAnalysis) return callOne(state, 'analyze_brief', { user_request: rest })
  const calls = [...additions(state, analysis), ...(rest === '' ? [] : editsOf(state, named, rest))]
  if (calls.length > 0) return callAll(state, calls)
  const hasMade = doneWith(turn, 'generate_page').length > 0
  if (analysis && isOpen && !hasMade) return callOne(state, 'create_design_system', lookOf(analysis))
  return say(reportChange(turn.done))
}

type Calls = Parameters<typeof callAll>[1]

/** The pages that a wish brings with it. */
function additions({ turn, pages }: PageTurn, analysis: ReadAnalysis | undefined): Calls {
  const made = doneWith(turn, 'generate_page').map(one => one.arguments.slug)
  return (analysis?.suggested_pages ?? [])
    .filter(page => !pages.includes(page.slug) && !made.includes(page.slug))
    .map(({ slug, title, purpose }) => ({
      name: 'generate_page',
      arguments: { slug, title, description: purpose },
    }))
}

/** The wish once for each page that it names; for all that stood before where it names none. */
function editsOf({ turn, pages }: PageTurn, named: readonly string[], wish: string): Calls {
  const made = doneWith(turn, 'generate_page').map(one => one.arguments.slug)
  const done = doneWith(turn, 'edit_page').map(one => one.arguments.slug)
  const meant = named.length > 0 ? named : pages.filter(slug => !made.includes(slug))
  return meant
    .filter(slug => !done.includes(slug))
    .map(slug => ({ name: 'edit_page', arguments: { slug, edit_instructions: wish } }))
}

/** What a change of the look left to the pages. */
function leftBy(look: Done): string {
  const { left } = readObject(look)
  return typeof left === 'string' ? left : ''
}

function doneWith(turn: Turn, name: string): readonly Done[] {
  return turn.done.filter(one => one.name === name)
}

function isWithoutEffect(edits: readonly Done[]): boolean {
  return edits.every(one => readObject(one).unchanged === true)
}

function whichPage(pages: readonly string[]): string {
  const names = pages.map(slug => `@${slug}`).join(', ')
  return `${WHO_I_AM} Which page is meant? There are ${names}. Nothing was changed; say it again with the name of one, or with “every page”.`
}

function reportChange(done: readonly Done[]): string {
  const lines = [...new Set(done.flatMap(describeChange))]
  if (lines.length === 0) {
    return `${WHO_I_AM} Nothing on the pages answers to this. I can restyle (“use dark colours”), resize (“make the cards bigger”), change a text (“change "Menu" to "Our coffee"”), move or take out a part, add favourites or another page. A language model can do more.`
  }
  return [`${WHO_I_AM} Done:`, ...lines, 'Everything else stayed as it was; “undo” takes it back.'].join('\n')
}

function describeChange(one: Done): readonly string[] {
  const output = readObject(one)
  if (one.name === 'generate_page') {
    const from = Array.isArray(output.linked_from) ? `, reached from ${output.linked_from.join(', ')}` : ''
    return [`- ${String(output.title)} is new${from}.`]
  }
  if (one.name === 'create_design_system') {
    const said = changesOf(output) || `The look is now ${String(output.style)}, ${String(output.mode)}.`
    return output.unchanged === true ? [] : [`- ${said}`]
  }
  if (one.name !== 'edit_page' || output.unchanged === true) return []
  const { added_lines, removed_lines } = Object(output.diff)
  return [
    `- ${String(output.slug)}: ${changesOf(output)} (+${String(added_lines)} −${String(removed_lines)} lines)`,
  ]
}

function changesOf({ changes }: JsonObject): string {
  return Array.isArray(changes) ? changes.join(' ') : ''
}

function aboutFeature(feature: string, pages: readonly string[]): readonly JsonObject[] {
  return [
    {
      id: 'feature_places',
      question: `Where should people meet ${feature}?`,
      type: 'checkbox',
      options: [...pages.slice(0, 8), 'a page of its own'],
      required: false,
      context: 'It is added only there.',
    },
    {
      id: 'feature_purpose',
      question: `What should ${feature} do for them?`,
      type: 'text',
      required: false,
    },
  ]
}

/** Pages that the words name, by slug or by `@slug`. */
function namedPages(wish: string, pages: readonly string[]): readonly string[] {
  const words = ` ${wish.toLowerCase().replace(/[^a-z0-9@-]+/g, ' ')} `
  return pages.filter(
    slug =>
      words.includes(` @${slug} `) || words.includes(` ${slug} page `) || words.includes(` ${slug} screen `),
  )
}

function readObject({ result }: Done): JsonObject {
  try {
    return Object(JSON.parse(result.content))
  } catch {
    return {}
  }
}

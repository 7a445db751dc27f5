import { z } from 'zod'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { AppliedOperation, PageOperation } from '../../../contracts/page-operation.ts'
import type { ProviderAnswer } from '../../llm.ts'
import { say, WHO_I_AM } from '../offline-purpose.ts'
import { callAll, callOne, type PageTurn, type ToolCall } from './build-pages.ts'
import { type Looking, lookAtPages } from './look-at-pages.ts'
import type { Done } from './turn.ts'

const BACK =
  /^\W*(?:please\s+)?(?:roll(?:ed)? ?back|undo|revert|go back|step back|take (?:it|that|this|the last change) back|put it back|as it was|(?:show )?(?:the )?previous version)\b/i
const EXPORT =
  /^\W*(?:please\s+|can i\s+|can you\s+|how do i\s+)?(?:export|download|zip)\b|\b(?:as a zip|take (?:it|them) with me|save (?:it|them) to disk)\b/i
const VAGUE_FEATURE =
  /^\W*(?:please |can you |could you )*(?:add|include|build in|introduce|implement)\s+(?:an?|some|the)?\s*([\w\s-]{2,40}?)\s+(?:feature|function|functionality|option|support)\W*$/i
const NUMBER = /\bversion (\d{1,4})\b/i

/** What `change_pages` answered. */
const Changed = z.object({
  applied: z.array(AppliedOperation),
  asked: z.array(
    z.object({
      said: z.string(),
      ask: z.string(),
      options: z.array(z.string()).optional(),
      needs: z.enum(['page', 'text']).optional(),
      operation: PageOperation.optional(),
    }),
  ),
  not_understood: z.array(z.string()),
})
type Changed = z.infer<typeof Changed>

/** One step of a change: back, export, a question about a vague feature, or typed operations and what came of them. */
export async function changePages(
  state: PageTurn,
  canAsk: boolean,
  looking?: Looking,
): Promise<ProviderAnswer> {
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
  const [first] = turn.done
  const isUnread = first?.name === 'change_pages' && isNothing(readChanged(first))
  const looked = isUnread && looking ? await lookAtPages(state, looking) : undefined
  return looked ?? change(state, canAsk)
}

function isNothing(changed: Changed | undefined): boolean {
  return changed !== undefined && changed.applied.length === 0 && changed.asked.length === 0
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
    const slug = namedPage(turn.wish, pages)
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

/** The words as operations; what needs a page or a text is asked for once and then said again with the answer. */
function change(state: PageTurn, canAsk: boolean): ProviderAnswer {
  const { turn } = state
  const done = turn.done.filter(one => one.name === 'change_pages')
  const [first] = done
  if (first === undefined)
    return callOne(state, 'change_pages', changeOf(state, turn.correction ?? turn.wish))
  const changed = readChanged(first)
  if (changed === undefined) return say(`${WHO_I_AM} Nothing was changed.`)
  const open = changed.asked.filter(({ needs, operation }) => needs !== undefined || operation !== undefined)
  if (open.length > 0 && canAsk && turn.interviews === 0) {
    const questions = open.slice(0, 3).map(toQuestion)
    return callOne(
      state,
      'ask_user',
      { questions },
      changed.applied.length > 0 ? reportChange([changed]) : 'One thing first.',
    )
  }
  const calls = answeredCalls(state, open)
  const later = done.slice(1)
  if (calls.length > 0 && later.length === 0) return callAll(state, calls)
  const then = later.flatMap(one => readChanged(one) ?? [])
  const rest =
    then.length === 0
      ? changed
      : { ...changed, asked: changed.asked.filter(question => !open.includes(question)) }
  return say(reportChange([rest, ...then]))
}

function changeOf({ bound }: PageTurn, instruction: string): JsonObject {
  return { instruction: instruction.slice(0, 10_000), ...boundTo(bound) }
}

function boundTo(bound: readonly string[]): JsonObject {
  return bound.length > 0 ? { pages: [...bound] } : {}
}

function toQuestion({ said, ask, options, operation }: Changed['asked'][number], index: number): JsonObject {
  const base = {
    id: `change_${index + 1}`,
    question: ask,
    required: false,
    context: `You said: ${said}`.slice(0, 300),
  }
  if (operation !== undefined) return { ...base, type: 'radio', options: [YES, 'No'] }
  return options === undefined
    ? { ...base, type: 'text' }
    : { ...base, type: 'radio', options: options.slice(0, 10) }
}

/** The operations that a person said yes to, and what was asked about said again with its answer. */
function answeredCalls(state: PageTurn, open: Changed['asked']): readonly ToolCall[] {
  const told = state.turn.answers.flatMap(({ id, answer }) => {
    const question = open[Number(/^change_(\d+)$/.exec(id)?.[1] ?? 0) - 1]
    const words = answer.replace(/["“”\n]/g, ' ').trim()
    return question === undefined || words === '' ? [] : [{ question, words }]
  })
  const operations = told.flatMap(({ question, words }) =>
    question.operation && words === YES ? [question.operation as JsonObject] : [],
  )
  const again = told.flatMap(({ question: { said, needs }, words }) =>
    needs === undefined
      ? []
      : [needs === 'page' ? `${said} on the ${words} page` : `${said} with the text "${words}"`],
  )
  const name = 'change_pages'
  return [
    ...(operations.length > 0 ? [{ name, arguments: { operations, ...boundTo(state.bound) } }] : []),
    ...(again.length > 0 ? [{ name, arguments: changeOf(state, again.join('\n')) }] : []),
  ]
}

const YES = 'Yes'

function readChanged(one: Done): Changed | undefined {
  return Changed.safeParse(readObject(one)).data
}

/** What was done with what stood there before, what was not done, and what to say instead. */
function reportChange(all: readonly Changed[]): string {
  const applied = all.flatMap(one => one.applied)
  const asked = all.flatMap(one => one.asked)
  const unknown = all.flatMap(one => one.not_understood)
  const done = applied.map(({ said, before, after }) =>
    before !== '' && after !== '' && before.length + after.length < 160
      ? `- ${said} (before: ${before})`
      : `- ${said}`,
  )
  const notDone = [
    ...asked.map(({ said, ask, options }) => `- ${said}: ${ask}${options ? ` (${options.join(', ')})` : ''}`),
    ...unknown.map(words => `- ${words}: I do not understand what is to change.`),
  ]
  const help =
    unknown.length === 0
      ? []
      : [
          'Name the target and the value, such as “change the price of X to 3.20”, “on the home page change the headline to "…"” or “add a section called Parking: …”; or choose the thing in the preview. A language model understands more.',
        ]
  return [
    `${WHO_I_AM} ${done.length > 0 ? 'Done:' : 'Nothing was changed.'}`,
    ...done,
    ...(done.length > 0 && notDone.length > 0 ? ['Not done:'] : []),
    ...notDone,
    ...(done.length > 0 ? ['Everything else stayed as it was; “undo” takes this back.'] : []),
    ...help,
  ].join('\n')
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

/** The page that the words name, by slug or by `@slug`; undefined where they name none. */
function namedPage(wish: string, pages: readonly string[]): string | undefined {
  const words = ` ${wish.toLowerCase().replace(/[^a-z0-9@-]+/g, ' ')} `
  return pages.find(
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

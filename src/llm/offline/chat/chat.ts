import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { ModelRequest, ModelToolCall } from '../../../contracts/model.ts'
import type { ProviderAnswer } from '../../llm.ts'
import {
  callTools,
  HOW_TO_GET_ONE,
  type OfflinePlan,
  type OfflinePurpose,
  say,
  WHO_I_AM,
} from '../offline-purpose.ts'
import { boundPagesOf, buildPages, isAboutFiles, isPageWish, pagesOf } from './build-pages.ts'
import { changePages } from './change-pages.ts'
import { isBrief, questionsAbout, questionsAboutAnything } from './interview.ts'
import { reportBrief, reportDone } from './report.ts'
import { findDone, readResult, readTurn, type Turn } from './turn.ts'

const ASK = 'ask_user'
const CHANGE_DOC = 'change_product_doc'
const MAX_QUESTIONS = 5
const SMALL_TALK =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|ok(?:ay)?|bye|goodbye)\b[\s\w]{0,20}\W*$/i
const ABOUT_ME =
  /\b(?:who|what) are you\b|\bare you (?:a|an|the|real|human|ai)\b|\bwhat can you do\b|\bwhich model\b/i
const HELP_ONLY =
  /^\W*(?:please |can you |could you )*(?:help|fix|improve|change|update|do|handle|sort|make)(?: me| us)?(?: (?:it|this|that|things?|something|stuff|the thing|better|with (?:this|that|it|something)))*\W*$/i

/** One turn of a chat: ask about a vague brief, call the tools that would do the wish, say what came of it. */
export const answerChat: OfflinePurpose = async (request, { plan }) => {
  const turn = readTurn(request)
  const tools = request.tools ?? []
  const offers = (name: string): boolean => tools.some(tool => tool.name === name)
  if (turn.wish === '') return say(`${WHO_I_AM} There is nothing to answer yet.`)
  if (turn.done.length === 0 && turn.answers.length === 0) {
    if (SMALL_TALK.test(turn.wish)) return say(`Hello. ${WHO_I_AM} ${whatICanDo(request)}`)
    if (ABOUT_ME.test(turn.wish)) return say(`${WHO_I_AM} ${whatICanDo(request)} ${HOW_TO_GET_ONE}`)
  }
  const pages = pagesOf(request)
  if (offers('analyze_brief') && (pages.length > 0 ? !isAboutFiles(turn.wish) : isPageWish(turn.wish))) {
    const state = {
      turn,
      pages,
      offers,
      bound: boundPagesOf(request),
      images: imagesOf(request),
      nextId: (index: number) => callId(turn, index),
    }
    return isBuilding(turn, pages)
      ? buildPages(state, offers(ASK))
      : changePages(state, offers(ASK), plan && { tools, plan })
  }
  const questions = offers(ASK) && turn.asked === 0 ? questionsFor(turn) : []
  if (questions.length > 0) {
    const arguments_ = { questions: [...questions] }
    return callTools('Before I begin, a few questions.', [
      { id: callId(turn, 0), name: ASK, arguments: arguments_ },
    ])
  }
  const refused = turn.done.find(one => one.result.is_error)
  if (refused && turn.correction === undefined) return say(reportDone(turn, 'It stopped there.'))
  const briefed = isBrief(turn.wish) ? noteBrief(turn, offers(CHANGE_DOC)) : undefined
  if (briefed) return briefed
  return plan === undefined ? say(nothingToDo(turn)) : carryOut(request, turn, plan)
}

/** How many pictures the person attached to the last message. */
function imagesOf({ messages }: ModelRequest): number {
  const last = messages.findLast(message => message.role === 'user')
  return last?.role === 'user' ? (last.images?.length ?? 0) : 0
}

/** A build goes on until all its pages stand: those that stand were then made in this very turn. */
function isBuilding(turn: Turn, pages: readonly string[]): boolean {
  const made = turn.done.filter(one => one.name === 'generate_page').map(one => one.arguments.slug)
  return pages.every(slug => made.includes(slug))
}

function questionsFor(turn: Turn): readonly JsonObject[] {
  if (turn.done.length > 0) return []
  if (isBrief(turn.wish)) return questionsAbout([...turn.earlier, turn.wish].join('\n'), MAX_QUESTIONS)
  return HELP_ONLY.test(turn.wish) ? questionsAboutAnything() : []
}

/** A brief is kept where it will be found again; making what it asks for is not the offline model's yet. */
function noteBrief(turn: Turn, canNote: boolean): ProviderAnswer | undefined {
  const isNoted = turn.done.some(one => one.name === CHANGE_DOC)
  if (!canNote || isNoted) return say(reportBrief(turn))
  const answered = turn.answers.map(({ id, question, answer }) => ({
    section: id === '' ? 'answers' : id,
    title: question.slice(0, 200),
    content: answer,
  }))
  const overview = { section: 'overview', title: 'Overview', content: turn.wish }
  const arguments_ = { sections: [overview, ...answered], summary: 'The brief as it was told.' }
  return callTools('', [{ id: callId(turn, 0), name: CHANGE_DOC, arguments: arguments_ }])
}

/** Thrown by `look` for what has not been read in this turn; the chat then reads it as a call of its own. */
class Unread extends Error {
  readonly tool: string
  readonly arguments: JsonObject

  constructor(tool: string, args: JsonObject) {
    super(`${tool} has not been called yet.`)
    this.tool = tool
    this.arguments = args
  }
}

/** Plans anew in every turn, from the words and from what was read so far, and makes the calls not made yet. */
async function carryOut(
  request: ModelRequest,
  turn: Turn,
  plan: NonNullable<Parameters<OfflinePurpose>[1]['plan']>,
): Promise<ProviderAnswer> {
  const goal = turn.correction ?? [turn.wish, ...turn.answers.map(({ answer }) => answer)].join('\n')
  const look = async (tool: string, args: JsonObject): Promise<JsonValue> => {
    const before = findDone(turn, tool, args)
    if (!before) throw new Unread(tool, args)
    return readResult(before.result.content)
  }
  let planned: OfflinePlan
  try {
    planned = await plan({ goal, tools: request.tools ?? [], look })
  } catch (error) {
    if (!(error instanceof Unread)) throw error
    return callTools('', [{ id: callId(turn, 0), name: error.tool, arguments: error.arguments }])
  }
  const open = planned.calls.filter(call => !findDone(turn, call.tool, call.arguments))
  if (planned.missing.length > 0)
    return say(`${WHO_I_AM} I need to know more: ${planned.missing.join('; ')}.`)
  if (open.length > 0) {
    const calls: ModelToolCall[] = open.map((call, index) => ({
      id: callId(turn, index),
      name: call.tool,
      arguments: call.arguments,
    }))
    return callTools('', calls)
  }
  if (turn.done.length > 0)
    return say(
      planned.calls.length === 0 ? reportDone(turn, planned.summary) : reportDone(turn, '', planned.calls),
    )
  return say(nothingToDo(turn, planned.summary))
}

/** Ids are told apart by how far the turn is, so that each call of it has its own. */
function callId(turn: Turn, index: number): string {
  return `offline_${turn.earlier.length + 1}_${turn.asked + turn.done.length + 1}_${index + 1}`
}

function whatICanDo({ tools = [] }: ModelRequest): string {
  const names = tools.map(tool => tool.name).filter(name => name !== ASK)
  return names.length === 0
    ? 'I can ask about what you have in mind and keep it.'
    : `I can carry out plain wishes with these tools: ${names.join(', ')}.`
}

function nothingToDo(turn: Turn, summary = ''): string {
  const why = summary === '' ? 'None of my rules fits this.' : summary
  const told = turn.answers.length > 0 ? ` I have noted ${turn.answers.length} answers.` : ''
  return `${WHO_I_AM} ${why}${told} Say it as one plain step, such as “list the files” or “write notes.txt with the text …”. ${HOW_TO_GET_ONE}`
}

import { canonicalize } from '../../../base/canonical-json.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { ModelMessage, ModelRequest } from '../../../contracts/model.ts'

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>

/** A call of this turn with its result. */
export interface Done {
  readonly name: string
  readonly arguments: JsonObject
  readonly result: ToolMessage
}

/** The conversation as the rules read it: what the person wants now, and what was done about it since. */
export interface Turn {
  readonly wish: string
  /** What the person wrote before, oldest first. */
  readonly earlier: readonly string[]
  readonly done: readonly Done[]
  /** How many questions were asked in the whole conversation. */
  readonly asked: number
  /** How many interviews this turn held. */
  readonly interviews: number
  /** What the person answered to questions in this turn: question and answer. */
  readonly answers: readonly { readonly id: string; readonly question: string; readonly answer: string }[]
  /** What the person said instead of letting a call run, the last one. */
  readonly correction: string | undefined
}

export function readTurn({ messages }: ModelRequest): Turn {
  const from = messages.findLastIndex(message => message.role === 'user')
  const wishes = messages.flatMap(message => (message.role === 'user' ? [bareWords(message.content)] : []))
  const done = readDone(messages.slice(from + 1))
  const interviews = done.filter(one => one.name === 'ask_user')
  const asked = readDone(messages).filter(one => one.name === 'ask_user').length
  return {
    wish: wishes.at(-1) ?? '',
    earlier: wishes.slice(0, -1),
    done: done.filter(one => one.name !== 'ask_user'),
    asked,
    interviews: interviews.length,
    answers: interviews.flatMap(one => readAnswers(one.result.content)),
    correction: done
      .map(one => /<person_words kind="steer">\n?([\s\S]*?)\n?<\/person_words>/.exec(one.result.content)?.[1])
      .findLast(words => words !== undefined),
  }
}

/** The result of a call that was made in this turn already. */
export function findDone(turn: Turn, name: string, args: JsonObject): Done | undefined {
  const wanted = canonicalize(args)
  return turn.done.find(one => one.name === name && canonicalize(one.arguments) === wanted)
}

/** The output of a tool as it answered. */
export function readResult(content: string): JsonValue {
  try {
    return JSON.parse(content)
  } catch {
    return content
  }
}

function readDone(messages: readonly ModelMessage[]): readonly Done[] {
  const calls = messages.flatMap(message => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
  return messages.flatMap(message => {
    if (message.role !== 'tool') return []
    const call = calls.find(one => one.id === message.tool_call_id)
    return [{ name: message.name, arguments: call?.arguments ?? {}, result: message }]
  })
}

/** A person's words without the material that was put around them for the model. */
function bareWords(content: string): string {
  return content
    .replace(/<(data|summary)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?person_words\b[^>]*>/g, '')
    .trim()
}

function readAnswers(content: string): Turn['answers'] {
  try {
    const body = JSON.parse(bareWords(content))
    if (!Array.isArray(body?.answers)) return []
    return body.answers.map((answer: { id?: unknown; question?: unknown; answer?: unknown }) => ({
      id: String(answer.id ?? ''),
      question: String(answer.question ?? ''),
      answer: Array.isArray(answer.answer) ? answer.answer.join(', ') : String(answer.answer ?? ''),
    }))
  } catch {
    return []
  }
}

import { tellAnswer } from 'soulgate/contracts/answer'
import type { Gate } from 'soulgate/contracts/gate'
import { type JsonObject, JsonValue } from 'soulgate/contracts/json-value'
import type { Message } from 'soulgate/contracts/message'
import type { Run } from 'soulgate/contracts/run'

/** A call that the agent made in a talk, with its result once there is one. */
export interface TalkCall {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
  readonly result?: { readonly content: string; readonly isError: boolean }
}

/** One thing said in a talk, as it is shown. */
export type TalkEntry =
  | {
      readonly kind: 'person'
      readonly id: string
      readonly text: string
      readonly images: number
      readonly runId: string
    }
  | {
      readonly kind: 'agent'
      readonly id: string
      readonly text: string
      readonly calls: readonly TalkCall[]
      readonly model: string
      readonly runId: string
    }
  /** What a person said at a gate: it reached the agent beside the talk. */
  | { readonly kind: 'words'; readonly id: string; readonly text: string; readonly runId: string }

/** Puts results to their calls, and leaves out what is only for the model. `messages` are oldest first. */
export function toEntries(messages: readonly Message[]): readonly TalkEntry[] {
  const results = new Map(
    messages.flatMap(message =>
      message.role === 'tool' && message.tool_call_id !== undefined ? [[message.tool_call_id, message]] : [],
    ),
  )
  return messages.flatMap((message): TalkEntry[] => {
    const base = { id: message.message_id, runId: message.run_id ?? '' }
    if (message.role === 'user') {
      if (!message.hidden)
        return [{ ...base, kind: 'person', text: message.content, images: message.images?.length ?? 0 }]
      const words = wordsIn(message.content)
      return words === undefined ? [] : [{ ...base, kind: 'words', text: words }]
    }
    if (message.role !== 'assistant') return []
    const calls = (message.tool_calls ?? []).map(call => toCall(call, results.get(call.id)))
    return [{ ...base, kind: 'agent', text: message.content, calls, model: message.model ?? '' }]
  })
}

function toCall(call: NonNullable<Message['tool_calls']>[number], result: Message | undefined): TalkCall {
  return {
    id: call.id,
    name: call.name,
    arguments: call.arguments ?? {},
    ...(result ? { result: { content: result.content, isError: result.is_error === true } } : {}),
  }
}

/** What a person wrote between the marks that tell it apart for the model. */
function wordsIn(content: string): string | undefined {
  return /<person_words\b[^>]*>\n?([\s\S]*?)\n?<\/person_words>/.exec(content)?.[1]
}

export type CallState = 'done' | 'failed' | 'asks' | 'working' | 'stopped'

/** Where a call stands, by its result, the gates of its run, and the run. */
export function callState(call: TalkCall, run: Run | undefined, gates: readonly Gate[]): CallState {
  if (call.result) return call.result.isError ? 'failed' : 'done'
  const isAsked = gates.some(
    ({ subject, status }) =>
      status === 'pending' &&
      ('tool_calls' in subject
        ? subject.tool_calls.some(item => item.tool === call.name)
        : call.name === 'ask_user'),
  )
  if (isAsked) return 'asks'
  return run && ['queued', 'running', 'waiting_input'].includes(run.status) ? 'working' : 'stopped'
}

/** What a call came to, for a person; undefined where its result is told as it stands. */
export function toldResult({ name, arguments: input, result }: TalkCall): string | undefined {
  if (result === undefined || result.isError) return undefined
  const output = JsonValue.safeParse(parse(result.content))
  if (!output.success || typeof output.data !== 'object') return undefined
  const call = { tool_name: name, input, output: output.data, success: true, message: '' }
  return tellAnswer([call]) || undefined
}

export interface AnsweredQuestion {
  readonly question: string
  readonly answer: string
}

/** What a person answered to the questions of `ask_user`, as its result tells it. */
export function answersIn(content: string): readonly AnsweredQuestion[] {
  const body = parse(content)
  if (!isRecord(body) || !Array.isArray(body.answers)) return []
  return body.answers.filter(isRecord).map(({ question, answer }) => ({
    question: String(question ?? ''),
    answer: Array.isArray(answer) ? answer.join(', ') : String(answer ?? ''),
  }))
}

/** A section of the product doc as a call left it. */
export interface ChangedSection {
  readonly section: string
  readonly title: string
  /** Absent where the section was removed. */
  readonly content?: string
  /** Why it was left as it was; absent where it was changed. */
  readonly because?: string
}

/** What a call changed in the product doc; undefined for other calls, and while nothing was changed. */
export function docChangeIn({
  name,
  arguments: args,
  result,
}: TalkCall): readonly ChangedSection[] | undefined {
  if (name !== 'change_product_doc' || result === undefined || result.isError) return undefined
  const body = parse(result.content)
  if (!isRecord(body) || !Array.isArray(body.left_as_they_were)) return undefined
  const kept = new Map(body.left_as_they_were.filter(isRecord).map(item => [item.section, item.because]))
  return (Array.isArray(args.sections) ? args.sections : []).filter(isRecord).map(one => {
    const section = String(one.section ?? '')
    const because = kept.get(section)
    return {
      section,
      title: String(one.title ?? section),
      ...(one.remove === true ? {} : { content: String(one.content ?? '') }),
      ...(because === undefined ? {} : { because: String(because) }),
    }
  })
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the rules of this machine spoke, and no language model. */
export function isOfflineModel(model: string): boolean {
  return model.startsWith('offline/')
}

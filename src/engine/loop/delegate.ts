import type { ChildEnd } from '../run/run.ts'
import { isObject } from './answers.ts'
import type { ChatInput } from './chat-input.ts'
import type { TurnResult } from './loop-ports.ts'
import type { Acted, Acting, TurnCall } from './turn-call.ts'

type DelegateCall = Extract<TurnCall, { readonly kind: 'ask' | 'delegate' | 'report' }>

/** `delegate`: sub-agents as child runs, side by side; whatever they must ask surfaces on this run. */
export async function delegate(acting: Acting, calls: readonly DelegateCall[]): Promise<Acted> {
  const ends = await Promise.all(calls.map((call, index) => runSubAgent(acting, call, index)))
  const { talk } = acting
  return {
    talk: {
      ...talk,
      spentUsd: talk.spentUsd + ends.reduce((sum, end) => sum + end.costUsd, 0),
      tokens: talk.tokens + ends.reduce((sum, end) => sum + end.tokens, 0),
      // What a sub-agent wrote was written for this run; what it ended in the middle of may have been, too.
      hasWritten: talk.hasWritten || ends.some(end => end.hasWritten),
    },
    results: ends.map(end => end.result),
  }
}

interface SubAgentEnd {
  readonly result: TurnResult
  readonly costUsd: number
  readonly tokens: number
  readonly hasWritten: boolean
}

async function runSubAgent(
  { context, talk, limits }: Acting,
  call: DelegateCall,
  index: number,
): Promise<SubAgentEnd> {
  const { id, name } = call
  const task = typeof call.arguments.task === 'string' ? call.arguments.task.trim() : ''
  const depth = (talk.input.delegation?.depth ?? 0) + 1
  const nothing = { costUsd: 0, tokens: 0, hasWritten: false }
  const refuse = (content: string): SubAgentEnd => ({
    ...nothing,
    result: { tool_call_id: id, name, content, outcome: 'error' },
  })
  if (task === '') return refuse('The arguments of delegate do not fit: task is required.')
  if (depth > limits.maxDepth) return refuse(`A sub-agent this deep (${depth}) may not start another one.`)
  const input = {
    message: task,
    from: { kind: 'agent', id: 'agent:chat' },
    generate_now: talk.input.generate_now,
    delegation: { depth, person_texts: [...talk.personTexts], saved_texts: [...talk.savedTexts] },
  } satisfies Partial<ChatInput>
  const end = await context.child(`delegate:${talk.step}:${index}`, 'chat', input)
  return readEnd(call, end)
}

/** What a child ended with; its words are an agent's, so they are data for this one. */
function readEnd({ id, name }: DelegateCall, end: ChildEnd): SubAgentEnd {
  const output = isObject(end.output) ? end.output : {}
  if (end.status !== 'completed') {
    const content = `The sub-agent did not finish (${end.status}): ${end.error?.message ?? 'it was ended'}`
    return {
      result: { tool_call_id: id, name, content, outcome: 'error' },
      costUsd: 0,
      tokens: 0,
      hasWritten: true,
    }
  }
  return {
    result: { tool_call_id: id, name, content: String(output.message ?? ''), outcome: 'ok' },
    costUsd: Number(output.cost_usd ?? 0),
    tokens: Number(output.tokens_used ?? 0),
    hasWritten: output.has_written === true,
  }
}

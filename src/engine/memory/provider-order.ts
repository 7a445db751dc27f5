import type { Message } from '../../contracts/message.ts'
import type { ModelMessage } from '../../contracts/model.ts'
import { defang, delimitData } from './delimit.ts'
import { groupMessages, type MessageGroup } from './message-groups.ts'

type UserMessage = Extract<ModelMessage, { role: 'user' }>

/**
 * A conversation in an order that every provider takes: results right behind the message that called for them, one
 * result for each call, a user first, and no two messages of a user in a row. A call whose result is not there gets
 * one that says so; a result whose call is not there is shown as data, and so is what another agent said before.
 */
export function toProviderOrder(messages: readonly Message[]): readonly ModelMessage[] {
  const asked = messages.findLast(message => message.role === 'user' && message.hidden !== true)
  const said = messages
    .filter(message => message.role !== 'system')
    .map(message => (message === asked ? message : fenceAgent(message)))
  const ordered = groupMessages(said).flatMap(orderGroup)
  const first = ordered[0]
  const opened: readonly ModelMessage[] =
    first && first.role !== 'user' ? [{ role: 'user', content: OPENING }, ...ordered] : ordered
  return opened.reduce<readonly ModelMessage[]>(joinUsers, [])
}

const OPENING = '(The conversation begins here.)'
const NO_RESULT = 'There is no result of this call: it was not run, or its result was lost.'

function fenceAgent(message: Message): Message {
  if (message.role !== 'user' || message.said_by !== 'agent') return message
  return { ...message, content: delimitData('message of an agent', message.content) }
}

function orderGroup(group: MessageGroup): readonly ModelMessage[] {
  const [first, ...rest] = group
  if (!first) return []
  const calls = first.role === 'assistant' ? (first.tool_calls ?? []) : []
  if (calls.length === 0) return group.map(toUncalled)
  const results = calls.map((call): ModelMessage => {
    const result = rest.find(message => message.role === 'tool' && message.tool_call_id === call.id)
    return {
      role: 'tool',
      tool_call_id: call.id,
      name: call.name,
      content: result ? defang(result.content) : NO_RESULT,
      ...(result ? (result.is_error ? { is_error: true } : {}) : { is_error: true }),
    }
  })
  const called = new Set(calls.map(call => call.id))
  const between = rest.filter(message => !(message.role === 'tool' && called.has(message.tool_call_id ?? '')))
  return [toAssistant(first), ...results, ...between.map(toUncalled)]
}

function toAssistant({ content, reasoning, tool_calls }: Message): ModelMessage {
  return {
    role: 'assistant',
    content: defang(content),
    ...(reasoning !== undefined && tool_calls ? { reasoning } : {}),
    ...(tool_calls && tool_calls.length > 0 ? { tool_calls } : {}),
  }
}

/** A message that no call is behind. */
function toUncalled(message: Message): ModelMessage {
  if (message.role === 'assistant') return toAssistant(message)
  if (message.role === 'tool') {
    return { role: 'user', content: delimitData(`tool ${message.tool_name ?? ''}`.trim(), message.content) }
  }
  const { content, images } = message
  return { role: 'user', content, ...(images && images.length > 0 ? { images } : {}) }
}

function joinUsers(messages: readonly ModelMessage[], next: ModelMessage): readonly ModelMessage[] {
  const last = messages.at(-1)
  if (last?.role !== 'user' || next.role !== 'user') return [...messages, next]
  const images = [...(last.images ?? []), ...(next.images ?? [])]
  const joined: UserMessage = {
    role: 'user',
    content: `${last.content}\n\n${next.content}`,
    ...(images.length > 0 ? { images } : {}),
  }
  return [...messages.slice(0, -1), joined]
}

import type { Message } from '../../contracts/message.ts'

/** Messages that stand or go together: one message, or a message with tool calls up to the last of its results. */
export type MessageGroup = readonly Message[]

/** A conversation cut where no tool call is parted from its result. System messages are in none of the parts. */
export interface CutConversation {
  readonly head: readonly MessageGroup[]
  readonly middle: readonly MessageGroup[]
  readonly tail: readonly MessageGroup[]
  readonly system: readonly Message[]
}

/** Messages of the beginning and of the end that are never summarised. */
const HEAD_MESSAGES = 2
export const TAIL_MESSAGES = 4

/** Groups in order; each message is in exactly one. A call without its result, and a result without its call, stand as they are. */
export function groupMessages(messages: readonly Message[]): readonly MessageGroup[] {
  const groups: MessageGroup[] = []
  let at = 0
  while (at < messages.length) {
    const end = endOfGroup(messages, at)
    groups.push(messages.slice(at, end))
    at = end
  }
  return groups
}

/** The first 2 and the last 4 messages with all that belongs to them, and what is between. */
export function cutConversation(messages: readonly Message[]): CutConversation {
  const system = messages.filter(message => message.role === 'system')
  const groups = groupMessages(messages.filter(message => message.role !== 'system'))
  const headEnd = takeMessages(groups, HEAD_MESSAGES)
  const tailLength = takeMessages(groups.slice(headEnd).toReversed(), TAIL_MESSAGES)
  const tailStart = groups.length - tailLength
  return {
    system,
    head: groups.slice(0, headEnd),
    middle: groups.slice(headEnd, tailStart),
    tail: groups.slice(tailStart),
  }
}

/** How many groups it takes to have this many messages. */
export function takeMessages(groups: readonly MessageGroup[], count: number): number {
  let messages = 0
  let taken = 0
  for (const group of groups) {
    if (messages >= count) break
    messages += group.length
    taken += 1
  }
  return taken
}

/** Whether each call of a group has its result. */
export function isWhole(group: MessageGroup): boolean {
  const answered = new Set(group.flatMap(message => message.tool_call_id ?? []))
  return (group[0]?.tool_calls ?? []).every(call => answered.has(call.id))
}

/**
 * Behind the last result of the calls of the message at `start`. Looks no further than the next message with calls:
 * there are models that name their calls alike every time.
 */
function endOfGroup(messages: readonly Message[], start: number): number {
  const waiting = new Set(messages[start]?.tool_calls?.map(call => call.id) ?? [])
  let end = start + 1
  for (let at = start + 1; at < messages.length && waiting.size > 0; at += 1) {
    const message = messages[at]
    if (message === undefined || (message.tool_calls?.length ?? 0) > 0) break
    if (message.role === 'tool' && waiting.delete(message.tool_call_id ?? '')) end = at + 1
  }
  return end
}

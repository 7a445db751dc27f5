import type { Message } from '../../contracts/message.ts'
import { type MessageGroup, TAIL_MESSAGES, takeMessages } from './message-groups.ts'
import { type CountTokens, countMessage, shortenMessage } from './shorten.ts'

export interface Fitted {
  readonly messages: readonly Message[]
  readonly tokens: number
  /** Messages that are not there at all. */
  readonly left_out: number
  readonly shortened: number
}

/** An older message takes at most this share of what the conversation has. */
const OLDER_SHARE = 0.25

/**
 * The newest groups that fit into so many tokens, in their order. The last four messages are there in any case,
 * shortened as far as it takes; before them come as many as there is room for, the large ones shortened.
 */
export function fitTail(groups: readonly MessageGroup[], budget: number, count: CountTokens): Fitted {
  const lastLength = takeMessages(groups.toReversed(), TAIL_MESSAGES)
  const last = fitLast(groups.slice(groups.length - lastLength), budget, count)
  const taken: MessageGroup[] = [last]
  let left = budget - countGroup(last, count)
  const cap = Math.floor(budget * OLDER_SHARE)
  for (const group of groups.slice(0, groups.length - lastLength).toReversed()) {
    const capped = group.map(message => shortenMessage(message, cap, count))
    left -= countGroup(capped, count)
    if (left < 0) break
    taken.push(capped)
  }
  return summarise(groups, taken.toReversed(), count)
}

/** Drops the oldest of them only where even their bare frames do not fit. */
function fitLast(groups: readonly MessageGroup[], budget: number, count: CountTokens): MessageGroup {
  for (let from = 0; from < groups.length; from += 1) {
    const messages = groups.slice(from).flat()
    const fitting = countGroup(messages, count) <= budget ? messages : fitMessages(messages, budget, count)
    if (countGroup(fitting, count) <= budget) return fitting
  }
  return []
}

/** All groups, their messages shortened until they fit together. */
export function fitAll(groups: readonly MessageGroup[], budget: number, count: CountTokens): Fitted {
  const flat = groups.flat()
  const tokens = countGroup(flat, count)
  const fitting = tokens <= budget ? flat : fitLast(groups, budget, count)
  return summarise(groups, [fitting], count)
}

/** Each message gets an equal share; what a short one does not need is shared by the others. */
function fitMessages(messages: MessageGroup, budget: number, count: CountTokens): MessageGroup {
  const bySize = messages
    .map((message, at) => ({ at, message, tokens: countMessage(message, count) }))
    .sort((a, b) => a.tokens - b.tokens)
  const fitted = [...messages]
  let left = budget
  for (const [n, { at, message, tokens }] of bySize.entries()) {
    const share = Math.floor(left / (bySize.length - n))
    const short = tokens <= share ? message : shortenMessage(message, share, count)
    fitted[at] = short
    left -= short === message ? tokens : countMessage(short, count)
  }
  return fitted
}

function countGroup(group: MessageGroup, count: CountTokens): number {
  return group.reduce((sum, message) => sum + countMessage(message, count), 0)
}

function summarise(
  groups: readonly MessageGroup[],
  taken: readonly MessageGroup[],
  count: CountTokens,
): Fitted {
  const messages = taken.flat()
  const originals = new Set(groups.flat())
  return {
    messages,
    tokens: countGroup(messages, count),
    left_out: originals.size - messages.length,
    shortened: messages.filter(message => !originals.has(message)).length,
  }
}

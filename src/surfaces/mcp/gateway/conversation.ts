import { randomUUID } from 'node:crypto'
import type { Asks } from '../../../mcp-client/mcp-client.ts'

/** What comes next of a call that is going on: its end, or something that the server asks. */
export type Turn<End> = { readonly kind: 'end'; readonly end: End } | ({ readonly kind: 'ask' } & PendingAsk)

/** What comes back for what was asked, under the same names. Nothing of it is trusted. */
export type Answers = Readonly<Record<string, unknown>>

/** Something the server asks in the middle of a call; answered or refused once. */
export interface PendingAsk {
  readonly asks: Asks
  readonly answer: (answers: Answers) => void
  readonly refuse: (why: string) => void
}

/** One call that is going on, whose server may ask its client things before it answers. */
export interface Conversation<End> {
  next(): Promise<Turn<End>>
  /** Whether its server has been called and has not answered yet. */
  isUnderWay: boolean
  put(asks: Asks): Promise<Answers>
}

export function createConversation<End>(start: (self: Conversation<End>) => Promise<End>): Conversation<End> {
  const waiting: PendingAsk[] = []
  const bell: { ring?: () => void } = {}
  const conversation: Conversation<End> = {
    isUnderWay: false,
    put: asks =>
      new Promise((resolve, reject) => {
        waiting.push({ asks, answer: resolve, refuse: why => reject(new Error(why)) })
        bell.ring?.()
      }),
    async next() {
      for (;;) {
        const ask = waiting.shift()
        if (ask) return { kind: 'ask', ...ask }
        const rung = new Promise<undefined>(resolve => {
          bell.ring = () => resolve(undefined)
        })
        const end = await Promise.race([ended.then(value => ({ value })), rung])
        if (end) return { kind: 'end', end: end.value }
      }
    },
  }
  const ended = start(conversation)
  // Whoever asks for the next turn hears of a failure; before that it is nobody's.
  ended.catch(() => {})
  return conversation
}

/** Calls whose client was asked something and comes back with the answer in another request. */
export interface Parking<Talk> {
  /** Gives the ticket to come back with. */
  park(owner: string, parked: Parked<Talk>): string
  /** Once, for who was asked. */
  take(owner: string, ticket: string): Parked<Talk> | undefined
}

export interface Parked<Talk> extends Pick<PendingAsk, 'answer' | 'refuse'> {
  readonly talk: Talk
}

const MAX_PARKED_MS = 600_000

export function createParking<Talk>(): Parking<Talk> {
  const entries = new Map<string, { readonly owner: string; readonly parked: Parked<Talk> }>()
  return {
    park(owner, parked) {
      const ticket = randomUUID()
      entries.set(ticket, { owner, parked })
      const giveUp = setTimeout(() => {
        if (entries.delete(ticket)) parked.refuse('Nobody came back with an answer.')
      }, MAX_PARKED_MS)
      giveUp.unref()
      return ticket
    },
    take(owner, ticket) {
      const entry = entries.get(ticket)
      if (entry?.owner !== owner) return undefined
      entries.delete(ticket)
      return entry.parked
    },
  }
}

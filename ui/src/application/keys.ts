const ROOMS = [
  { key: 'i', path: '/inbox', label: 'Inbox' },
  { key: 'a', path: '/ask', label: 'Ask' },
  { key: 'r', path: '/runs', label: 'Runs' },
  { key: 'l', path: '/audit', label: 'Audit' },
  { key: 's', path: '/settings', label: 'Settings' },
] as const
export type RoomPath = (typeof ROOMS)[number]['path']

export type CardCommand =
  | 'next'
  | 'previous'
  | 'open'
  | 'approve'
  | 'reject'
  | 'edit'
  | 'steer'
  | 'undo'
  | 'search'
export type KeyMeaning =
  | { readonly kind: 'chord' }
  | { readonly kind: 'room'; readonly path: RoomPath }
  | { readonly kind: 'help' }
  | { readonly kind: 'card'; readonly command: CardCommand }

const CARD_KEYS: Readonly<Record<string, CardCommand>> = {
  ...{ j: 'next', k: 'previous', enter: 'open', a: 'approve', r: 'reject', e: 'edit', s: 'steer', z: 'undo' },
  '/': 'search',
}

/** Commands that change something wait until a person can have seen the card they mean. */
const DECIDING: readonly CardCommand[] = ['approve', 'reject', 'edit', 'steer']
const SETTLE_MS = 600

export interface KeyPress {
  readonly key: string
  readonly withModifier: boolean
  readonly isTyping: boolean
  /** True between `g` and the key that names the room. */
  readonly inChord: boolean
  readonly sinceCardMs: number
}

/** What one key means now; undefined when it means nothing. */
export function meaningOf(press: KeyPress): KeyMeaning | undefined {
  const { withModifier, isTyping, inChord, sinceCardMs } = press
  if (withModifier || isTyping) return undefined
  const key = press.key.toLowerCase()
  if (inChord) {
    const room = ROOMS.find(item => item.key === key)
    return room ? { kind: 'room', path: room.path } : undefined
  }
  if (key === 'g') return { kind: 'chord' }
  if (key === '?') return { kind: 'help' }
  const command = CARD_KEYS[key]
  if (!command || (DECIDING.includes(command) && sinceCardMs < SETTLE_MS)) return undefined
  return { kind: 'card', command }
}

export const KEY_HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ['J / K', 'next, previous item'],
  ['Enter', 'read the item'],
  ['A', 'approve'],
  ['E', 'edit, then approve'],
  ['R', 'reject with a reason'],
  ['S', 'steer: do not run this, do that instead'],
  ['Z', 'undo the last decision (5 seconds)'],
  ['/', 'search the queue'],
  ['G then I A R L S', 'Inbox, Ask, Runs, Audit log, Settings'],
  ['?', 'this list'],
]

const ROOMS = [
  { key: 'i', path: '/inbox', label: 'Inbox' },
  { key: 'a', path: '/ask', label: 'Ask' },
  { key: 'u', path: '/studio', label: 'Studio' },
  { key: 'p', path: '/plans', label: 'Plans' },
  { key: 'o', path: '/agents', label: 'Agents' },
  { key: 'c', path: '/tools', label: 'Tools' },
  { key: 'r', path: '/runs', label: 'Runs' },
  { key: 'w', path: '/work-items', label: 'Work items' },
  { key: 'g', path: '/guardrails', label: 'Guardrails' },
  { key: 't', path: '/autonomy', label: 'Autonomy' },
  { key: 'n', path: '/insight', label: 'Insight' },
  { key: 'l', path: '/audit', label: 'Audit log' },
  { key: 's', path: '/settings', label: 'Settings' },
] as const
export type RoomPath = (typeof ROOMS)[number]['path']

export type CardCommand =
  | 'next'
  | 'previous'
  | 'open'
  | 'approve'
  | 'more'
  | 'reject'
  | 'edit'
  | 'steer'
  | 'comment'
  | 'select'
  | 'alike'
  | 'leave'
  | 'diff'
  | 'undo'
  | 'search'
  | 'expand'
  | 'collapse'
  | 'send'
export type KeyMeaning =
  | { readonly kind: 'chord' }
  /** A call of several, an answer of a question, or a way to decide, by its number. */
  | { readonly kind: 'place'; readonly place: number }
  | { readonly kind: 'stop' }
  | { readonly kind: 'room'; readonly path: RoomPath }
  | { readonly kind: 'help' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'card'; readonly command: CardCommand }

const CARD_KEYS: Readonly<Record<string, CardCommand>> = {
  ...{ j: 'next', k: 'previous', enter: 'open', a: 'approve', m: 'more', r: 'reject', e: 'edit', s: 'steer' },
  ...{ c: 'comment', x: 'select', '*': 'alike', escape: 'leave' },
  ...{ d: 'diff', z: 'undo', '/': 'search' },
  ...{ arrowright: 'expand', arrowleft: 'collapse' },
}

/** Commands that change something wait until a person can have seen the card they mean. */
const DECIDING: readonly CardCommand[] = ['approve', 'more', 'reject', 'edit', 'steer']
const SETTLE_MS = 600

export interface KeyPress {
  readonly key: string
  readonly withModifier: boolean
  /** Control or command, without anything else. */
  readonly withCommand?: boolean
  readonly isTyping: boolean
  /** True between `g` and the key that names the room. */
  readonly inChord: boolean
  readonly sinceCardMs: number
}

/** What one key means now; undefined when it means nothing. */
export function meaningOf(press: KeyPress): KeyMeaning | undefined {
  const { withModifier, isTyping, inChord, sinceCardMs } = press
  const key = press.key.toLowerCase()
  if (press.withCommand === true && key === 'k') return { kind: 'palette' }
  if (press.withCommand === true && key === 'enter')
    return sinceCardMs < SETTLE_MS ? undefined : { kind: 'card', command: 'send' }
  if (withModifier || isTyping) return undefined
  if (inChord) {
    const room = ROOMS.find(item => item.key === key)
    return room ? { kind: 'room', path: room.path } : undefined
  }
  if (key === 'g') return { kind: 'chord' }
  if (key === '?') return { kind: 'help' }
  if (key === '!') return { kind: 'stop' }
  if (/^[1-9]$/.test(key)) return sinceCardMs < SETTLE_MS ? undefined : { kind: 'place', place: Number(key) }
  const command = CARD_KEYS[key]
  if (!command || (DECIDING.includes(command) && sinceCardMs < SETTLE_MS)) return undefined
  return { kind: 'card', command }
}

/** How a command is called in lists, with its key. */
export const CARD_COMMANDS: readonly (readonly [command: CardCommand, key: string, meaning: string])[] = [
  ['next', 'J', 'next item'],
  ['previous', 'K', 'previous item'],
  ['open', 'Enter', 'read the item'],
  ['approve', 'A', 'approve'],
  ['more', 'M', 'approve with conditions, or for more than once'],
  ['edit', 'E', 'edit, then approve'],
  ['reject', 'R', 'reject with a reason'],
  ['steer', 'S', 'steer: do not run this, do that instead'],
  ['comment', 'C', 'comment, or ask the agent'],
  ['select', 'X', 'select, to decide several together'],
  ['alike', '*', 'select everything that is alike: the same agent, tools, argument names and reasons'],
  ['leave', 'Escape', 'leave a call or the selection'],
  ['diff', 'D', 'show what changes, then the next text or file that is not read'],
  ['undo', 'Z', 'undo the last decision (5 seconds)'],
  ['search', '/', 'search the queue'],
]

export const KEY_HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ...CARD_COMMANDS.map(([, key, meaning]) => [key, meaning] as const),
  ['→ and ←', 'open and close a group'],
  ['1 … 9', 'choose that answer; of several calls, decide on that one: A, E or R come next'],
  ['⌘ or Ctrl+Enter', 'send what is filled in'],
  ['!', 'stop everything, after a typed word'],
  ['⌘K or Ctrl+K', 'find a room or a command'],
  [`G then ${ROOMS.map(room => room.key.toUpperCase()).join(' ')}`, ROOMS.map(room => room.label).join(', ')],
  ['?', 'this list'],
]

export const ROOM_COMMANDS = ROOMS

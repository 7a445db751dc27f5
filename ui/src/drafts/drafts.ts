import { useSyncExternalStore } from 'react'
import type { Drafts as AnswerDrafts } from '../questions/answers.ts'

/** The fields of one call as they are typed, whether they fit or not. */
export interface EditorDraft {
  readonly form: 'fields' | 'json'
  /** By name, where they differ from what was proposed. */
  readonly fields: Readonly<Record<string, string>>
  readonly json: string
}

/** What somebody wrote at a line of a file; sent with the decision, as words to the agent. */
export interface LineComment {
  /** Which part of the card it is in. */
  readonly part: string
  readonly path: string
  readonly line: number
  readonly side: 'before' | 'after'
  readonly text: string
}

/** What a person has typed for one gate and not sent. It is kept in this browser until it is sent or discarded. */
export interface GateDraft {
  readonly at: number
  readonly reason?: string | undefined
  readonly instructions?: string | undefined
  readonly comment?: string | undefined
  readonly edits?: Readonly<Record<string, EditorDraft>> | undefined
  readonly artifacts?: readonly string[] | undefined
  readonly lineComments?: readonly LineComment[] | undefined
  readonly answers?: AnswerDrafts | undefined
  readonly place?: number | 'all' | undefined
  /** True once it was sent: gone with the gate, and there again when the decision is undone. */
  readonly isSent?: boolean
}

const PLACE = 'soulgate.draft.'
const MAX_DRAFTS = 100
const NONE: GateDraft = { at: 0 }

const known = new Map<string, GateDraft>()
const listeners = new Set<() => void>()

export function draftOf(gateId: string): GateDraft {
  const kept = known.get(gateId) ?? read(gateId)
  known.set(gateId, kept)
  return kept
}

export function useDraft(gateId: string): GateDraft {
  return useSyncExternalStore(subscribe, () => draftOf(gateId))
}

export function changeDraft(gateId: string, change: Partial<Omit<GateDraft, 'at'>>): void {
  const next: GateDraft = { ...draftOf(gateId), isSent: false, ...change, at: Date.now() }
  if (!hasContent(next) && next.place === undefined) {
    discardDraft(gateId)
    return
  }
  known.set(gateId, next)
  write(gateId, next)
  tell()
}

export function discardDraft(gateId: string): void {
  known.set(gateId, NONE)
  try {
    localStorage.removeItem(PLACE + gateId)
  } catch {
    // Nothing was kept either.
  }
  tell()
}

/** Whoever signs in next in this browser finds nothing that was typed before. */
export function discardAllDrafts(): void {
  for (const key of keptKeys()) discardDraft(key.slice(PLACE.length))
}

export function hasEdits({ edits }: GateDraft): boolean {
  return Object.keys(edits ?? {}).length > 0
}

/** Whether something was typed that nobody has been sent. */
export function isUnsent(draft: GateDraft): boolean {
  return !draft.isSent && hasContent(draft)
}

function hasContent(draft: GateDraft): boolean {
  const {
    reason = '',
    instructions = '',
    comment = '',
    artifacts = [],
    answers = {},
    lineComments = [],
  } = draft
  const isTyped = [reason, instructions, comment].some(text => text.trim() !== '')
  const isAnswered = Object.values(answers).some(({ values, text }) => values.length > 0 || text !== '')
  return isTyped || isAnswered || artifacts.length + lineComments.length > 0 || hasEdits(draft)
}

function read(gateId: string): GateDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE + gateId) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...NONE, ...kept } : NONE
  } catch {
    return NONE
  }
}

/** Where a browser keeps nothing, it is kept as long as the page is open. */
function write(gateId: string, draft: GateDraft): void {
  try {
    localStorage.setItem(PLACE + gateId, JSON.stringify(draft))
    const keys = keptKeys()
    if (keys.length <= MAX_DRAFTS) return
    const oldest = keys.toSorted((a, b) => read(a.slice(PLACE.length)).at - read(b.slice(PLACE.length)).at)
    for (const key of oldest.slice(0, keys.length - MAX_DRAFTS)) localStorage.removeItem(key)
  } catch {
    // It stays in memory.
  }
}

function keptKeys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(PLACE))
  } catch {
    return []
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

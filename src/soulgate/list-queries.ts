import type { EventType } from '../contracts/event.ts'
import type { GateStatus, GateType } from '../contracts/gate.ts'

/** Which part of a list is wanted: at most `limit` items, after `cursor` (absent: from the beginning). */
export interface ListPage {
  readonly limit: number
  readonly cursor?: string
}

/** One page of a list; `next_cursor` is absent on the last one. */
export interface Listed<Item> {
  readonly items: readonly Item[]
  readonly next_cursor?: string
}

/** Which gates are listed; absent fields do not restrict. */
export interface GateQuery {
  readonly status?: GateStatus
  /** Neither waiting nor expired. */
  readonly decided?: boolean
  /** A call that it let run failed, and nobody has looked at that yet. */
  readonly after_approval?: boolean
  readonly type?: GateType
  readonly session_id?: string
  readonly run_id?: string
  readonly agent?: string
  readonly q?: string
  /** `section`: what expires within an hour, then high risk, questions, and the rest; each oldest first. */
  readonly sort?: 'oldest' | 'newest' | 'expiring' | 'section'
  /** The person who is to look at it. */
  readonly assignee?: string
  /** Without what the asking person has put out of sight, or only that; all when absent. */
  readonly snoozed?: 'hide' | 'only'
}

/** Which audit events are listed; absent fields do not restrict. */
export interface AuditQuery {
  readonly stream?: string
  readonly session_id?: string
  readonly run_id?: string
  readonly gate_id?: string
  readonly types?: readonly EventType[]
  readonly actor?: string
  readonly from?: string
  readonly to?: string
}

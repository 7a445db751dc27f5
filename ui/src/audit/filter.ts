import type { AuditFilter } from 'soulgate/sdk'

/** What stands in the filter's fields. Dates are whole days of the reader's own time. */
export interface AuditFields {
  readonly type: string
  readonly actor: string
  readonly run: string
  readonly from: string
  readonly to: string
}

export const EMPTY_FIELDS: AuditFields = { type: '', actor: '', run: '', from: '', to: '' }

const DAY_MS = 86_400_000

/** The query for the fields that are filled in; the last day counts whole. */
export function filterFrom({ type, actor, run, from, to }: AuditFields): AuditFilter {
  const start = Date.parse(`${from}T00:00:00`)
  const end = Date.parse(`${to}T00:00:00`)
  const types = type.split(/[\s,]+/).filter(word => word !== '')
  return {
    ...(types.length > 0 ? { type: types.join(',') } : {}),
    ...(actor.trim() ? { actor: actor.trim() } : {}),
    ...(run.trim() ? { run_id: run.trim() } : {}),
    ...(Number.isNaN(start) ? {} : { from: new Date(start).toISOString() }),
    ...(Number.isNaN(end) ? {} : { to: new Date(end + DAY_MS - 1).toISOString() }),
  }
}

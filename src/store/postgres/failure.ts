import { isSoulgateError, SoulgateError } from '../../base/errors.ts'

/** Serialization failures and deadlocks: the same work may succeed when it is run again. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01'])

const UNAVAILABLE: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '53100': 'the disk of the database is full',
  '53200': 'the database is out of memory',
  '53300': 'the database has no connection left',
  '55P03': 'a lock was not free in time',
  '57014': 'the statement was cancelled by the database',
  '57P01': 'the database is shutting down',
  '57P02': 'the database crashed',
  '57P03': 'the database is starting up',
  '28P01': 'the password was refused',
  '28000': 'the user was refused',
  '3D000': 'the database does not exist',
}

/** SQLSTATE, where the server answered at all. */
function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && CONFLICTS.has(state)
}

/** A prepared statement answers other columns than when it was prepared: a later version has changed the table since. */
export function isStalePlan(error: unknown): boolean {
  return (
    sqlState(error) === '0A000' && error instanceof Error && /cached plan must not change/.test(error.message)
  )
}

/** The server refused this commit and said so; without that it is unknown whether it happened. */
export function isRefusedCommit(error: unknown): boolean {
  if (isSoulgateError(error)) return true
  return (
    sqlState(error) !== undefined &&
    error instanceof Error &&
    'severity' in error &&
    error.severity === 'ERROR'
  )
}

/** Turns what PostgreSQL and its socket say into a SoulgateError; an error of the work itself stays as it is. */
export function explainFailure(error: unknown): unknown {
  if (isSoulgateError(error)) return error
  const state = sqlState(error)
  if (state === undefined)
    return isConnectionLoss(error) ? unavailable('the connection was lost', error) : error
  if (CONFLICTS.has(state)) return unavailable('it collided with other changes again and again', error)
  if (state === '22021' || state === '22P05') {
    return new SoulgateError('invalid_text', 'Nothing was written: a text holds the character U+0000.', {
      cause: error,
    })
  }
  const reason = UNAVAILABLE[state] ?? (state.startsWith('08') ? 'the connection was lost' : undefined)
  return reason === undefined ? error : unavailable(reason, error)
}

export function unknownCommit(cause: unknown): SoulgateError {
  return new SoulgateError(
    'commit_unknown',
    'The connection was lost during the commit, so the change may or may not have happened. Read before repeating it.',
    { retry: 'never', cause },
  )
}

function unavailable(reason: string, cause: unknown): SoulgateError {
  return new SoulgateError(
    'store_unavailable',
    `Nothing was written: ${reason}. See to the PostgreSQL server and try again.`,
    { retry: 'safe', data: { reason }, cause },
  )
}

const LOST =
  /terminated|connection error|timeout exceeded|not queryable|client was closed|pool after calling end/i
const SOCKET_CODES = /^(E[A-Z]+|CERT_.*|ERR_TLS.*|DEPTH_ZERO.*|SELF_SIGNED.*)$/

function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss)
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && SOCKET_CODES.test(error.code)) return true
  return LOST.test(error.message)
}

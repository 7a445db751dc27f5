import { Grant } from '../../contracts/grant.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { Person, Token } from '../../contracts/principal.ts'
import type { BackupRow } from '../../store/store.ts'

/** A bearer token of a backup that would work in what is restored from it; never its secret. */
export interface LiveToken {
  readonly token_id: string
  readonly name: string
  readonly role: Token['role']
  /** Name of the person it acts for or who answers for it. */
  readonly person?: string
}

export interface Cautious {
  readonly rows: AsyncIterable<BackupRow>
  /** What was found, once all rows were read. */
  found(): { readonly revokedGrants: number; readonly tokens: readonly LiveToken[] }
}

/** Workers of back then are gone, their stop is replaced, and who was signed in signs in again. */
const DROPPED: readonly string[] = [
  ...['stop', 'worker', 'browser_session', 'sign_in_code', 'oidc_flow', 'passkey_challenge'],
]

/**
 * Rows as a restored database may hold them: no right to run is open any more, because what it allowed may have run
 * after the backup, and everything is stopped until an admin has looked. A token may have been revoked after the
 * backup, or its secret may be known to others by now, so each is revoked unless `keepTokens` says otherwise.
 */
export function withCaution(
  rows: AsyncIterable<BackupRow>,
  { at, from, keepTokens }: { readonly at: string; readonly from: string; readonly keepTokens: boolean },
): Cautious {
  const findings = collectTokens(at)
  let revokedGrants = 0
  async function* cautious(): AsyncGenerator<BackupRow> {
    for await (const backup of rows) {
      const { table, row } = backup
      if (table === 'documents' && DROPPED.includes(String(row.kind))) continue
      const isLive = findings.take(backup)
      if (table === 'grants' && row.status === 'issued') {
        revokedGrants += 1
        yield { table, row: revokedGrant(row) }
      } else if (isLive && !keepTokens) yield { table, row: revokedToken(row, at) }
      else yield backup
    }
    yield stopRow(at, from)
  }
  return { rows: cautious(), found: () => ({ revokedGrants, tokens: findings.tokens() }) }
}

/** The tokens of a backup that neither were revoked nor have expired. */
export async function readLiveTokens(
  rows: AsyncIterable<BackupRow>,
  at: string,
): Promise<readonly LiveToken[]> {
  const findings = collectTokens(at)
  for await (const backup of rows) findings.take(backup)
  return findings.tokens()
}

/** Whose name a token bears may stand behind it, so names are put in at the end. */
function collectTokens(at: string) {
  const tokens: Token[] = []
  const names = new Map<string, string>()
  return {
    /** Whether the row is a live token. */
    take: ({ table, row }: BackupRow): boolean => {
      if (table !== 'documents' || (row.kind !== 'token' && row.kind !== 'person')) return false
      const body: unknown = JSON.parse(String(row.body))
      if (row.kind === 'person') {
        const { person_id, name } = Person.pick({ person_id: true, name: true }).parse(body)
        names.set(person_id, name)
        return false
      }
      const token = Token.parse(body)
      const isLive =
        token.revoked_at === undefined && (token.expires_at === undefined || token.expires_at > at)
      if (isLive) tokens.push(token)
      return isLive
    },
    tokens: (): readonly LiveToken[] =>
      tokens.map(({ token_id, name, role, person_id }) => {
        const person = person_id === undefined ? undefined : (names.get(person_id) ?? person_id)
        return { token_id, name, role, ...(person !== undefined && { person }) }
      }),
  }
}

function revokedGrant(row: BackupRow['row']): BackupRow['row'] {
  const grant = Grant.parse(JSON.parse(String(row.body)))
  return { ...row, status: 'revoked', body: JSON.stringify({ ...grant, status: 'revoked' }) }
}

function revokedToken(row: BackupRow['row'], at: string): BackupRow['row'] {
  const body = JsonObject.parse(JSON.parse(String(row.body)))
  return { ...row, body: JSON.stringify({ ...body, revoked_at: at }) }
}

function stopRow(at: string, from: string): BackupRow {
  const reason = `Restored from the backup of ${from}. Look at what waits, then lift the stop.`
  const body = { engaged: true, by: 'restore', by_id: 'system:restore', at, reason }
  return {
    table: 'documents',
    row: {
      kind: 'stop',
      id: 'state',
      lookup: null,
      version: 1,
      body: JSON.stringify(body),
      created_at: at,
      updated_at: at,
    },
  }
}

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Timers } from '../../base/clock.ts'
import { isSoulgateError } from '../../base/errors.ts'
import { JsonObject } from '../../contracts/json-value.ts'

const RETRY_MS = 1_000
const MAX_KEPT = 10_000

/** Something for the audit trail that happened while the store could not be written. */
export const SpooledEntry = z.object({
  /** The same however often it is written: the writer looks whether it stands already. */
  id: z.string(),
  kind: z.enum(['confidence_report', 'gate_decision']),
  /** When it happened. */
  at: z.string(),
  body: JsonObject,
})
export type SpooledEntry = z.infer<typeof SpooledEntry>

export interface AuditSpoolParts {
  readonly timers: Timers
  readonly report: (error: unknown, about: JsonObject) => void
  /** Where entries lie until they are written, so that they outlive the process. */
  readonly folder: string
  /** Writes one entry, once whatever its id; rejects while the store cannot be written. */
  readonly write: (entry: SpooledEntry) => Promise<void>
  /** Default 10,000. */
  readonly mostKept?: number
}

/** Entries that wait for a store that is down. */
export interface AuditSpool {
  /** Keeps an entry on disk and in memory until the store takes it; beyond the bound the oldest is given up, loudly. */
  add(entry: SpooledEntry): void
  /** What a monitoring system must see: how many wait, how many were given up, and whether they are on disk. */
  state(): { readonly waiting: number; readonly lost: number; readonly durable: boolean }
  /** Takes over what a process that ended before left behind. */
  start(): void
  close(): void
}

/** Keeps the order in which things happened: an entry is written after all that were added before it. */
export function createAuditSpool({
  timers,
  report,
  folder,
  write,
  mostKept = MAX_KEPT,
}: AuditSpoolParts): AuditSpool {
  const spool = createSpool(folder, report)
  let kept: readonly SpooledEntry[] = []
  let lost = 0
  let cancel: (() => void) | undefined
  let isClosed = false
  const schedule = (delayMs: number): void => {
    if (cancel !== undefined || isClosed || kept.length === 0) return
    cancel = timers.after(delayMs, () => {
      flush()
        .catch(error => report(error, { during: 'late audit' }))
        .finally(() => {
          cancel = undefined
          schedule(RETRY_MS)
        })
    })
  }
  const giveUp = (entry: SpooledEntry, error: unknown): void => {
    lost += 1
    report(error, { during: 'late audit', lost: entry.id, kind: entry.kind })
  }
  const flush = async (): Promise<void> => {
    let next = kept[0]
    while (next !== undefined && !isClosed) {
      const entry = next
      try {
        await write(entry)
      } catch (error) {
        if (isOutage(error)) throw error
        giveUp(entry, error)
      }
      kept = kept.filter(each => each !== entry)
      next = kept[0]
    }
    if (kept.length === 0) spool.clear()
  }
  return {
    add: entry => {
      kept = [...kept, entry]
      spool.append(entry)
      const [oldest, ...rest] = kept
      if (kept.length > mostKept && oldest) {
        kept = rest
        giveUp(oldest, new Error('The audit trail lost an entry: the store has been down for too long.'))
      }
      schedule(RETRY_MS)
    },
    state: () => ({ waiting: kept.length, lost, durable: spool.isDurable() }),
    start: () => {
      kept = [...spool.load(), ...kept]
      schedule(0)
    },
    close: () => {
      isClosed = true
      cancel?.()
    },
  }
}

/** What an outage looks like; anything else would fail again for ever. */
function isOutage(error: unknown): boolean {
  const codes = ['store_unavailable', 'commit_unknown', 'transaction_aborted', 'transaction_ended']
  return isSoulgateError(error) && codes.includes(error.code)
}

interface Spool {
  append(entry: SpooledEntry): void
  load(): readonly SpooledEntry[]
  clear(): void
  isDurable(): boolean
}

/** One file for each process, a line for each entry, forced to disk before `append` answers. */
function createSpool(folder: string, report: AuditSpoolParts['report']): Spool {
  const own = join(folder, `${process.pid}.jsonl`)
  let isDurable = true
  let adopted: readonly { readonly path: string; readonly bytes: number }[] = []
  return {
    append: entry => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const file = openSync(own, 'a', 0o600)
        try {
          writeSync(file, `${JSON.stringify(entry)}\n`)
          fsyncSync(file)
        } finally {
          closeSync(file)
        }
      } catch (error) {
        isDurable = false
        report(error, { during: 'late audit', kept: 'in memory only' })
      }
    },
    load: () => {
      const files = listFiles(folder)
      adopted = files.map(path => ({ path, bytes: statSync(path).size }))
      const entries = files.flatMap(path => readEntries(path, report))
      return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    },
    clear: () => {
      isDurable = true
      rmSync(own, { force: true })
      // A file that has grown belongs to a process that lives; it clears it itself.
      for (const { path, bytes } of adopted) {
        if (statSync(path, { throwIfNoEntry: false })?.size === bytes) rmSync(path, { force: true })
      }
      adopted = []
    },
    isDurable: () => isDurable,
  }
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.jsonl'))
      .map(name => join(folder, name))
  } catch {
    return []
  }
}

/** A last line that was cut by a crash was never acknowledged as kept on disk. */
function readEntries(path: string, report: AuditSpoolParts['report']): readonly SpooledEntry[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => {
      try {
        return [SpooledEntry.parse(JSON.parse(line))]
      } catch (error) {
        report(error, { during: 'late audit', file: path })
        return []
      }
    })
}

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { digest } from '../../../base/digest.ts'

/** How long a task is known after it was last touched. */
export const TASK_LIFE_MS = 30 * 86_400_000

const Told = z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) })

/** A call that its client asks about later. Nothing of its arguments: those stand on its gate. */
const TaskRecord = z.object({
  task_id: z.string(),
  /** Under which the call is asked for; the same one for good. */
  key: z.string(),
  tool: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The first gate of the call. */
  gate_id: z.string().optional(),
  /** Set once it ran: its result stands in the ledger. */
  call_id: z.string().optional(),
  /** What its client is told of a call that did not run, or failed. */
  told: Told.optional(),
  cancelled: z.literal(true).optional(),
})
export type TaskRecord = z.infer<typeof TaskRecord>

export interface TaskRecords {
  /** A new one, not kept yet. */
  begin(tool: string): TaskRecord
  /** Kept before this returns: who is told of a task can ask for it in the next life of the gateway. */
  keep(owner: string, record: TaskRecord): TaskRecord
  /** Undefined for what nobody began, and for what somebody else did. */
  find(owner: string, taskId: string): TaskRecord | undefined
}

export function createTaskRecords(
  folder: string,
  now: () => string = () => new Date().toISOString(),
): TaskRecords {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  forgetOld(folder, Date.parse(now()) - TASK_LIFE_MS)
  // The owner is part of the name: what another one began is not there.
  const fileOf = (owner: string, taskId: string) =>
    join(folder, digest('soulgate.mcp-task.v1', { owner, task: taskId }))
  return {
    begin: tool => ({
      task_id: `task_${randomBytes(16).toString('hex')}`,
      key: `mcp-${randomBytes(16).toString('hex')}`,
      ...{ tool, created_at: now(), updated_at: now() },
    }),
    keep(owner, record) {
      const file = fileOf(owner, record.task_id)
      const draft = `${file}.${randomBytes(4).toString('hex')}.new`
      const kept = { ...record, updated_at: now() }
      writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 })
      renameSync(draft, file)
      return kept
    },
    find(owner, taskId) {
      try {
        return TaskRecord.parse(JSON.parse(readFileSync(fileOf(owner, taskId), 'utf8')))
      } catch {
        return undefined
      }
    },
  }
}

function forgetOld(folder: string, beforeMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (statSync(file).mtimeMs < beforeMs) rmSync(file, { force: true })
  }
}

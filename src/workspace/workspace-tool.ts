import { z } from 'zod'
import { isSoulgateError } from '../base/errors.ts'
import type { CallEvidence } from '../contracts/evidence.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { Reversibility, ToolAnnotations } from '../contracts/tool.ts'
import type {
  ExecutableTool,
  PlannedChange,
  ToolExecution,
  ToolOutcome,
  UndoOutcome,
} from '../engine/tools/tools.ts'
import { fileErrorCode } from './file-system.ts'

/** A path inside the workspace, marked for those who look for paths in arguments. */
export const pathArgument = (description: string) =>
  z.string().min(1).max(1024).describe(description).meta({ 'x-soulgate': 'path' })

/** Where a tool body says that from here on the outcome of a failure is not known. */
export const outcomeUnknown = 'outcome_unknown'

export interface WorkspaceToolOptions<Arguments> {
  readonly name: string
  readonly description: string
  /** What a call does, as one line: `Move {from} to {to}`. */
  readonly act?: string
  readonly schema: z.ZodType<Arguments>
  readonly annotations: ToolAnnotations
  readonly reversibility: Reversibility
  /** Throws a refusal for what can never run, whatever happens before it. */
  readonly precheck?: (args: Arguments) => Promise<void>
  /** What a call rests on, as it stands now. */
  readonly evidence?: (args: Arguments) => Promise<readonly CallEvidence[]>
  /** Which files it would change, and how. */
  readonly changes?: (args: Arguments) => readonly PlannedChange[]
  readonly run: (args: Arguments, signal: AbortSignal, execution: ToolExecution) => Promise<ToolOutcome>
  readonly undo?: (record: JsonValue) => Promise<UndoOutcome>
}

/** A tool whose refusals and failures come back as results that say what happened. */
export function createWorkspaceTool<Arguments>(options: WorkspaceToolOptions<Arguments>): ExecutableTool {
  const {
    name,
    description,
    schema,
    annotations,
    reversibility,
    run,
    precheck,
    undo,
    act,
    evidence,
    changes,
  } = options
  const tool: ExecutableTool = {
    definition: {
      name,
      description,
      input_schema: z.toJSONSchema(schema, { io: 'input' }),
      annotations,
      reversibility,
      prerequisites: [],
      produces: [],
      ...(act === undefined ? {} : { display: { act } }),
    },
    execute: async call => {
      const parsed = schema.safeParse(call.arguments)
      if (!parsed.success) return failed(z.prettifyError(parsed.error))
      if (call.signal.aborted) return failed(`${name} was cancelled before it began.`)
      try {
        return await run(parsed.data, call.signal, call)
      } catch (cause) {
        return { ...failed(describeFailure(cause)), effect: effectOfFailure(cause) }
      }
    },
    precheck: async args => {
      const parsed = schema.safeParse(args)
      if (!parsed.success) return z.prettifyError(parsed.error)
      try {
        await precheck?.(parsed.data)
        return undefined
      } catch (cause) {
        return isSoulgateError(cause) ? cause.message : undefined
      }
    },
    ...(evidence === undefined ? {} : { evidence: async args => evidence(schema.parse(args)) }),
    ...(changes === undefined ? {} : { changes: args => changes(schema.parse(args)) }),
  }
  if (undo === undefined) return tool
  return { ...tool, undo: record => undo(record).catch(refuseUndo) }
}

/** A call that did what it was asked to. */
export function succeeded(output: JsonValue): ToolOutcome {
  return { result: { success: true, output } }
}

/** A call that did nothing. */
export function failed(error: string, output: JsonValue = null): ToolOutcome {
  return { result: { success: false, output, error }, effect: 'none' }
}

function effectOfFailure(cause: unknown): 'none' | 'unknown' {
  return isSoulgateError(cause, outcomeUnknown) ? 'unknown' : 'none'
}

function refuseUndo(cause: unknown): UndoOutcome {
  return { status: 'refused', because: 'failed', message: describeFailure(cause), changes: [] }
}

const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'The file or folder is no longer there.',
  EACCES: 'The system does not permit it.',
  EPERM: 'The system does not permit it.',
  EROFS: 'The disk is read-only.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EXDEV: 'The two places are on different disks. Copy the file and delete the old one.',
  EISDIR: 'That is a folder, not a file.',
  ENOTEMPTY: 'The folder is not empty.',
  ELOOP: 'A symbolic link is in the way.',
  ENAMETOOLONG: 'The name is too long.',
}

function describeFailure(cause: unknown): string {
  if (isSoulgateError(cause)) return cause.message
  const code = fileErrorCode(cause)
  const known = code === undefined ? undefined : fileErrors[code]
  // The system's own text names folders of this machine; only its code is passed on.
  return known ?? `It failed unexpectedly (${code ?? 'no code'}). Look at the workspace before trying again.`
}

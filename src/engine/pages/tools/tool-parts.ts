import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { Refusal } from '../../../contracts/refusal.ts'
import type { Tool, ToolAnnotations } from '../../../contracts/tool.ts'
import type { Llm } from '../../../llm/llm.ts'
import type { ToolExecution, ToolOutcome } from '../../tools/tools.ts'
import type { PageAuthor } from '../page-parts.ts'
import type { Pages } from '../page-store.ts'

/** Bytes of an image that a tool was pointed to. */
export type ImageBytes = { readonly refused?: false; readonly bytes: Uint8Array } | Refusal

/** What the page tools are made of. */
export interface PageToolParts {
  readonly pages: Pages
  readonly llm: Pick<Llm, 'generate' | 'describe'>
  /** What a model may still cost in this run, in USD. */
  readonly moneyLeft: (runId: string) => Promise<number>
  /** Slugs of the pages that alone may change in a run; empty = all. */
  readonly targetPages: (runId: string) => Promise<readonly string[]>
  /** An image by data URL, by its place among those of the message (`attachment:1`), or by path in the workspace. */
  readonly loadImage: (reference: string, call: ToolExecution) => Promise<ImageBytes>
}

/** Where a call comes from, once it is sure that it comes from a run in a session. */
export interface PageCall {
  readonly session_id: string
  readonly run_id: string
  readonly change_id: string
  readonly author: PageAuthor
  readonly arguments: JsonObject
  readonly signal: AbortSignal
}

const READS: ToolAnnotations = {
  read_only: true,
  idempotent: true,
  destructive: false,
  open_world: false,
}
/** A repeat under the same key writes nothing twice, and every version before stays. */
const WRITES: ToolAnnotations = {
  read_only: false,
  idempotent: true,
  destructive: false,
  open_world: false,
}

/** Why a page may not be written in this run; undefined where it may. The person bound their words to certain pages. */
export async function refuseUnbound(
  { targetPages }: Pick<PageToolParts, 'targetPages'>,
  { run_id }: Pick<PageCall, 'run_id'>,
  slug: string,
): Promise<string | undefined> {
  const bound = await targetPages(run_id)
  if (bound.length === 0 || bound.includes(slug)) return undefined
  return `The person bound this message to ${bound.join(', ')}; ${slug} was not changed. Ask them first.`
}

/** A tool that reads what the session has built. */
export function readingTool(
  definition: Pick<Tool, 'name' | 'description' | 'input_schema'> &
    Partial<Pick<Tool, 'prerequisites' | 'produces'>>,
): Tool {
  return { annotations: READS, reversibility: 'read_only', prerequisites: [], produces: [], ...definition }
}

/** A tool that writes what the session builds, and nothing else. */
export function writingTool(
  definition: Pick<Tool, 'name' | 'description' | 'input_schema' | 'prerequisites' | 'produces'>,
): Tool {
  return { annotations: WRITES, reversibility: 'reversible', ...definition }
}

export const SLUG_SCHEMA: JsonObject = {
  type: 'string',
  pattern: '^[a-z0-9-]{1,40}$',
  description: 'The page, such as `menu`: 1–40 of a–z 0–9 -.',
}

/** Runs a tool within its session; outside of one there are no pages. */
export function inSession(
  work: (call: PageCall) => Promise<ToolOutcome>,
): (call: ToolExecution) => Promise<ToolOutcome> {
  return async ({ sessionId, runId, idempotencyKey, arguments: args, signal }) => {
    if (sessionId === undefined || runId === undefined)
      return failed('There is no session to build pages in.')
    const author = { kind: 'agent' as const, agent: 'chat', run_id: runId }
    return work({
      session_id: sessionId,
      run_id: runId,
      change_id: idempotencyKey,
      author,
      arguments: args,
      signal,
    })
  }
}

export function succeeded(
  output: JsonValue,
  more: Pick<ToolOutcome, 'undo' | 'effect' | 'spent'> = {},
): ToolOutcome {
  return { result: { success: true, output }, ...more }
}

export function failed(error: string, more: Pick<ToolOutcome, 'spent'> = {}): ToolOutcome {
  return { result: { success: false, output: null, error }, effect: 'none', ...more }
}

/** A value as the JSON that goes to the model. */
export function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue
}

export function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

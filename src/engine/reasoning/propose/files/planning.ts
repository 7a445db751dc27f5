import type { JsonObject } from '../../../../contracts/json-value.ts'
import type { Look, MissingForCall, ProposedCall } from '../proposal.ts'
import type { FileEntry, Listing } from './file-entries.ts'
import { readListing } from './file-entries.ts'
import type { FileChange } from './file-report.ts'

/** State handed from one file task to the next. */
export interface Planning {
  readonly tools: ReadonlySet<string>
  readonly look: Look | undefined
  readonly now: Date
  readonly calls: ProposedCall[]
  readonly steps: string[]
  readonly missing: MissingForCall[]
  readonly risks: string[]
  readonly notes: string[]
  readonly changes: FileChange[]
  /** Paths and patterns that the goal says must not be touched. */
  readonly leftAlone: readonly string[]
  /** Paths that the calls so far will have made or taken. */
  readonly taken: Set<string>
  /** What “them” means for the next task. */
  current: readonly FileEntry[]
  /** What the last move or copy started from: “the originals”. */
  originals: readonly FileEntry[]
  /** The result of the calculation before, when it could be looked up. */
  result?: string
  /** Everything in the workspace, once it was listed. */
  everything?: Listing
}

/** Adds a call and its sentence to the plan. */
export function propose(planning: Planning, call: ProposedCall): void {
  planning.calls.push(call)
  planning.steps.push(call.description)
}

/** Asks a read-only tool; undefined when nothing can be looked up or the tool failed. */
export async function lookUp(planning: Planning, tool: string, args: JsonObject): Promise<unknown> {
  if (planning.look === undefined || !planning.tools.has(tool)) return undefined
  const result = await planning.look(tool, args)
  return result.success ? result.output : undefined
}

/** Every file and folder of the workspace, listed once; undefined when it cannot be listed. */
export async function listEverything(planning: Planning): Promise<Listing | undefined> {
  if (planning.everything !== undefined) return planning.everything
  const output = await lookUp(planning, 'list_files', { recursive: true })
  if (output === undefined) return undefined
  planning.everything = readListing(output)
  return planning.everything
}

/** A path that neither exists nor was planned: `a.txt`, then `a-2.txt` and so on. */
export async function freePath(planning: Planning, path: string): Promise<string> {
  const listing = await listEverything(planning)
  const existing = new Set(listing?.files.map(file => file.path) ?? [])
  const isTaken = (candidate: string): boolean => planning.taken.has(candidate) || existing.has(candidate)
  const slash = path.lastIndexOf('/')
  const dot = path.lastIndexOf('.')
  const cut = dot > slash + 1 ? dot : path.length
  let candidate = path
  for (let number = 2; isTaken(candidate); number += 1)
    candidate = `${path.slice(0, cut)}-${number}${path.slice(cut)}`
  return candidate
}

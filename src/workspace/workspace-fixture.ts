import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type FakeClock, fakeClock } from '../base/clock.ts'
import { sha256Hex } from '../base/digest.ts'
import type { CallEvidence } from '../contracts/evidence.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { ToolOutcome, UndoOutcome, UndoStore } from '../engine/tools/tools.ts'
import { createWorkspaceTools, type WorkspaceOptions } from './workspace.ts'

/** An undo store that forgets with the test. */
export function createMemoryUndoStore(): UndoStore & { readonly kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    put: async bytes => {
      const digest = sha256Hex(bytes)
      kept.set(digest, Uint8Array.from(bytes))
      return digest
    },
    get: async digest => kept.get(digest),
  }
}

export interface Fixture {
  /** An own temporary folder; the workspace is `workspace` in it, the forbidden home `home`. */
  readonly base: string
  readonly root: string
  readonly home: string
  readonly clock: FakeClock
  readonly undoStore: ReturnType<typeof createMemoryUndoStore>
  readonly names: readonly string[]
  readonly call: (tool: string, args: JsonObject, signal?: AbortSignal) => Promise<ToolOutcome>
  /** The output of a call that must succeed. */
  readonly output: (tool: string, args: JsonObject) => Promise<unknown>
  /** The error of a call that must fail. */
  readonly error: (tool: string, args: JsonObject) => Promise<string>
  readonly evidence: (tool: string, args: JsonObject) => Promise<readonly CallEvidence[] | undefined>
  readonly undo: (tool: string, record: JsonValue | undefined) => Promise<UndoOutcome>
}

/** A workspace on real files that are removed after the test. */
export function createFixture(options: Partial<WorkspaceOptions> = {}): Fixture {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-workspace-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const root = options.root ?? join(base, 'workspace')
  const home = join(base, 'home')
  const clock = fakeClock(Date.parse('2026-03-01T12:00:00Z'))
  const undoStore = createMemoryUndoStore()
  const tools = createWorkspaceTools({
    root,
    forbiddenPaths: [home, join(root, 'private')],
    clock,
    undoStore,
    httpAllowList: [],
    ...options,
  })
  const find = (name: string) => {
    const tool = tools.find(candidate => candidate.definition.name === name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    return tool
  }
  const call: Fixture['call'] = (name, args, signal = new AbortController().signal) =>
    find(name).execute({ arguments: args, idempotencyKey: 'key', signal })
  return {
    base,
    root,
    home,
    clock,
    undoStore,
    names: tools.map(tool => tool.definition.name),
    call,
    output: async (name, args) => {
      const { result } = await call(name, args)
      if (!result.success) throw new Error(`${name} failed: ${result.error}`)
      return result.output
    },
    error: async (name, args) => {
      const { result, effect } = await call(name, args)
      if (result.success) throw new Error(`${name} succeeded: ${JSON.stringify(result.output)}`)
      if (effect !== 'none') throw new Error(`${name} failed with effect ${effect}`)
      return result.error ?? ''
    },
    evidence: async (name, args) => find(name).evidence?.(args),
    undo: async (name, record) => {
      const options = { idempotencyKey: 'undo', signal: new AbortController().signal }
      const outcome = await find(name).undo?.(record ?? null, options)
      if (outcome === undefined) throw new Error(`${name} has no undo`)
      return outcome
    },
  }
}

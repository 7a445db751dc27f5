import { posix } from 'node:path'
import type { SourceFacts } from './read-source.ts'

/** What starts a store, a server, a process or a browser. */
const PROGRAM_MODULES = new Set([
  ...['node:child_process', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:sqlite'],
  ...['@hono/node-server', 'pg', 'pg-boss', 'playwright-core', 'soulgate', 'soulgate/testing'],
])

/** A quick test that starts something, and the line where it does. */
export type SlowQuickTest = { readonly path: string; readonly line: number; readonly message: string }

type Imports = ReadonlyMap<string, Pick<SourceFacts, 'imports'>>

/**
 * Finds quick tests (`NAME.test.ts`) that reach a store, a server, a process or a browser through what they import at
 * run time: they belong to `NAME.program.test.ts` or `NAME.proof.test.ts`.
 */
export function findSlowQuickTests(files: Imports): readonly SlowQuickTest[] {
  return [...files.keys()].filter(isQuickTest).flatMap(path => {
    const chain = chainToProgram(path, files)
    if (chain === undefined) return []
    const line = files.get(path)?.imports.find(({ module }) => resolveImport(path, module) === chain[1])?.line
    return [
      {
        path,
        line: line ?? 1,
        message: `A quick test reaches ${chain.join(' → ')}. Name it .program.test.ts, or .proof.test.ts when it needs a browser, PostgreSQL or minutes.`,
      },
    ]
  })
}

function isQuickTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) && !/\.(program|proof)\.test\.tsx?$/.test(path)
}

/** The shortest chain of imports from a file to a module that starts something. */
function chainToProgram(start: string, files: Imports): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]])
  for (const path of cameFrom.keys()) {
    if (PROGRAM_MODULES.has(path)) return chainTo(path, cameFrom)
    for (const { module, isTypeOnly } of files.get(path)?.imports ?? []) {
      if (isTypeOnly || module === undefined) continue
      const next = resolveImport(path, module)
      if (next !== undefined && !cameFrom.has(next)) cameFrom.set(next, path)
    }
  }
  return undefined
}

function chainTo(end: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const chain: string[] = []
  for (let path: string | undefined = end; path !== undefined; path = cameFrom.get(path)) chain.unshift(path)
  return chain
}

function resolveImport(path: string, module: string | undefined): string | undefined {
  return module?.startsWith('.') ? posix.join(posix.dirname(path), module) : module
}

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../../base/digest.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'

/** The name under which one call is asked for, until its end was told to whoever made it. */
export interface OpenCall {
  readonly key: string
  /** Its end was told; the same call again is another call. */
  end(): void
  /** It waits: the same call again goes on with it. */
  park(): void
}

export interface OpenCalls {
  begin(call: { readonly caller: string; readonly tool: string; readonly arguments: JsonObject }): OpenCall
}

/**
 * Remembers the calls that were begun and whose end nobody was told, so that the same call again is the same question:
 * also after this process died. Kept are digests and random keys, nothing of the arguments. Two equal calls at once are
 * two calls.
 */
export function createOpenCalls(folder: string): OpenCalls {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const parked = readParked(folder)
  return {
    begin({ caller, tool, arguments: args }) {
      const print = digest('soulgate.mcp-open-call.v1', { caller, tool, arguments: args })
      const waiting = parked.get(print) ?? []
      const key = waiting.shift() ?? `mcp-${randomBytes(16).toString('hex')}`
      const file = join(folder, `${print}.${key}`)
      writeFileSync(file, '', { mode: 0o600 })
      return {
        key,
        end: () => rmSync(file, { force: true }),
        park: () => void parked.set(print, [...(parked.get(print) ?? []), key]),
      }
    },
  }
}

function readParked(folder: string): Map<string, string[]> {
  const parked = new Map<string, string[]>()
  for (const file of readdirSync(folder)) {
    const [print = '', key = ''] = file.split('.')
    if (key !== '') parked.set(print, [...(parked.get(print) ?? []), key])
  }
  return parked
}

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What one process of the rig is told. */
export interface RigOptions {
  readonly folder: string
  /** Absent: SQLite in the folder. */
  readonly url?: string
  /** True in the last life: nothing new is started, the process leaves when all runs have ended. */
  readonly last: boolean
  /** A worker that is silent for longer has lost its runs. */
  readonly silenceMs: number
}

/** One touch of the world. The file outlives every kill, because the kernel has it. */
export interface RigEffect {
  readonly tool: string
  readonly path: string
  readonly key: string
  readonly worker: string
}

export interface RigAcknowledged {
  readonly gate_id: string
  readonly decision_id: string
}

export const EFFECTS = 'effects.log'
export const ACKNOWLEDGED = 'acknowledged.log'

export function append(folder: string, file: string, entry: object): void {
  // A kill may tear the line before this one off without its end.
  appendFileSync(join(folder, file), `\n${JSON.stringify(entry)}\n`)
}

/** The whole lines of a file; a line cut short by a kill was never said. */
export function readLines<Entry>(folder: string, file: string): readonly Entry[] {
  const path = join(folder, file)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.filter(isWhole).map(line => JSON.parse(line) as Entry)
}

function isWhole(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}')
}

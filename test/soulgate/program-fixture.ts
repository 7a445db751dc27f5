import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal, type Refusal } from '../../src/contracts/refusal.ts'
import { createSoulgate, type Soulgate, type SoulgateOptions } from '../../src/soulgate.ts'
import { requireStandingPolicy } from './standing-policy.ts'

export const member: Principal = { kind: 'person', id: 'person_mona', name: 'Mona', role: 'member' }
export const reviewer: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }
export const admin: Principal = { kind: 'person', id: 'person_ada', name: 'Ada', role: 'admin' }
export const viewer: Principal = { kind: 'person', id: 'person_vera', name: 'Vera', role: 'viewer' }
export const builder: Principal = { kind: 'agent', id: 'agent:builder', name: 'builder', role: 'agent' }
export const scout: Principal = { kind: 'agent', id: 'agent:scout', name: 'scout', role: 'agent' }

/** A folder of its own for the program's data and its workspace; programs on it can be closed and opened again. */
export interface Place {
  readonly home: string
  readonly workspace: string
  /** Opens the program on this place. It works unless told otherwise. */
  open(options?: Partial<SoulgateOptions> & { readonly works?: boolean }): Promise<Soulgate>
  /** Writes a file of the workspace, last changed so many days ago. */
  write(path: string, text: string, ageDays?: number): Promise<void>
  read(path: string): Promise<string>
  /** Files below the workspace, sorted. */
  files(): Promise<readonly string[]>
  /** Closes what is open and removes the folder. */
  leave(): Promise<void>
}

export async function makePlace(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'soulgate-program-'))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  await mkdir(workspace)
  const opened: Soulgate[] = []
  const databases = new Set<string>()
  return {
    home,
    workspace,
    open: async ({ works = true, ...options } = {}) => {
      if (options.databaseUrl !== undefined) databases.add(options.databaseUrl)
      const soulgate = await createSoulgate({ home, workspace, ...options })
      opened.push(soulgate)
      if (works) await soulgate.startWorker()
      return soulgate
    },
    write: async (path, text, ageDays = 0) => {
      const full = join(workspace, path)
      await mkdir(dirname(full), { recursive: true })
      await writeFile(full, text)
      const at = new Date(Date.now() - ageDays * 86_400_000)
      await utimes(full, at, at)
    },
    read: path => readFile(join(workspace, path), 'utf8'),
    files: async () => {
      const entries = await readdir(workspace, { recursive: true, withFileTypes: true })
      return entries
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name).slice(workspace.length + 1))
        .toSorted()
    },
    leave: async () => {
      for (const soulgate of opened) await soulgate.close()
      await requireStandingPolicy({ home })
      for (const databaseUrl of databases) await requireStandingPolicy({ home, databaseUrl })
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** The answer, which must not be a refusal. */
export async function granted<Answer extends object>(work: Promise<Answer | Refusal>): Promise<Answer> {
  const answer = await work
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.detail}`)
  return answer
}

/** The code of a refusal, or that there was none. */
export async function codeOf(work: Promise<object>): Promise<string> {
  const answer = await work
  return isRefusal(answer) ? answer.code : 'granted'
}

/** What must be there. */
export function found<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new TypeError('there is nothing')
  return value
}

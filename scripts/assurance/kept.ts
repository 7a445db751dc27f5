import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProofName } from '../../test/assurance/claims.ts'
import type { CaseResult, TestResults } from './named-tests.ts'
import { type Proven, ROOT } from './proofs.ts'

const KEPT = join(ROOT, 'coverage/assurance.json')

/** What the last run found, written as it goes, so that a run that ended early is taken up by `--again`. */
export interface Kept {
  /** The commit, and how much was tried. */
  readonly of: string
  readonly tests: TestResults
  readonly proven: ReadonlyMap<ProofName, Proven>
  /** Files and commands that did not hold at first, and were tried once more by themselves. */
  readonly again: ReadonlySet<string>
}

interface Written {
  readonly of: string
  readonly tests: readonly (readonly [string, readonly CaseResult[]])[]
  readonly proven: readonly (readonly [ProofName, Proven])[]
  readonly again: readonly string[]
}

export function keep({ of, tests, proven, again }: Kept): void {
  mkdirSync(dirname(KEPT), { recursive: true })
  const written: Written = { of, tests: [...tests], proven: [...proven], again: [...again] }
  writeFileSync(KEPT, JSON.stringify(written))
}

/** What was found of this commit with as much effort; undefined when nothing was. */
export function readKept(of: string): Kept | undefined {
  if (!existsSync(KEPT)) return undefined
  const { tests, proven, again, ...rest } = JSON.parse(readFileSync(KEPT, 'utf8')) as Written
  if (rest.of !== of) return undefined
  return { of, tests: new Map(tests), proven: new Map(proven), again: new Set(again) }
}

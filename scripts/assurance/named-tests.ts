import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Claim } from '../../test/assurance/claims.ts'
import { ROOT, VITEST } from './proofs.ts'

/** What became of a named test: how many cases of it passed and failed, and how often they say that they tried. */
export interface NamedResult {
  readonly passed: number
  readonly failed: number
  /** What the test is about, as its file groups it; empty when it did not run. */
  readonly about: string
  /** What the test counted itself (`task.meta.tried`), such as deaths of a process. */
  readonly tried: number
}

export type TestResults = ReadonlyMap<string, readonly CaseResult[]>

export interface CaseResult {
  readonly title: string
  readonly about: string
  readonly status: string
  readonly tried: number
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly ancestorTitles: readonly string[]
      readonly status: string
      readonly meta?: { readonly tried?: number }
    }[]
  }[]
}

/** Runs these files and answers their tests by file. */
export async function runTests(files: readonly string[]): Promise<TestResults> {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-assurance-'))
  const report = join(folder, 'report.json')
  const args = [VITEST, 'run', ...files, '--reporter=json', `--outputFile=${report}`]
  try {
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 }).catch(
      () => undefined,
    )
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return new Map(
      testResults.map(({ name, assertionResults }) => [
        relative(ROOT, name),
        assertionResults.map(({ title, ancestorTitles, status, meta }) => ({
          ...{ title, status },
          about: ancestorTitles.join(' '),
          tried: meta?.tried ?? 0,
        })),
      ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a test that is run for several cases says in its title for what differs: `%s`, or `$name` of a field. */
const PLACEHOLDER = /%[sdifjoOc#]|\$#?[\w.]*/

/** The cases of one named test; a title with placeholders stands for all of them, however long their values were cut. */
export function resultOf(results: TestResults, file: string, title: string): NamedResult {
  const parts = title.split(PLACEHOLDER).map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's')
  const named = (results.get(file) ?? []).filter(each => pattern.test(each.title))
  // Another group of the file may hold a test of the same name.
  const cases = named.filter(each => each.about === named[0]?.about)
  const passed = cases.filter(({ status }) => status === 'passed').length
  return {
    passed,
    failed: cases.length - passed,
    about: cases[0]?.about ?? '',
    tried: cases.reduce((sum, each) => sum + each.tried, 0),
  }
}

/** Named tests of a claim that did not pass, each as `claim: file: title`. */
export function unproven({ id, tests }: Claim, results: TestResults): readonly string[] {
  return Object.entries(tests).flatMap(([file, titles]) =>
    titles
      .filter(title => {
        const { passed, failed } = resultOf(results, file, title)
        return passed === 0 || failed > 0
      })
      .map(title => `${id}: ${file}: ${title}`),
  )
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What was measured of one file, and of which text of it. */
export interface FileScore {
  readonly killed: number
  /** Mutants that never ended: a test noticed. */
  readonly timeout: number
  /** Mutants that no test noticed, reached or not. */
  readonly survived: number
  /** Mutants of what runs only while modules are loaded; they are not tried. */
  readonly at_load: number
  /** The first letters of the SHA-256 of the file that was measured. */
  readonly digest: string
  readonly measured_on: string
  readonly commit: string
}

export interface MutationScores {
  readonly files: Readonly<Record<string, FileScore>>
}

/** Where `node scripts/mutation.ts` keeps what it measured. */
export const SCORES = 'test/mutation/scores.json'

/** The share of mutants that a test must notice, in each part. */
export const BAR = 0.85

interface Part {
  readonly what: string
  /** Each file with the tests that may notice, by the names of test files beside it. */
  readonly files: Readonly<Record<string, readonly string[]>>
}

/** The parts that stand between a proposal and its effect. */
export const MUTATED: Readonly<Record<string, Part>> = {
  digest: {
    what: 'what a digest covers, its canonical form, and what an approval is bound to',
    files: {
      'src/base/canonical-json.ts': ['canonical-json', 'digest'],
      'src/base/digest.ts': ['digest'],
      'src/engine/gate/call-digest.ts': ['call-digest'],
    },
  },
  gate: {
    what: 'what is held, who decides, what counts, and what a grant is good for',
    files: {
      'src/engine/gate/release-call.ts': ['release-call', 'provenance'],
      'src/engine/gate/provenance-holds.ts': ['release-call', 'provenance', 'provenance-holds'],
      'src/engine/gate/deciders.ts': ['deciders', 'decide-gate'],
      'src/engine/gate/decide-gate.ts': ['decide-gate', 'decided-before', 'deciders'],
      'src/engine/gate/deciding.ts': ['deciding', 'decision-trail', 'fresh-passkey', 'edits'],
      'src/engine/gate/fresh-passkey.ts': ['fresh-passkey'],
      'src/engine/gate/edits.ts': ['edits', 'judged-edits'],
      'src/engine/gate/grants.ts': ['grants', 'grant-events'],
      'src/engine/gate/hold-terms.ts': ['release-call'],
    },
  },
  run: {
    what: 'the journal of a run, and the last look before a tool',
    files: {
      'src/engine/run/journal.ts': ['journal', 'replay', 'waiting', 'completion'],
      'src/engine/run/recheck.ts': ['last-look', 'claiming', 'waiting'],
      'src/engine/run/close-run.ts': [
        'close-run',
        'completion',
        'waiting',
        'replace-waiting',
        '../../surfaces/api/outside-runs',
      ],
    },
  },
  'tools ledger': {
    what: 'consuming the right, recording the intent, running the tool once',
    files: {
      'src/engine/run/authorization.ts': [
        'last-look',
        'claiming',
        'tool-ledger',
        '../../soulgate/autonomy/contracts',
      ],
      'src/engine/run/tool-runner.ts': ['tool-ledger', 'tool-ends', 'completion', 'last-look'],
      'src/engine/calls/outside-grants.ts': ['outside-grants', 'outside-holds', 'outside-ledger', 'undo'],
    },
  },
}

/** The test files of these names beside a source file, in whichever layer of the tests they are. */
export function testsBeside(root: string, file: string, names: readonly string[]): readonly string[] {
  return names.map(name => {
    const paths = ['', '.program', '.proof'].map(layer => `${dirname(file)}/${name}${layer}.test.ts`)
    return paths.find(path => existsSync(join(root, path))) ?? `${dirname(file)}/${name}.test.ts`
  })
}

export function readScores(root: string): MutationScores | undefined {
  const path = join(root, SCORES)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as MutationScores) : undefined
}

/** The share of mutants of these files that a test noticed; undefined while nothing was measured. */
export function shareOf(scores: readonly FileScore[]): number | undefined {
  const sum = (of: (score: FileScore) => number): number =>
    scores.reduce((total, score) => total + of(score), 0)
  const all = sum(({ killed, timeout, survived }) => killed + timeout + survived)
  return all === 0 ? undefined : sum(({ killed, timeout }) => killed + timeout) / all
}

export function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

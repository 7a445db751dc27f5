import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ProofName } from '../../test/assurance/claims.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
export const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

/** How much is tried. */
export interface Effort {
  readonly seeds: number
  readonly rounds: number
  readonly fuzz: number
  /** Whether agents die at every one of their writes instead of at a part of them. */
  readonly everywhere: boolean
}

export interface Proof {
  /** What is tried, on what. */
  readonly what: string
  /** What a reader types to try it again. */
  readonly command: string
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** What of the output says how often and with what result; the last line unless told. */
  readonly said?: RegExp
}

/** Figures that are printed and not judged: how fast, beside what. */
export const BENCHES: readonly Pick<Proof, 'what' | 'command' | 'arguments'>[] = [
  {
    what: 'Whole runs (start, gate, decision, tool, end) of one, two and four processes on one PostgreSQL, and how long the runs of a killed worker take to go on elsewhere:',
    command: 'npm run bench -- scale',
    arguments: ['--expose-gc', 'bench/bench.ts', 'scale'],
  },
  {
    what: 'Beside libraries that anybody can install, one after another in the same run:',
    command: 'npm run bench -- peers',
    arguments: ['--expose-gc', 'bench/bench.ts', 'peers'],
  },
]

export interface Proven {
  readonly ok: boolean
  readonly result: string
  readonly seconds: number
}

const CRASH_FILES = [
  ...['chat', 'pages', 'iterations'].map(name => `test/crash/crash-${name}.proof.test.ts`),
  'src/engine/planning/controller/crash-plans.proof.test.ts',
]

const USER_AGENT_FILES = ['test/user-agents', 'test/workers', 'test/simulation/user-agents.proof.test.ts']

/** Every proof, with how much of it is tried. */
export function proofsFor(effort: Effort): Readonly<Record<ProofName, Proof>> {
  const [seeds, rounds, fuzz] = [effort.seeds, effort.rounds, effort.fuzz].map(String) as [
    string,
    string,
    string,
  ]
  const everywhere = effort.everywhere ? { SOULGATE_CRASH: 'everywhere' } : {}
  return {
    simulation: {
      what: 'the whole engine in simulated worlds: faults at every await, two workers, people, a clock that jumps',
      command: `node scripts/simulate.ts --seeds ${seeds}`,
      arguments: ['scripts/simulate.ts', '--seeds', seeds],
    },
    planted: {
      what: 'the test of the tests: an engine broken on purpose against each invariant, which the simulation must catch',
      ...vitest(['test/simulation/planted-bugs.proof.test.ts']),
    },
    'kills-sqlite': {
      what: 'real processes on SQLite killed with SIGKILL at random moments under load',
      command: `node scripts/crash.ts --rounds ${rounds}`,
      arguments: ['scripts/crash.ts', '--rounds', rounds],
    },
    'kills-postgres': {
      what: 'real processes on PostgreSQL killed, stopped past their lease and woken, cut off from the database; the database killed, and shut down and started again, under load',
      command: `node scripts/crash.ts --store postgres --fault-every 2 --rounds ${rounds}`,
      arguments: ['scripts/crash.ts', '--store', 'postgres', '--fault-every', '2', '--rounds', rounds],
    },
    'crashes-agents': {
      what: `chats, generated pages, plans and plans in iterations whose process dies ${effort.everywhere ? 'at every one' : 'at a part'} of its writes, on both databases`,
      ...vitest(CRASH_FILES, everywhere),
    },
    'crashes-user-agents': {
      what: `an agent that a user wrote against the public API, in the program, on worker processes and on a remote worker: its program dies at ${effort.everywhere ? 'every one' : 'a part'} of its writes on both databases, workers are killed between effect and result, simulated worlds with planted bugs`,
      ...vitest(USER_AGENT_FILES, everywhere),
    },
    rolling: {
      what: 'this version on PostgreSQL, replaced process by process under traffic by a later one whose migration adds a column to every table',
      command: 'node scripts/rolling.ts',
      arguments: ['scripts/rolling.ts'],
    },
    fuzz: {
      what: 'requests made from the OpenAPI document and bent, to every operation, by every role',
      ...vitest(['test/fuzz'], { FUZZ_ROUNDS: fuzz }),
    },
    conformance: {
      what: 'the official MCP conformance suite against the server and against the gateway, in both revisions',
      command: 'npm run conformance',
      arguments: ['scripts/conformance.ts'],
      said: /^\S+ \S+: \d+ of \d+ required scenarios$/gm,
    },
  }
}

function vitest(
  files: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Pick<Proof, 'command' | 'arguments' | 'environment'> {
  const set = Object.entries(environment).map(([name, value]) => `${name}=${value} `)
  return {
    command: `${set.join('')}npx vitest run ${files.join(' ')}`,
    arguments: [VITEST, 'run', ...files],
    environment,
  }
}

export async function prove(proof: Proof): Promise<Proven> {
  const begun = performance.now()
  const environment = { ...process.env, ...proof.environment, NO_COLOR: '1' }
  const options = { cwd: ROOT, maxBuffer: 2 ** 26, env: environment }
  const end = (ok: boolean, output: string): Proven => ({
    ok,
    result: said(output, proof.said),
    seconds: (performance.now() - begun) / 1000,
  })
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...proof.arguments], options)
    return end(true, stdout)
  } catch (error) {
    return end(false, error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error))
  }
}

/** All that a bench prints; it is no proof, so a failure is told and nothing more. */
export async function measure(bench: (typeof BENCHES)[number]): Promise<string> {
  const options = { cwd: ROOT, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1' } }
  const told = await promisify(execFile)(process.execPath, [...bench.arguments], options).catch(
    (cause: unknown) => ({ stdout: `it failed: ${cause instanceof Error ? cause.message : String(cause)}` }),
  )
  return told.stdout.trim()
}

/** What a command says last, how many tests passed where vitest says it, or the lines that were asked for. */
function said(output: string, lines?: RegExp): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken off
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, '')
  const found = lines === undefined ? undefined : plain.match(lines)?.join('; ')
  const passed = /Tests\s+(.+)/.exec(plain)?.[1]
  const last = plain.trim().split('\n').at(-1)
  return found ?? (passed === undefined ? (last ?? '').trim() : `tests: ${passed.trim()}`)
}

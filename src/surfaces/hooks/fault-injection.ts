import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DrillFault, type DrillServer, startDrillServer } from './drill-server.ts'
import { type HookEnd, hostVerdict } from './host-verdict.ts'
import { joinWords, splitWords } from './shell-words.ts'

/** One fault, and what the installed hook made of it. */
export interface FaultResult {
  readonly name: string
  /** What is broken, in words. */
  readonly fault: string
  /** Whether the host would have let the tool run. */
  readonly would_run: boolean
  /** False when that is not as it must be. */
  readonly ok: boolean
  /** What the host saw. */
  readonly seen: string
  /** What to do when it is not ok. */
  readonly advice?: string
}

interface Drill {
  readonly name: string
  readonly fault: string
  /** The one drill in which nothing is broken. */
  readonly mayRun?: true
  readonly advice: string
  /** The command as the host would run it. */
  readonly command: (place: DrillPlace) => string
  readonly input?: string
}

interface DrillPlace {
  readonly words: readonly string[]
  readonly server: DrillServer
  readonly home: string
}

const EVENT = JSON.stringify({
  ...{ hook_event_name: 'PreToolUse', session_id: 'drill', cwd: '/', tool_use_id: 'drill' },
  ...{ tool_name: 'Bash', tool_input: { command: 'true' } },
})
/** Seconds of the drill in place of minutes: the hook, the guard around it, the host around both. */
const SECONDS = { hook: 2, guard: 8, host: 20 }
const REINSTALL = 'The hook is not as `soulgate hook install` writes it: install it again.'
const REPORT = 'This should not happen with an installed hook: install it again, and report it if it stays.'

/**
 * Breaks, one after the other, everything that a hook depends on, runs the installed command as a host does, and says
 * whether the tool would have run. Everything happens on this machine and in a folder that is removed again.
 */
export async function injectFaults(
  command: string,
  options: {
    readonly atOnce?: number
    /** Only these, by name. */
    readonly only?: readonly string[]
    readonly onResult?: (result: FaultResult) => void
  } = {},
): Promise<readonly FaultResult[]> {
  const home = mkdtempSync(join(tmpdir(), 'soulgate-drill-'))
  const server = await startDrillServer()
  const place = { words: splitWords(command), server, home }
  const wanted = DRILLS.filter(({ name }) => options.only?.includes(name) ?? true)
  const waiting = [...wanted.entries()]
  const results: FaultResult[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runDrill(next[1], place)
      results[next[0]] = result
      options.onResult?.(result)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.atOnce ?? 4 }, work))
  } finally {
    await server.close()
    rmSync(home, { recursive: true, force: true })
  }
  return results
}

const DRILLS: readonly Drill[] = [
  { ...atServer('lets-through', 'nothing is broken and the call is released'), mayRun: true },
  atServer('denies', 'nothing is broken and the call is denied'),
  withProgram('missing-program', 'the program of the hook is gone', ['/nonexistent/soulgate']),
  withProgram('no-right', 'the program cannot be executed', ['/dev/null']),
  withProgram('exit-1', 'the program ends with 1', ['/bin/sh', '-c', 'exit 1']),
  withProgram('exit-0', 'the program ends with 0 and says nothing', ['/bin/sh', '-c', 'exit 0']),
  withProgram('says-words', 'the program says words instead of JSON', ['/bin/echo', 'all fine']),
  withProgram('says-half', 'the program says half of its JSON', [
    '/bin/sh',
    '-c',
    `printf '{"hookSpecificOutput":{"a'`,
  ]),
  withProgram('killed', 'the program is killed', ['/bin/sh', '-c', 'kill -9 $$']),
  withProgram('hang', 'the program hangs', ['/bin/sh', '-c', 'exec sleep 60']),
  {
    ...atServer('lets-through', 'the host says something that is no JSON'),
    name: 'bad-input',
    input: '{"hook',
  },
  { ...atServer('lets-through', 'the host says nothing'), name: 'no-input', input: '' },
  {
    ...{ name: 'refused-port', fault: 'nothing listens at the server’s port', advice: REPORT },
    command: place =>
      drillCommand(place, [...programOf(place.words), ...drillFlags(place, place.server.closedUrl)]),
  },
  atServer('hangs', 'the server takes the request and never answers'),
  atServer('error-500', 'the server answers 500'),
  atServer('error-503', 'the server answers 503'),
  atServer('unauthorized', 'the server does not know the key'),
  atServer('bad-json', 'the server answers half of its JSON'),
  atServer('words', 'the server answers with words'),
  atServer('html', 'a proxy answers with a page of its own'),
  atServer('empty', 'the server answers nothing'),
  atServer('nothing', 'the server answers null'),
  atServer('cut-off', 'the connection breaks in the middle of the answer'),
  atServer('redirects', 'the server sends the question elsewhere'),
  atServer('no-grant', 'released, without a grant'),
  atServer('other-grant', 'the grant is for another tool'),
  atServer('other-arguments', 'the grant is for other arguments'),
  atServer('unconsumed-grant', 'the grant was not consumed'),
  atServer('consumed-before', 'the grant was used already'),
  atServer('consume-fails', 'consuming the grant fails'),
  atServer('clock-behind', 'clocks differ: the grant is over when it is used'),
  atServer('clock-ahead', 'clocks differ: the gate stays open for centuries'),
  atServer('nobody-decides', 'nobody decides in time'),
  atServer('approved-without-grant', 'approved, without a grant'),
  atServer('unknown-status', 'the gate says something that nobody knows'),
]

function atServer(fault: DrillFault, words: string): Drill {
  return {
    ...{ name: fault, fault: words, advice: REPORT },
    command: place =>
      drillCommand(place, [...programOf(place.words), ...drillFlags(place, `${place.server.url}/${fault}`)]),
  }
}

function withProgram(name: string, fault: string, program: readonly string[]): Drill {
  return { name, fault, advice: REINSTALL, command: place => drillCommand(place, program) }
}

function drillFlags({ home }: DrillPlace, url: string): readonly string[] {
  return ['--home', home, '--url', url, '--token', 'drill', '--deadline', String(SECONDS.hook)]
}

/** The installed command around another program, with the patience of a drill. */
function drillCommand({ words }: DrillPlace, program: readonly string[]): string {
  const guard = words
    .slice(0, guardLength(words))
    .map(word => word.replace(/sleep \d+/, `sleep ${SECONDS.guard}`))
  return joinWords([...guard, ...program])
}

function programOf(words: readonly string[]): readonly string[] {
  return words.slice(guardLength(words))
}

/** A hook that somebody installed by hand has no guard around it; the drills then show what that means. */
function guardLength(words: readonly string[]): number {
  return words[0]?.endsWith('sh') && words[1] === '-c' ? 3 : 0
}

async function runDrill(drill: Drill, place: DrillPlace): Promise<FaultResult> {
  const end = await runAsHost(drill.command(place), drill.input ?? EVENT)
  const wouldRun = hostVerdict(end) === 'runs'
  const ok = wouldRun === (drill.mayRun === true)
  return {
    ...{ name: drill.name, fault: drill.fault, would_run: wouldRun, ok, seen: describe(end) },
    ...(ok ? {} : { advice: drill.advice }),
  }
}

/** Runs a command through the shell, as hosts do, and ends it with everything it started when it takes too long. */
function runAsHost(command: string, input: string): Promise<HookEnd> {
  return new Promise(resolve => {
    const child = spawn('/bin/sh', ['-c', command], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
    let output = ''
    let isTimeout = false
    const timer = setTimeout(() => {
      isTimeout = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, SECONDS.host * 1000)
    child.stdout.setEncoding('utf8').on('data', piece => {
      output += piece
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const finish = (exitCode: number | null) => {
      clearTimeout(timer)
      resolve({ exitCode, output, isTimeout })
    }
    child.on('error', () => finish(null))
    child.on('close', finish)
  })
}

function describe({ exitCode, output, isTimeout }: HookEnd): string {
  if (isTimeout) return 'no end'
  const decision = /"permissionDecision":"(\w+)"/.exec(output)?.[1]
  return `${exitCode === null ? 'killed' : `exit ${exitCode}`}${decision === undefined ? '' : `, ${decision}`}`
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** One part of the check: commands that must all succeed. */
type Stage = { readonly name: string; readonly commands: readonly (readonly string[])[] }

const root = resolve(import.meta.dirname, '..')
const CACHE = 'node_modules/.cache/soulgate'

const stages: readonly Stage[] = [
  // It takes longest, so it begins first.
  { name: 'types', commands: [typeCheck('tsconfig.json'), ...whenPresent('ui/tsconfig.json', typeCheck)] },
  {
    name: 'format and lint',
    commands: [['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched']],
  },
  { name: 'import law', commands: [['node', 'scripts/check-layers.ts']] },
  {
    name: 'dead code',
    commands: [
      [
        'knip',
        '--no-progress',
        '--production',
        '--include',
        'files,dependencies',
        '--exclude',
        'types,dependencies,unlisted,binaries,unresolved',
      ],
      ['knip', '--no-progress', '--exclude', 'types'],
    ],
  },
  { name: 'generated files', commands: [['node', 'scripts/generate.ts', '--check']] },
]

const waiting = [...stages]
await Promise.all([runNext(), runNext()])

/** One part after the other until one fails; two such lanes keep two cores busy. */
async function runNext(): Promise<void> {
  for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) {
    const startedAt = performance.now()
    const failure = await runStage(stage)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(
      `${failure === undefined ? 'ok    ' : 'FAILED'}  ${stage.name.padEnd(16)} ${seconds.padStart(5)} s`,
    )
    if (failure === undefined) continue
    console.log(failure)
    process.exitCode = 1
    waiting.length = 0
  }
}

function typeCheck(project: string): readonly string[] {
  const state = join(CACHE, `${project.replaceAll('/', '-')}.tsbuildinfo`)
  return ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', state, '-p', project]
}

function whenPresent(
  path: string,
  command: (path: string) => readonly string[],
): readonly (readonly string[])[] {
  return existsSync(join(root, path)) ? [command(path)] : []
}

/** Answers the output of the first command that fails, or undefined. */
async function runStage({ commands }: Stage): Promise<string | undefined> {
  for (const command of commands) {
    const { succeeded, output } = await run(command)
    if (!succeeded) return `$ ${command.join(' ')}\n${output}`
  }
  return undefined
}

function run([program = '', ...parameters]: readonly string[]): Promise<{
  succeeded: boolean
  output: string
}> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(program, parameters, { cwd: root, env: { ...process.env, PATH: path }, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child.stdin.end()
  return new Promise(done => {
    child.on('error', error => done({ succeeded: false, output: `${program}: ${error.message}` }))
    child.on('close', code => done({ succeeded: code === 0, output }))
  })
}

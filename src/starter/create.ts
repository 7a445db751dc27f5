import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { NEXT_COMMANDS, writeStarter } from './write-starter.ts'

const USAGE = `Usage: npm create soulgate [folder] [-- --no-install]

Writes a folder with one agent, one tool and one test, and installs what it needs.`

/** `npm create soulgate`: the same folder as `soulgate init` writes, installed. Answers the exit code. */
export function create(parameters: readonly string[], version: string): number {
  const { values, positionals } = readParameters(parameters)
  const [folder = '.', ...more] = positionals
  if (values.help || more.length > 0) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const result = writeStarter(folder, version)
  if (!result.ok) {
    console.error(
      `${result.folder} has ${result.standing.join(', ')} already. Nothing was written; choose another folder.`,
    )
    return 2
  }
  console.log(`Wrote ${result.written.join(', ')} into ${result.folder}.`)
  const isInstalled = values['no-install'] || install(result.folder)
  const before = [
    ...(folder === '.' ? [] : [`cd ${folder}`]),
    ...(values['no-install'] || !isInstalled ? ['npm install'] : []),
  ]
  console.log(['', 'Next:', ...[...before, ...NEXT_COMMANDS].map(line => `  ${line}`)].join('\n'))
  return isInstalled ? 0 : 1
}

function readParameters(parameters: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = { help: flag, 'no-install': flag }
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true })
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return { values: { help: false, 'no-install': false }, positionals: ['.', 'unknown option'] }
  }
}

function install(folder: string): boolean {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return true
  console.error('npm install did not succeed; what it printed says why. Everything else is there.')
  return false
}

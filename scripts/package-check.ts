import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/**
 * Packs the package, installs it in an empty folder as a user would, and does there what the documents say can be done in
 * minutes. `--built` packs what was built before. Everything happens below a temporary folder, which is removed again.
 */
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'soulgate-package-'))
const project = join(folder, 'project')

try {
  const tarball = pack()
  await lint(tarball)
  install(tarball)
  imports()
  types()
  browser()
  startTime()
  inMinutes(tarball)
  console.log('The package installs, is typed, and does what its documents say.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pack(): string {
  const flags = process.argv.includes('--built') ? ['--ignore-scripts'] : []
  run('npm', ['pack', '--json', '--pack-destination', folder, ...flags], root)
  const name = readdirSync(folder).find(file => file.endsWith('.tgz'))
  if (!name) throw new Error('npm pack made no tarball.')
  return join(folder, name)
}

async function lint(tarball: string): Promise<void> {
  const bytes = readFileSync(tarball)
  const packed = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball: packed }, strict: true })
  // `soulgate-source` is how the checkout reads itself; a user's program never asks for it.
  const faults = messages.filter(({ path }) => !path.includes('soulgate-source'))
  for (const message of faults) console.log(`publint: ${formatMessage(message, pkg)}`)
  if (faults.length > 0) throw new Error('publint has something to say.')
  say('publint', 'clean')
}

function install(tarball: string): void {
  mkdirSync(project)
  run('npm', ['init', '-y'], project)
  const startedAt = performance.now()
  run('npm', ['install', '--no-audit', '--no-fund', tarball], project)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const own = join(project, 'node_modules', 'soulgate')
  say('size', `${megabytes(statSync(tarball).size)} packed, ${megabytes(sizeOf(own))} unpacked`)
  say('install', `${megabytes(sizeOf(join(project, 'node_modules')))} with dependencies, ${seconds} s`)
  say('version', run('npx', ['soulgate', '--version'], project).trim())
}

function imports(): void {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys(exports).filter(name => !name.includes('*') && !name.endsWith('.json'))
  for (const name of names) {
    const module = name.replace(/^\./, 'soulgate')
    run(
      process.execPath,
      ['-e', `import('${module}').then(found => { if (!Object.keys(found).length) process.exit(1) })`],
      project,
    )
  }
  say('imports', names.map(name => name.replace(/^\./, 'soulgate')).join(', '))
}

/** The client as a page loads it: one bundle, and nothing of Node in it. */
function browser(): void {
  writeFileSync(join(project, 'page.js'), `export { createSoulgateClient, gated } from 'soulgate/sdk'\n`)
  const bundler = join(root, 'node_modules/rolldown/bin/cli.mjs')
  run(process.execPath, [bundler, 'page.js', '--platform', 'browser', '--minify', '-d', 'bundle'], project)
  const bundle = readFileSync(join(project, 'bundle/page.js'))
  const ofNode = /["']node:\w+|\brequire\(|\bprocess\.\w+/.exec(bundle.toString())?.[0]
  if (ofNode !== undefined) throw new Error(`soulgate/sdk needs ${ofNode} in a browser.`)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
  say('browser', `${kilobytes(bundle.length)} bundled, ${kilobytes(gzipSync(bundle).length)} on the wire`)
}

/** How long the command takes to be there, as installed: the quickest of five, each a process of its own. */
function startTime(): void {
  const program = join(project, 'node_modules/soulgate/dist/surfaces/cli/main.js')
  for (const parameters of [['--version'], ['--help'], ['gates', '--help']]) {
    const times = Array.from({ length: 5 }, () => {
      const startedAt = performance.now()
      run(process.execPath, [program, ...parameters], project)
      return performance.now() - startedAt
    })
    say('start', `soulgate ${parameters.join(' ')}: ${Math.min(...times).toFixed(0)} ms`)
  }
}

/** What a user with strict settings sees, under the resolution of Node. */
function types(): void {
  const text = `import { createSoulgateClient, gated, type GatedOutcome } from 'soulgate/sdk'
import { gateTools } from 'soulgate/sdk/ai-sdk'
import { gateAgents } from 'soulgate/sdk/openai-agents'
import { gateMcpClient } from 'soulgate/sdk/mcp-client'
import { connectWorker } from 'soulgate/sdk/worker'
import { openTestSoulgate } from 'soulgate/testing'
import type { Gate } from 'soulgate/contracts/gate'
const soulgate = createSoulgateClient({ baseUrl: 'http://127.0.0.1:7411' })
const refund = gated((args: { amount: number }) => args.amount, { soulgate, name: 'refund' })
const outcome: GatedOutcome<number> = await refund.ask({ amount: 1 })
export const paid: number = await refund({ amount: 2 })
// @ts-expect-error an amount is a number
await refund({ amount: 'much' })
export const gate = outcome.status === 'pending' ? outcome.expires_at : undefined
export const others = [gateTools, gateAgents, gateMcpClient, connectWorker, openTestSoulgate] as const
export type Seen = Gate
`
  writeFileSync(join(project, 'check.mts'), text)
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true }
  const place = { module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], types: [] }
  const settings = { compilerOptions: { ...strict, ...place }, files: ['check.mts'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings))
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], project)
  say('types', 'strict, under NodeNext')
}

/** What the documents promise within minutes, from the same tarball, in another empty folder. */
function inMinutes(tarball: string): void {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'scripts/in-minutes.ts'), '--tarball', tarball],
    { stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('Something that the documents promise does not hold.')
}

function run(command: string, parameters: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (status !== 0)
    throw new Error(`${command} ${parameters.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}

function sizeOf(path: string): number {
  if (!existsSync(path)) return 0
  const found = statSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function say(what: string, words: string): void {
  console.log(`${what.padEnd(14)} ${words}`)
}

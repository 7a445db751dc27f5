import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
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
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/**
 * Packs the package, installs it in an empty folder as a user would, and does there what docs/sdk.md and docs/hooks.md
 * say. `--built` packs what was built before. Everything happens below a temporary folder, which is removed again.
 */
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'soulgate-package-'))
const project = join(folder, 'project')
const home = join(folder, 'data')
const started: ChildProcess[] = []

try {
  const tarball = pack()
  await lint(tarball)
  install(tarball)
  imports()
  types()
  await inAMinute()
  console.log('The package installs, is typed, and does what its documents say.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const child of started) child.kill('SIGTERM')
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

/** What a user with strict settings sees, under the resolution of Node. */
function types(): void {
  const text = `import { createSoulgateClient, gated, type GatedOutcome } from 'soulgate/sdk'
import { gateTools } from 'soulgate/sdk/ai-sdk'
import { gateAgents } from 'soulgate/sdk/openai-agents'
import { gateMcpClient } from 'soulgate/sdk/mcp-client'
import { openTestSoulgate } from 'soulgate/testing'
import type { Gate } from 'soulgate/contracts/gate'
const soulgate = createSoulgateClient({ baseUrl: 'http://127.0.0.1:7411' })
const refund = gated((args: { amount: number }) => args.amount, { soulgate, name: 'refund' })
const outcome: GatedOutcome<number> = await refund.ask({ amount: 1 })
export const paid: number = await refund({ amount: 2 })
// @ts-expect-error an amount is a number
await refund({ amount: 'much' })
export const gate = outcome.status === 'pending' ? outcome.expires_at : undefined
export const others = [gateTools, gateAgents, gateMcpClient, openTestSoulgate] as const
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

/** The documents' own words, in an empty folder: start, make a key, gate a function, install the hook, ask the doctor. */
async function inAMinute(): Promise<void> {
  const { url, signIn } = await startServer()
  const person = await signedIn(url, signIn)
  const { token: key } = await person('POST', '/api/tokens', { name: 'refunds', role: 'agent' })
  const script = blockOf('docs/sdk.md', 'refund.mjs').replace('http://127.0.0.1:7411', url)
  writeFileSync(join(project, 'refund.mjs'), script)
  const refund = startProcess(process.execPath, ['refund.mjs'], { SOULGATE_TOKEN: String(key) })
  const gate = await openGate(person)
  await decide(person, gate)
  const printed = await endOf(refund)
  if (printed.trim() !== '20 went back to c_1')
    throw new Error(`refund.mjs printed ${JSON.stringify(printed)}.`)
  say('docs/sdk.md', `three lines gate a function: ${printed.trim()}`)

  const { token: admin } = await person('POST', '/api/tokens', { name: 'installer', role: 'admin' })
  const environment = { ...commands(), SOULGATE_URL: url, SOULGATE_TOKEN: String(admin) }
  run('npx', ['soulgate', 'hook', 'install', '--project'], project, environment)
  const settings = JSON.parse(readFileSync(join(project, '.claude', 'settings.json'), 'utf8'))
  const command = String(settings.hooks.PreToolUse[0].hooks[0].command)
  const asked = startProcess('/bin/sh', ['-c', command], {})
  asked.stdin?.end(
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: project,
      tool_name: 'Bash',
      tool_input: { command: 'npm publish' },
      tool_use_id: 'u',
    }),
  )
  await decide(person, await openGate(person))
  const answer = JSON.parse(await endOf(asked))
  if (answer.hookSpecificOutput.permissionDecision !== 'allow') throw new Error(JSON.stringify(answer))
  say('docs/hooks.md', 'one command gates Claude Code: npm publish waited and was approved')
  const doctor = JSON.parse(run('npx', ['soulgate', 'doctor', '--project', '--json'], project, commands()))
  if (doctor.would_let_a_tool_run.length > 0) throw new Error(JSON.stringify(doctor.would_let_a_tool_run))
  say('doctor', `${doctor.drills.length} drills, none of which would let a tool run`)
}

async function startServer(): Promise<{ readonly url: string; readonly signIn: string }> {
  const startedAt = performance.now()
  const server = startProcess('npx', ['soulgate', 'up', '--print-link', '--json'], {
    ...commands(),
    SOULGATE_PORT: '0',
  })
  let text = ''
  for await (const piece of server.stdout ?? []) {
    text += piece
    if (!text.trimEnd().endsWith('}')) continue
    const { url, sign_in } = JSON.parse(text)
    say('up', `ready after ${Math.round(performance.now() - startedAt)} ms, npx included`)
    return { url, signIn: sign_in }
  }
  throw new Error(`soulgate up ended: ${text}`)
}

type Person = (method: string, path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>

/** Does by HTTP what a person does in the browser. */
async function signedIn(url: string, signIn: string): Promise<Person> {
  const code = new URL(signIn).searchParams.get('code')
  const headers = { 'content-type': 'application/json' }
  const exchanged = await fetch(`${url}/api/auth/exchange`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code }),
  })
  const cookie = exchanged.headers.get('set-cookie')?.split(';')[0] ?? ''
  const me = await readObject(await fetch(`${url}/api/auth/me`, { headers: { cookie } }))
  const csrf = String(me.csrf_token)
  return async (method, path, body) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, cookie, 'x-csrf-token': csrf },
      ...init,
    })
    const json = await readObject(answer)
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }
}

async function readObject(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const json: unknown = await answer.json()
  if (typeof json !== 'object' || json === null) throw new Error('the answer is no object')
  return { ...json }
}

type OpenGate = Readonly<Record<'gate_id' | 'view_digest' | 'confirm_word', string>>

async function openGate(person: Person): Promise<OpenGate> {
  for (;;) {
    const { gates } = await person('GET', '/api/gates/pending')
    if (Array.isArray(gates) && gates[0]) return gates[0]
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

async function decide(
  person: Person,
  { gate_id, view_digest, confirm_word: confirm }: OpenGate,
): Promise<void> {
  await person('POST', `/api/gates/${gate_id}/decide`, { decision: 'approve', view_digest, confirm })
}

/** The block of a document that stands after `<!-- file: NAME -->`. */
function blockOf(document: string, name: string): string {
  const text = readFileSync(join(root, document), 'utf8')
  const block = text.split(`<!-- file: ${name} -->`)[1]?.match(/```\w+\n([\s\S]*?)```/)?.[1]
  if (block === undefined) throw new Error(`${document} holds no block for ${name}.`)
  return block
}

function commands(): Readonly<Record<string, string>> {
  return { HOME: folder, SOULGATE_HOME: home, SOULGATE_WORKSPACE: join(folder, 'workspace') }
}

function startProcess(
  command: string,
  parameters: readonly string[],
  more: Readonly<Record<string, string>>,
): ChildProcess {
  const env = { ...process.env, ...more }
  const child = spawn(command, parameters, { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  return child
}

async function endOf(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const piece of child.stdout ?? []) text += piece
  return text
}

function run(
  command: string,
  parameters: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const env = { ...process.env, ...more }
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    cwd,
    env,
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

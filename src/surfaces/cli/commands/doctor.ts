import { statfsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { type CommandContext, callRoute, connectionOf } from '../context.ts'
import { describeRange } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { findOverlap, homeMode, readConnection } from '../home.ts'
import { modelsOf, namesModel } from '../local-model.ts'
import { portOwner } from '../port-owner.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'
import { VARIABLES } from '../variables.ts'
import { type Check, checkHook, type HookFlags } from './doctor-hook.ts'

const MIN_NODE_VERSION = [22, 13] as const
const MIN_MEGABYTES = 500

/** `doctor`: what could keep Soulgate from working, or from being safe, and what to do about it. */
export const registerDoctor: Register = (program, run) => {
  program
    .command('doctor')
    .description(
      'check this machine, the server and the environment, and break the installed hook on purpose',
    )
    .option('--variables', 'list every environment variable that is read')
    .option('--no-drills', 'leave out the drills of the hook')
    .option('--project', 'the hook in the settings of this folder instead of your own')
    .option('--file <path>', 'the hook in another settings file')
    .action((flags: HookFlags & { variables?: boolean }) =>
      run(context => (flags.variables ? variables(context) : doctor(context, flags))),
    )
}

async function doctor(context: CommandContext, flags: HookFlags): Promise<void> {
  const machine = [
    ...[nodeVersion(), homeFolder(context), disk(context), separation(context), workspace(context)],
    ...[savedToken(context), await models(context), ...(await server(context)), ...(await settings(context))],
    ...(await database(context)),
  ]
  say(context, machine)
  const hook = await checkHook(context, flags)
  say(context, hook.checks)
  const checks = [...machine, ...hook.checks]
  const failures = [...checks, ...hook.drills].filter(({ ok }) => !ok).length
  const wouldRun = hook.drills.filter(({ ok, would_run }) => !ok && would_run).map(({ name }) => name)
  const ran = hook.drills.length > 0 ? { drills: hook.drills, would_let_a_tool_run: wouldRun } : {}
  context.answer({ ok: failures === 0, checks, ...ran })
  if (hook.drills.length > 0) {
    const many = `${hook.drills.length} drills`
    context.say(
      wouldRun.length === 0
        ? `${many}: no fault would let a tool run.`
        : `${many}: a tool would run without being asked about after ${wouldRun.join(', ')}.`,
    )
  }
  if (failures > 0) context.exitWith(EXIT.failed)
}

function say({ colors, ...context }: CommandContext, checks: readonly Check[]): void {
  const { green, red } = colors
  const rows = checks.map(({ name, ok, detail }) => [
    ok ? green('ok') : red('NOT OK'),
    name,
    escapeLine(detail),
  ])
  context.say(...columns(rows))
}

/** A database that cannot grow refuses every change, and with it every release. */
function disk({ configuration: { home } }: CommandContext): Check {
  const place = homeMode(home) === undefined ? dirname(home) : home
  try {
    const { bavail, bsize } = statfsSync(place)
    const megabytes = Math.floor((bavail * bsize) / 1_000_000)
    const ok = megabytes >= MIN_MEGABYTES
    return { name: 'disk', ok, detail: `${megabytes} MB free where the data lies${ok ? '' : '; make room'}` }
  } catch {
    return { name: 'disk', ok: true, detail: `${place} is made by the first start` }
  }
}

/** The environment seeds the first start only; what differs afterwards is often a surprise. */
async function settings(context: CommandContext): Promise<readonly Check[]> {
  const seeds = VARIABLES.filter(({ seeds: isSeed }) => isSeed)
  const answer = await callRoute(context, { method: 'GET', path: '/api/settings' }).catch(() => undefined)
  if (answer?.status !== 200) return []
  const differences = seeds.flatMap(({ name, setting }) => {
    const [wanted, standing] = [
      valueAt(context.configuration.settings, setting),
      valueAt(answer.body, setting),
    ]
    return wanted === undefined || wanted === standing
      ? []
      : [`${name}=${wanted}, but ${setting} is ${standing}`]
  })
  const detail =
    differences.length === 0
      ? 'the environment and the stored settings do not differ'
      : `stored settings win: ${differences.join('; ')}. Change them with soulgate settings set.`
  return [{ name: 'settings', ok: true, detail }]
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], value)
}

/** Only PostgreSQL can be away by itself; the embedded store is a file of the home folder. */
async function database({ configuration }: CommandContext): Promise<readonly Check[]> {
  if (configuration.databaseUrl === undefined) return []
  const { hostname, port } = new URL(configuration.databaseUrl)
  const place = `${hostname}:${port || 5432}`
  const ok = await canConnect(hostname, Number(port || 5432))
  const detail = ok
    ? `PostgreSQL answers at ${place}`
    : `nothing answers at ${place}: start it, or mend SOULGATE_DATABASE_URL`
  return [{ name: 'database', ok, detail }]
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: 3_000 })
    const end = (ok: boolean) => {
      socket.destroy()
      resolve(ok)
    }
    socket.on('connect', () => end(true))
    socket.on('timeout', () => end(false))
    socket.on('error', () => end(false))
  })
}

function nodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])
  return { name: 'node', ok, detail: `${process.version}; ${MIN_NODE_VERSION.join('.')} or newer is needed` }
}

function homeFolder({ configuration }: CommandContext): Check {
  const mode = homeMode(configuration.home)
  const name = 'home'
  if (mode === undefined)
    return { name, ok: true, detail: `${configuration.home} is made by the first start` }
  const ok = process.platform === 'win32' || mode.endsWith('00')
  const advice = ok ? '' : `; others can read it: chmod 700 ${configuration.home}`
  return { name, ok, detail: `${configuration.home}, mode ${mode}${advice}` }
}

function separation({ configuration }: CommandContext): Check {
  const { home, workspace } = configuration
  const fault = findOverlap({ home, workspace, workingFolder: process.cwd() })
  return {
    name: 'separation',
    ok: fault === undefined,
    detail: fault ?? 'agents’ folders hold neither keys nor database',
  }
}

function workspace({ configuration }: CommandContext): Check {
  const found = statSync(configuration.workspace, { throwIfNoEntry: false })
  const ok = found === undefined || found.isDirectory()
  const detail = found ? (ok ? '' : ' is no folder') : ' is made by the first start'
  return { name: 'workspace', ok, detail: `${configuration.workspace}${detail}` }
}

function savedToken({ configuration }: CommandContext): Check {
  const saved = readConnection(configuration.home)
  const detail = configuration.token
    ? 'SOULGATE_TOKEN is set: whoever inherits this environment holds that token'
    : saved
      ? 'the saved token carries no decision'
      : 'none is saved yet; `soulgate up` saves one'
  return { name: 'token', ok: true, detail }
}

/** Which keys this environment holds, never what they are, and whether the model answers a small question. */
async function models(context: CommandContext): Promise<Check> {
  const configured = modelsOf(context)
  const { tiers = {}, openaiApiKey, openaiBaseUrl, anthropicApiKey } = configured
  const held = [
    ...(openaiApiKey === undefined ? [] : ['OPENAI_API_KEY']),
    ...(openaiBaseUrl === undefined ? [] : [`OPENAI_BASE_URL ${new URL(openaiBaseUrl).origin}`]),
    ...(anthropicApiKey === undefined ? [] : ['ANTHROPIC_API_KEY']),
    ...Object.entries(tiers).map(([tier, wish]) => `MODEL_${tier}=${wish}`),
  ]
  const name = 'models'
  if (!namesModel(configured))
    return { name, ok: true, detail: 'no key and no address is set: the offline model answers' }
  try {
    const { tryModels } = await import('../../../soulgate.ts')
    const tried = await tryModels(configured)
    return {
      name,
      ok: tried?.ok ?? true,
      detail: [held.join(', '), tried?.detail].filter(Boolean).join('; '),
    }
  } catch (error) {
    return {
      name,
      ok: false,
      detail: `${held.join(', ')}; ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

async function server(context: CommandContext): Promise<readonly Check[]> {
  const { url } = connectionOf(context)
  const answer = await callRoute(context, { method: 'GET', path: '/readyz' }).catch(() => undefined)
  if (!answer) {
    const owner = portOwner(context.configuration.port)
    const taken = owner
      ? `; port ${context.configuration.port} is taken by ${owner.command} (process ${owner.pid})`
      : ''
    return [{ name: 'server', ok: owner === undefined, detail: `nothing answers at ${url}${taken}` }]
  }
  const checks = Object.entries(Object(answer.body.checks)).map(([name, check]) => {
    const { ok, detail } = Object(check)
    return { name: `server: ${name}`, ok: ok === true, detail: String(detail) }
  })
  return [{ name: 'server', ok: answer.status === 200, detail: `${url} answers ${answer.status}` }, ...checks]
}

async function variables(context: CommandContext): Promise<void> {
  context.answer(VARIABLES.map(({ range, ...rest }) => ({ ...rest, range: describeRange(range) })))
  context.say(
    ...columns(
      VARIABLES.map(({ name, setting, fallback, range }) => [
        name,
        setting,
        fallback || '–',
        describeRange(range),
      ]),
    ),
  )
}

import { statSync } from 'node:fs'
import { type CommandContext, callRoute, connectionOf } from '../context.ts'
import { describeRange } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { findOverlap, homeMode, readConnection } from '../home.ts'
import { portOwner } from '../port-owner.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'
import { VARIABLES } from '../variables.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

const LEAST_NODE = [22, 13] as const

/** `doctor`: what could keep Soulgate from working, or from being safe, and what to do about it. */
export const registerDoctor: Register = (program, run) => {
  program
    .command('doctor')
    .description('check this machine, the home folder, the server and the environment')
    .option('--variables', 'list every environment variable that is read')
    .action((flags: { variables?: boolean }) =>
      run(context => (flags.variables ? variables(context) : doctor(context))),
    )
}

async function doctor(context: CommandContext): Promise<void> {
  const checks = [
    nodeVersion(),
    homeFolder(context),
    separation(context),
    workspace(context),
    savedToken(context),
    models(context),
    ...(await server(context)),
  ]
  context.answer({ ok: checks.every(check => check.ok), checks })
  const { green, red } = context.colors
  context.say(
    ...columns(
      checks.map(({ name, ok, detail }) => [ok ? green('ok') : red('NOT OK'), name, escapeLine(detail)]),
    ),
  )
  if (checks.some(check => !check.ok)) context.exitWith(EXIT.failed)
}

function nodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])
  return { name: 'node', ok, detail: `${process.version}; ${LEAST_NODE.join('.')} or newer is needed` }
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

/** Which keys this environment holds, never what they are; the server says which models answer. */
function models({ configuration }: CommandContext): Check {
  const { tiers = {}, openaiApiKey, openaiBaseUrl, anthropicApiKey } = configuration.models
  const held = [
    ...(openaiApiKey === undefined ? [] : ['OPENAI_API_KEY']),
    ...(openaiBaseUrl === undefined ? [] : [`OPENAI_BASE_URL ${new URL(openaiBaseUrl).origin}`]),
    ...(anthropicApiKey === undefined ? [] : ['ANTHROPIC_API_KEY']),
    ...Object.entries(tiers).map(([tier, wish]) => `MODEL_${tier}=${wish}`),
  ]
  const detail =
    held.length === 0 ? 'no key and no address is set: the offline model answers' : held.join(', ')
  return { name: 'models', ok: true, detail }
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

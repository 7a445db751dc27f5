import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isSoulgateError } from '../../base/errors.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isLoopback } from '../../contracts/server-address.ts'
import { createSoulgate, type Soulgate, type SoulgateConfig } from '../../soulgate.ts'
import { createApi, type McpEndpoint, type McpHost, type ServedApi, serveApi } from '../api/api.ts'
import { prepareBootstrap } from './bootstrap-file.ts'
import type { CommandContext } from './context.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { prepareHome, readConnection, writeConnection } from './home.ts'
import { modelsOf } from './local-model.ts'
import { createLog } from './log.ts'
import { portOwner } from './port-owner.ts'
import { escapeHidden, escapeLine } from './terminal-text.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:cli', name: 'command line', role: 'admin' }

const NO_PEOPLE =
  'APPROVAL_GATES=false: proposals and checkpoints of plans in iterations are approved by system:auto-approve. For tests only.'

/** Browsers sign, and so sign people in, on https and on loopback addresses only. */
function withoutTls(publicUrl: string): string | undefined {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || isLoopback(hostname)) return undefined
  return `Nobody can sign in at ${publicUrl}: browsers sign requests on https only, except on this machine. Put TLS in front, and set SOULGATE_PUBLIC_URL to the https address.`
}

/** The program of this process, listening. */
export interface RunningProgram {
  readonly soulgate: Soulgate
  readonly served: ServedApi
  readonly home: string
  close(): Promise<void>
}

/** Opens the program with the folders and the database of the configuration, without listening. */
export async function openProgram(
  context: CommandContext,
  own: SoulgateConfig = {},
): Promise<{ readonly soulgate: Soulgate; readonly home: string }> {
  const { configuration } = context
  const {
    workspace,
    databaseUrl,
    concurrency,
    settings,
    fallbackMode,
    logLevel,
    soulUrl,
    soulSecret,
    mail,
    traces,
    oidc,
    autoApproveIterations,
  } = configuration
  const home = prepareHome({ home: configuration.home, workspace, workingFolder: process.cwd() })
  mkdirSync(workspace, { recursive: true })
  const log = createLog(logLevel)
  try {
    const soulgate = await createSoulgate({
      ...own,
      home,
      workspace,
      concurrency,
      fallbackMode,
      models: modelsOf(context),
      autoApproveIterations,
      settingsSeed: settings,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(soulUrl === undefined ? {} : { soulUrl }),
      ...(soulSecret === undefined ? {} : { soulSecret }),
      ...(mail === undefined ? {} : { mail }),
      ...(traces === undefined ? {} : { traces }),
      ...(oidc === undefined ? {} : { oidc }),
      ...publicAddress(configuration),
      report: (error, about) => log.error({ ...about, error: String(error) }, 'failed in the background'),
    })
    return { soulgate, home }
  } catch (error) {
    if (isSoulgateError(error))
      throw new CommandFailure(EXIT.failed, error.message, { code: error.code, ...error.data })
    throw error
  }
}

/** Where links of notices lead; a port that is chosen at the start is not known yet. */
function publicAddress({ publicUrl, host, port }: CommandContext['configuration']) {
  if (publicUrl !== undefined) return { publicUrl }
  return port === 0 ? {} : { publicUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}` }
}

/** Opens the program, lets it listen, and saves how the commands reach it. */
export async function startProgram(
  context: CommandContext,
  options: { readonly version: string; readonly withWorker: boolean; readonly own?: SoulgateConfig },
): Promise<RunningProgram> {
  const { host, port, publicUrl, logLevel } = context.configuration
  await requireFreePort(host, port)
  const { soulgate, home } = await openProgram(context, options.own)
  try {
    await requireCredentialsBeyondLoopback(soulgate, host)
    await prepareBootstrap(context, soulgate, home)
    const app = createApi({
      soulgate,
      version: options.version,
      log: createLog(logLevel),
      mcp: self => lazyMcpEndpoint(self, options.version),
      ...uiFolder(),
      ...(isLoopback(host)
        ? { knownHosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname] }
        : {}),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(context.isInteractive ? { terminal: terminalOf(context) } : {}),
    })
    const served = await serveApi({ app, port, host })
    await saveConnection(soulgate, home, served)
    if (options.withWorker) await soulgate.startWorker()
    if (context.configuration.autoApproveIterations) context.say(NO_PEOPLE)
    const warning = publicUrl === undefined ? undefined : withoutTls(publicUrl)
    if (warning !== undefined) context.say(warning)
    return {
      soulgate,
      served,
      home,
      close: async () => {
        await served.close()
        await soulgate.close()
      },
    }
  } catch (error) {
    await soulgate.close()
    throw isSoulgateError(error) ? new CommandFailure(EXIT.failed, error.message) : error
  }
}

/** Resolves when the process is asked to stop; asked a second time it ends at once. */
export function untilStopped(): Promise<void> {
  return new Promise(resolve => {
    const stop = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.removeListener(signal, stop)
        process.once(signal, () => process.exit(130))
      }
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

/** Phrases and links appear here and nowhere else: who started the server can read its terminal. */
function terminalOf(context: CommandContext) {
  return {
    show: (lines: readonly string[]) => context.say('', ...lines.map(line => `  ${escapeLine(line)}`), ''),
  }
}

/** The saved token reads and starts; it carries no decision, because an agent of the same user can read it. */
async function saveConnection(soulgate: Soulgate, home: string, served: ServedApi): Promise<void> {
  const url = isLoopback(served.host) ? served.url : `http://127.0.0.1:${served.port}`
  const saved = readConnection(home)
  const isGood = saved && (await soulgate.access.authenticate({ kind: 'bearer', token: saved.token }))
  if (saved && isGood) return writeConnection(home, { url, token: saved.token })
  const made = await soulgate.access.createToken(SYSTEM, {
    name: 'command line',
    role: 'member',
    decides: false,
  })
  if (made.refused) throw new CommandFailure(EXIT.failed, made.detail)
  writeConnection(home, { url, token: made.token })
}

async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return
  const probe = `http://${isLoopback(host) ? host : '127.0.0.1'}:${port}/healthz`
  const answer = await fetch(probe, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
  const body: unknown = await answer?.json().catch(() => undefined)
  if (typeof body === 'object' && body !== null && 'status' in body && 'version' in body) {
    const detail = `Soulgate runs already on port ${port}. Open http://${host}:${port}, or get another sign-in link with \`soulgate signin\`.`
    throw new CommandFailure(EXIT.failed, detail)
  }
  const owner = portOwner(port)
  if (!answer && !owner) return
  const who = owner ? `${escapeHidden(owner.command)} (process ${owner.pid})` : 'another program'
  throw new CommandFailure(
    EXIT.failed,
    `Port ${port} is taken by ${who}. Stop it, or choose another port with SOULGATE_PORT.`,
  )
}

async function requireCredentialsBeyondLoopback(soulgate: Soulgate, host: string): Promise<void> {
  if (isLoopback(host) || (await soulgate.access.accessState()).ever_signed_in) return
  const detail = `${host} is reachable from other machines and nobody has signed in yet. Start once on 127.0.0.1 and sign in, then bind elsewhere.`
  throw new CommandFailure(EXIT.usage, detail)
}

function uiFolder(): { readonly uiFolder?: string } {
  const folder = fileURLToPath(new URL('../../../ui/dist', import.meta.url))
  return existsSync(folder) ? { uiFolder: folder } : {}
}

/** The protocol is loaded by the first who speaks it: a start does not wait for what most never use. */
function lazyMcpEndpoint(self: McpHost, version: string): McpEndpoint {
  let made: Promise<McpEndpoint> | undefined
  const endpoint = () => {
    made ??= import('../mcp/mcp.ts').then(mcp => mcp.createMcpEndpoint({ ...self, version }))
    return made
  }
  return {
    handle: async (request, caller, body) => (await endpoint()).handle(request, caller, body),
    close: async () => (await made)?.close(),
  }
}

import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { isLoopback } from '../../contracts/server-address.ts'
import type { ModelSettings, SoulgateOptions } from '../../soulgate.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { type Kind, VARIABLES, type Variable } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What the variables say, read once. */
export interface Configuration {
  readonly home: string
  readonly workspace: string
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly databaseUrl: string | undefined
  readonly concurrency: number
  readonly fallbackMode: 'static' | 'restrictive'
  /** Where the first start of an empty home writes a token for scripts. */
  readonly bootstrap: { readonly file: string; readonly kind: 'limited' | 'full' } | undefined
  /** Approve proposals and checkpoints without people: for tests on this machine. */
  readonly autoApproveIterations: boolean
  readonly soulUrl: string | undefined
  readonly soulSecret: string | undefined
  /** Where letters go, and from whom. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  readonly oidc: SoulgateOptions['oidc']
  readonly traces: SoulgateOptions['traces']
  readonly models: ModelSettings
  readonly logLevel: string
  readonly url: string | undefined
  readonly token: string | undefined
  /** Whether tokens may go over plain http to other machines. */
  readonly allowPlainHttp: boolean
  /** Settings that the environment seeds on the first start, by section. */
  readonly settings: JsonObject
}

/** Reads and checks the environment; throws a usage failure that names the first variable out of range. */
export function readEnvironment(environment: Environment, workingFolder: string): Configuration {
  const values = new Map(VARIABLES.map(variable => [variable.name, readVariable(variable, environment)]))
  const textOf = (name: string) => values.get(name)?.toString()
  return {
    home: textOf('SOULGATE_HOME') ?? defaultHome(environment),
    workspace: join(
      textOf('SOULGATE_WORKSPACE')?.startsWith('/') ? '/' : workingFolder,
      textOf('SOULGATE_WORKSPACE') ?? 'workspace',
    ),
    port: Number(textOf('SOULGATE_PORT') ?? 7411),
    host: textOf('SOULGATE_HOST') ?? '127.0.0.1',
    publicUrl: textOf('SOULGATE_PUBLIC_URL')?.replace(/\/+$/, ''),
    databaseUrl: textOf('SOULGATE_DATABASE_URL'),
    concurrency: Number(textOf('SOULGATE_CONCURRENCY') ?? 200),
    fallbackMode: textOf('GUARDRAILS_FALLBACK_MODE') === 'restrictive' ? 'restrictive' : 'static',
    bootstrap: bootstrapFrom(textOf),
    autoApproveIterations: readAutoApproval(environment, textOf),
    soulUrl: textOf('SOUL_URL'),
    soulSecret: textOf('SOUL_SECRET'),
    mail: mailFrom(textOf),
    oidc: oidcFrom(textOf),
    traces: tracesFrom(textOf),
    models: modelsFrom(textOf),
    logLevel: textOf('SOULGATE_LOG_LEVEL') ?? 'warn',
    url: textOf('SOULGATE_URL')?.replace(/\/+$/, ''),
    token: textOf('SOULGATE_TOKEN'),
    allowPlainHttp: textOf('SOULGATE_ALLOW_PLAIN_HTTP') === 'true',
    settings: settingsFrom(values),
  }
}

function bootstrapFrom(textOf: (name: string) => string | undefined): Configuration['bootstrap'] {
  const file = textOf('SOULGATE_BOOTSTRAP_TOKEN_FILE')
  const isFull = textOf('SOULGATE_BOOTSTRAP_FULL') === 'true'
  return file === undefined ? undefined : { file, kind: isFull ? 'full' : 'limited' }
}

function readAutoApproval(environment: Environment, textOf: (name: string) => string | undefined): boolean {
  if (textOf('APPROVAL_GATES') !== 'false') return false
  const because =
    environment.NODE_ENV === 'production'
      ? 'NODE_ENV is production'
      : !isLoopback(textOf('SOULGATE_HOST') ?? '127.0.0.1') || textOf('SOULGATE_PUBLIC_URL') !== undefined
        ? 'the program is to be reached from other machines'
        : textOf('SOULGATE_DATABASE_URL') !== undefined
          ? 'the database may be shared with others'
          : undefined
  if (because === undefined) return true
  const detail = `APPROVAL_GATES=false approves without people, which is for tests on this machine only, and ${because}. Nothing was started.`
  throw new CommandFailure(EXIT.usage, detail)
}

function mailFrom(textOf: (name: string) => string | undefined): Configuration['mail'] {
  const url = textOf('SOULGATE_SMTP_URL')
  if (url === undefined) return undefined
  return { url, from: textOf('SOULGATE_MAIL_FROM') ?? `soulgate@${new URL(url).hostname}` }
}

function oidcFrom(textOf: (name: string) => string | undefined): SoulgateOptions['oidc'] {
  const issuer = textOf('OIDC_ISSUER')
  if (issuer === undefined) return undefined
  const [clientId, clientSecret] = [textOf('OIDC_CLIENT_ID'), textOf('OIDC_CLIENT_SECRET')]
  if (clientId === undefined || clientSecret === undefined) {
    const detail = 'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET beside it. Nothing was started.'
    throw new CommandFailure(EXIT.usage, detail)
  }
  return { issuer, clientId, clientSecret, name: textOf('OIDC_NAME') ?? new URL(issuer).hostname }
}

function tracesFrom(textOf: (name: string) => string | undefined): SoulgateOptions['traces'] {
  const endpoint = textOf('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  const pairs = (textOf('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').flatMap(pair => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const]
  })
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(pairs),
    serviceName: textOf('OTEL_SERVICE_NAME') ?? 'soulgate',
  }
}

function modelsFrom(textOf: (name: string) => string | undefined): ModelSettings {
  const present = <Name extends string>(name: Name, value: string | undefined) =>
    value === undefined ? {} : { [name]: value }
  const prices = textOf('SOULGATE_PRICE_FILE')
  return {
    tiers: {
      ...present('FAST', textOf('MODEL_FAST')),
      ...present('STANDARD', textOf('MODEL_STANDARD')),
      ...present('POWERFUL', textOf('MODEL_POWERFUL')),
    },
    ...present('openaiApiKey', textOf('OPENAI_API_KEY')),
    ...present('openaiBaseUrl', textOf('OPENAI_BASE_URL')),
    ...present('anthropicApiKey', textOf('ANTHROPIC_API_KEY')),
    ...present('anthropicBaseUrl', textOf('ANTHROPIC_BASE_URL')),
    ...(prices === undefined ? {} : { prices: readPriceFile(prices) }),
  }
}

function readPriceFile(path: string): JsonValue {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(
      EXIT.usage,
      `SOULGATE_PRICE_FILE ${path} cannot be read: ${why}. Nothing was started.`,
    )
  }
}

/** Where data of this user's programs lies on this platform. */
function defaultHome(environment: Environment): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'soulgate')
  if (process.platform === 'win32')
    return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'soulgate')
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'soulgate')
}

type Value = string | number | boolean

function readVariable({ name, range }: Variable, environment: Environment): Value | undefined {
  const raw = environment[name]
  if (raw === undefined || raw === '') return undefined
  const value = readValue(range, raw)
  if (value !== undefined) return value
  throw new CommandFailure(
    EXIT.usage,
    `${name} is “${raw}”. It must be ${describeRange(range)}. Nothing was started.`,
  )
}

function readValue(range: Kind, raw: string): Value | undefined {
  switch (range.kind) {
    case 'text':
      return raw
    case 'boolean':
      return { true: true, false: false, '1': true, '0': false }[raw.toLowerCase()]
    case 'choice':
      return range.choices.includes(raw) ? raw : undefined
    case 'url':
      return URL.canParse(raw) && range.schemes.includes(new URL(raw).protocol) ? raw : undefined
    default: {
      const value = Number(raw)
      const fits = Number.isFinite(value) && value >= range.least && value <= range.most
      return fits && (range.kind === 'number' || Number.isInteger(value)) ? value : undefined
    }
  }
}

/** The range of a variable in words. */
export function describeRange(range: Kind): string {
  switch (range.kind) {
    case 'text':
      return 'text'
    case 'boolean':
      return 'true or false'
    case 'choice':
      return `one of ${range.choices.join(', ')}`
    case 'url':
      return `a URL beginning with ${range.schemes.map(scheme => `${scheme}//`).join(' or ')}`
    case 'integer':
      return `a whole number from ${range.least} to ${range.most}`
    case 'number':
      return `a number from ${range.least} to ${range.most}`
  }
}

function settingsFrom(values: ReadonlyMap<string, Value | undefined>): JsonObject {
  const settings: Record<string, Record<string, Value> | Value> = {}
  for (const { name, setting, seeds } of VARIABLES) {
    const value = values.get(name)
    if (!seeds || value === undefined) continue
    const [section = '', field] = setting.split('.')
    const standing = settings[section]
    if (field === undefined) settings[section] = value
    else settings[section] = { ...(typeof standing === 'object' ? standing : {}), [field]: value }
  }
  return settings
}

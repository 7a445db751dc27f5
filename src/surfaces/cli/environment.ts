import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import type { ModelSettings } from '../../soulgate.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'

type Kind =
  | { readonly kind: 'text' }
  | { readonly kind: 'integer' | 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'url'; readonly schemes: readonly string[] }

/** One variable: what it sets, what stands without it, and what it may be. */
export interface Variable {
  readonly name: string
  /** A place in the stored settings (it seeds the first start, stored ones win afterwards), or what it is otherwise. */
  readonly setting: string
  readonly fallback: string
  readonly range: Kind
  readonly seeds?: true
}

const text = { kind: 'text' } as const
const yesNo = { kind: 'boolean' } as const
const share = { kind: 'number', least: 0, most: 1 } as const
const seconds = { kind: 'integer', least: 1, most: 2_592_000 } as const
const dollars = { kind: 'number', least: 0, most: 1_000_000 } as const
const defaults = DEFAULT_SETTINGS

/** Every variable that is read, in one table. Out of range stops the start and names the variable. */
export const VARIABLES: readonly Variable[] = [
  {
    name: 'SOULGATE_HOME',
    setting: 'folder of database, keys and saved connection',
    fallback: 'the user’s data folder',
    range: text,
  },
  {
    name: 'SOULGATE_WORKSPACE',
    setting: 'folder that workspace tools may touch',
    fallback: './workspace',
    range: text,
  },
  {
    name: 'SOULGATE_PORT',
    setting: 'port to listen on',
    fallback: '7411',
    range: { kind: 'integer', least: 0, most: 65_535 },
  },
  { name: 'SOULGATE_HOST', setting: 'address to listen on', fallback: '127.0.0.1', range: text },
  {
    name: 'SOULGATE_PUBLIC_URL',
    setting: 'address people use, when another',
    fallback: '',
    range: { kind: 'url', schemes: ['http:', 'https:'] },
  },
  {
    name: 'SOULGATE_DATABASE_URL',
    setting: 'PostgreSQL instead of the embedded store',
    fallback: '',
    range: { kind: 'url', schemes: ['postgres:', 'postgresql:'] },
  },
  {
    name: 'SOULGATE_CONCURRENCY',
    setting: 'runs at work at once in one process',
    fallback: '200',
    range: { kind: 'integer', least: 1, most: 1000 },
  },
  {
    name: 'GUARDRAILS_FALLBACK_MODE',
    setting: 'rules that hold when the store cannot be read',
    fallback: 'static',
    range: { kind: 'choice', choices: ['static', 'restrictive'] },
  },
  {
    name: 'SOUL_URL',
    setting: 'a Soul of your own instead of the built-in one',
    fallback: '',
    range: { kind: 'url', schemes: ['http:', 'https:'] },
  },
  {
    name: 'SOUL_SECRET',
    setting: 'Standard Webhooks secret that signs what Soul is asked',
    fallback: '',
    range: text,
  },
  {
    name: 'OPENAI_API_KEY',
    setting: 'key of OpenAI, or of the server at OPENAI_BASE_URL',
    fallback: 'the offline model answers',
    range: text,
  },
  {
    name: 'OPENAI_BASE_URL',
    setting: 'any server that speaks OpenAI’s protocol, such as http://127.0.0.1:11434/v1',
    fallback: '',
    range: { kind: 'url', schemes: ['http:', 'https:'] },
  },
  {
    name: 'ANTHROPIC_API_KEY',
    setting: 'key of Anthropic',
    fallback: 'the offline model answers',
    range: text,
  },
  {
    name: 'ANTHROPIC_BASE_URL',
    setting: 'another address of Anthropic’s protocol',
    fallback: '',
    range: { kind: 'url', schemes: ['http:', 'https:'] },
  },
  {
    name: 'MODEL_FAST',
    setting: 'models for small jobs: provider/model, fallbacks after commas',
    fallback: 'the provider’s in the price file',
    range: text,
  },
  {
    name: 'MODEL_STANDARD',
    setting: 'models for most jobs',
    fallback: 'the provider’s in the price file',
    range: text,
  },
  {
    name: 'MODEL_POWERFUL',
    setting: 'models for hard jobs',
    fallback: 'the provider’s in the price file',
    range: text,
  },
  {
    name: 'SOULGATE_PRICE_FILE',
    setting: 'JSON file with prices and default models of your own',
    fallback: 'the one that ships',
    range: text,
  },
  {
    name: 'SOULGATE_LOG_LEVEL',
    setting: 'least level that is logged',
    fallback: 'warn',
    range: { kind: 'choice', choices: ['debug', 'info', 'warn', 'error', 'silent'] },
  },
  {
    name: 'SOULGATE_URL',
    setting: 'server the commands talk to',
    fallback: 'the saved connection',
    range: { kind: 'url', schemes: ['http:', 'https:'] },
  },
  {
    name: 'SOULGATE_TOKEN',
    setting: 'token the commands use',
    fallback: 'the saved connection',
    range: text,
  },
  {
    name: 'SOULGATE_CONFIDENCE_HIGH',
    setting: 'thresholds.high',
    fallback: String(defaults.thresholds.high),
    range: share,
    seeds: true,
  },
  {
    name: 'SOULGATE_CONFIDENCE_MEDIUM',
    setting: 'thresholds.medium',
    fallback: String(defaults.thresholds.medium),
    range: share,
    seeds: true,
  },
  {
    name: 'SOULGATE_AUTONOMY_LEVEL',
    setting: 'autonomy_level',
    fallback: String(defaults.autonomy_level),
    range: { kind: 'integer', least: 1, most: 2 },
    seeds: true,
  },
  {
    name: 'SOULGATE_ROLLOUT_PERCENT',
    setting: 'rollout_percent',
    fallback: String(defaults.rollout_percent),
    range: { kind: 'integer', least: 0, most: 100 },
    seeds: true,
  },
  {
    name: 'SOULGATE_APPROVAL_TIME_LIMIT_SECONDS',
    setting: 'approval_time_limit_seconds',
    fallback: String(defaults.approval_time_limit_seconds),
    range: seconds,
    seeds: true,
  },
  {
    name: 'SOULGATE_GATE_TTL_SECONDS',
    setting: 'gate_ttl_seconds',
    fallback: String(defaults.gate_ttl_seconds),
    range: seconds,
    seeds: true,
  },
  {
    name: 'SOULGATE_GRANT_TTL_SECONDS',
    setting: 'grant_ttl_seconds',
    fallback: String(defaults.grant_ttl_seconds),
    range: { ...seconds, most: 86_400 },
    seeds: true,
  },
  {
    name: 'CONFIDENCE_THRESHOLD',
    setting: 'confidence_report.threshold',
    fallback: String(defaults.confidence_report.threshold),
    range: { kind: 'integer', least: 0, most: 100 },
    seeds: true,
  },
  {
    name: 'CONFIDENCE_ENABLED',
    setting: 'confidence_report.enabled',
    fallback: 'true',
    range: yesNo,
    seeds: true,
  },
  {
    name: 'CONFIDENCE_AUTO_ESCALATE',
    setting: 'confidence_report.auto_escalate',
    fallback: 'true',
    range: yesNo,
    seeds: true,
  },
  {
    name: 'ALLOW_NEW_SUBTYPE_PROPOSALS',
    setting: 'flags.allow_new_subtype_proposals',
    fallback: 'true',
    range: yesNo,
    seeds: true,
  },
  {
    name: 'REQUIRE_RFC_FOR_NEW_SUBTYPE',
    setting: 'flags.require_rfc_for_new_subtype',
    fallback: 'true',
    range: yesNo,
    seeds: true,
  },
  {
    name: 'BUDGET_PER_SESSION_USD',
    setting: 'budgets.plan_usd',
    fallback: String(defaults.budgets.plan_usd),
    range: dollars,
    seeds: true,
  },
]

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
  readonly soulUrl: string | undefined
  readonly soulSecret: string | undefined
  readonly models: ModelSettings
  readonly logLevel: string
  readonly url: string | undefined
  readonly token: string | undefined
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
    soulUrl: textOf('SOUL_URL'),
    soulSecret: textOf('SOUL_SECRET'),
    models: modelsFrom(textOf),
    logLevel: textOf('SOULGATE_LOG_LEVEL') ?? 'warn',
    url: textOf('SOULGATE_URL')?.replace(/\/+$/, ''),
    token: textOf('SOULGATE_TOKEN'),
    settings: settingsFrom(values),
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

import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'

export type Kind =
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
    name: 'SOULGATE_BOOTSTRAP_TOKEN_FILE',
    setting: 'file into which the first start of an empty home writes a token for scripts, once',
    fallback: 'none',
    range: { kind: 'text' },
  },
  {
    name: 'SOULGATE_BOOTSTRAP_FULL',
    setting: 'true makes that token an admin’s that decides; for tests and CI only',
    fallback: 'false',
    range: yesNo,
  },
  {
    name: 'APPROVAL_GATES',
    setting: 'false approves proposals and checkpoints of plans in iterations without people; for tests only',
    fallback: 'true',
    range: yesNo,
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
    name: 'SOULGATE_SMTP_URL',
    setting: 'mail server for notices by e-mail, with its user and password',
    fallback: '',
    range: { kind: 'url', schemes: ['smtp:', 'smtps:'] },
  },
  {
    name: 'SOULGATE_MAIL_FROM',
    setting: 'sender of notices by e-mail',
    fallback: 'soulgate@ the mail server',
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
    name: 'OIDC_ISSUER',
    setting:
      'OpenID Connect provider where people may sign in; OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong to it',
    fallback: '',
    range: { kind: 'url', schemes: ['https:', 'http:'] },
  },
  { name: 'OIDC_CLIENT_ID', setting: 'client id at the provider', fallback: '', range: text },
  { name: 'OIDC_CLIENT_SECRET', setting: 'client secret at the provider', fallback: '', range: text },
  { name: 'OIDC_NAME', setting: 'what people call the provider', fallback: 'its host', range: text },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    setting: 'collector of OpenTelemetry that traces are sent to, such as http://127.0.0.1:4318',
    fallback: '',
    range: { kind: 'url', schemes: ['http:', 'https:'] },
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    setting: 'headers for the collector: name=value, more after commas',
    fallback: '',
    range: text,
  },
  {
    name: 'OTEL_SERVICE_NAME',
    setting: 'what this program is called in traces',
    fallback: 'soulgate',
    range: text,
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
    name: 'SOULGATE_ALLOW_PLAIN_HTTP',
    setting: 'true lets commands and hooks send their token over plain http to other machines',
    fallback: 'false',
    range: yesNo,
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
    name: 'SOUL_MAX_STEPS',
    setting: 'limits.max_steps',
    fallback: String(defaults.limits.max_steps),
    range: { kind: 'integer', least: 1, most: 10_000 },
    seeds: true,
  },
  {
    name: 'SOUL_COMPACT_THRESHOLD',
    setting: 'limits.compact_messages',
    fallback: String(defaults.limits.compact_messages),
    range: { kind: 'integer', least: 8, most: 1000 },
    seeds: true,
  },
  {
    name: 'SOULGATE_APPROVAL_PASSKEY',
    setting: 'approval_passkey',
    fallback: defaults.approval_passkey,
    range: { kind: 'choice', choices: ['marked', 'registered', 'required'] },
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
    name: 'CANARIES_ENABLED',
    setting: 'flags.canaries_enabled',
    fallback: 'false',
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
  {
    name: 'SOFT_BUDGET_PER_TURN_USD',
    setting: 'planning.turn_usd',
    fallback: String(defaults.planning.turn_usd),
    range: dollars,
    seeds: true,
  },
  {
    name: 'TURN_LIMIT',
    setting: 'planning.turn_limit',
    fallback: String(defaults.planning.turn_limit),
    range: { kind: 'integer', least: 1, most: 1000 },
    seeds: true,
  },
  {
    name: 'RETRY_LIMIT_PER_STAGE',
    setting: 'planning.retries_per_stage',
    fallback: String(defaults.planning.retries_per_stage),
    range: { kind: 'integer', least: 0, most: 20 },
    seeds: true,
  },
  {
    name: 'WALL_TIME_SEC',
    setting: 'planning.working_seconds',
    fallback: String(defaults.planning.working_seconds),
    range: { kind: 'number', least: 1, most: 3600 },
    seeds: true,
  },
]

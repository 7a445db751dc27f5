import type { GateType } from '../../contracts/gate.ts'
import { CreateGuideline, type Guideline, type GuidelineAction } from '../../contracts/guideline.ts'
import type { Person } from '../../contracts/principal.ts'
import { compileExpression } from './expression.ts'
import { climbs } from './glob.ts'

export interface FieldError {
  /** Path into the body, with dots: `condition.custom`, `action.quorum`. */
  readonly field: string
  readonly message: string
}

export type GuidelineCheck =
  | { readonly ok: true; readonly guideline: CreateGuideline }
  | { readonly ok: false; readonly errors: readonly FieldError[] }

/** Why a release rule could not let any call run, whatever its arguments are; undefined where it could. */
export type WhyNeverActs = (rule: CreateGuideline, others: readonly Guideline[]) => string | undefined

export interface CheckOptions {
  readonly nowMs: number
  /** The registered people, so that a quorum nobody can meet is refused; not checked when absent. */
  readonly people?: readonly Pick<Person, 'role' | 'disabled_at'>[]
  readonly whyNeverActs?: WhyNeverActs
  /** The other guidelines that stand. */
  readonly others?: readonly Guideline[]
}

/**
 * Checks a guideline as it was sent, before it is saved; for an update, check the standing one with the patch
 * laid over it. Unknown top-level fields are ignored; unknown fields of `condition` and `action` are refused,
 * since a misspelt one would widen the rule. `action_type` is taken for `type`, `test_review` for
 * `test_failures`, `{approvals_required, roles}` for `quorum`, null for absent.
 */
export function checkGuideline(body: unknown, options: CheckOptions): GuidelineCheck {
  const parsed = CreateGuideline.safeParse(normalizeBody(body))
  if (!parsed.success) return { ok: false, errors: parsed.error.issues.flatMap(issueToErrors) }
  const guideline = parsed.data
  const errors = [
    ...checkCondition(guideline),
    ...checkAction(guideline),
    ...checkGate(guideline.action, options),
    ...checkRelease(guideline, options),
  ]
  return errors.length === 0 ? { ok: true, guideline } : { ok: false, errors }
}

/** Gates that only the engine opens: they ask for facts and answers, not for leave to make a call. */
const ENGINE_GATES: ReadonlySet<GateType> = new Set([
  'clarification',
  'interview',
  'unknown_outcome',
  'run_definition_changed',
])

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function normalizeBody(body: unknown): unknown {
  if (!isFields(body)) return body
  const normalized: Record<string, unknown> = { ...withoutNulls(body) }
  if (isFields(body.condition)) normalized.condition = withoutNulls(body.condition)
  if (isFields(body.action)) normalized.action = normalizeAction(withoutNulls(body.action))
  return normalized
}

function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function normalizeAction({ action_type: alias, ...action }: Fields): Fields {
  const quorum = isFields(action.quorum) ? action.quorum : undefined
  return {
    ...action,
    ...(alias !== undefined && action.type === undefined && { type: alias }),
    ...(action.gate_type === 'test_review' && { gate_type: 'test_failures' }),
    ...(quorum !== undefined && { quorum: quorum.approvals_required }),
    ...(Array.isArray(quorum?.roles) &&
      quorum.roles.length > 0 &&
      action.roles === undefined && { roles: quorum.roles }),
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
}

function issueToErrors({ path, message, keys }: Issue): readonly FieldError[] {
  const field = path.map(String).join('.')
  if (keys === undefined) return [{ field, message }]
  return keys.map(key => ({ field: field === '' ? key : `${field}.${key}`, message: 'is not a known field' }))
}

function checkCondition({ condition }: CreateGuideline): readonly FieldError[] {
  const errors = (condition.paths ?? []).flatMap((pattern, index) =>
    climbs(pattern)
      ? [{ field: `condition.paths.${index}`, message: `${pattern} has a .. segment; name the path itself` }]
      : [],
  )
  const outcome = condition.custom === undefined ? undefined : compileExpression(condition.custom)
  if (outcome?.ok === false) return [...errors, { field: 'condition.custom', message: outcome.message }]
  return errors
}

function checkAction({ category, action }: CreateGuideline): readonly FieldError[] {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) => errors.push({ field: `action.${field}`, message })
  if (category === 'hitl_gate' && action.type !== 'hitl_gate') {
    refuse('type', 'a guideline of category hitl_gate has an action of type hitl_gate')
  }
  if (action.type === 'hitl_gate' && action.gate_type === undefined) {
    refuse('gate_type', 'is required for hitl_gate')
  }
  if (action.type === 'instruction' && (action.instruction ?? '').trim() === '') {
    refuse('instruction', 'is required for instruction')
  }
  if (action.type === 'tool_restriction' && !isRestricting(action)) {
    refuse('tools_denied', 'tool_restriction needs tools_allowed or tools_denied')
  }
  if (action.type === 'constraint' && !isConstraining(action)) {
    refuse('max_files', 'constraint needs max_files, require_tests or require_review')
  }
  return errors
}

function isRestricting({ tools_allowed, tools_denied }: GuidelineAction): boolean {
  return (tools_allowed?.length ?? 0) + (tools_denied?.length ?? 0) > 0
}

function isConstraining(action: GuidelineAction): boolean {
  const { max_files, require_tests, require_review } = action
  return max_files !== undefined || require_tests !== undefined || require_review !== undefined
}

const GATE_FIELDS = [
  ...(['gate_threshold', 'quorum', 'roles', 'separate_approver', 'fresh_passkey', 'ttl_seconds'] as const),
] as const

function checkGate(action: GuidelineAction, { people }: CheckOptions): readonly FieldError[] {
  if (action.gate_type === undefined) {
    return GATE_FIELDS.filter(field => action[field] !== undefined && action.type !== 'hitl_gate').map(
      field => ({ field: `action.${field}`, message: 'means nothing without gate_type' }),
    )
  }
  if (ENGINE_GATES.has(action.gate_type)) {
    return [
      { field: 'action.gate_type', message: `${action.gate_type} gates are opened by the engine alone` },
    ]
  }
  if (people === undefined || (action.quorum === undefined && action.roles === undefined)) return []
  const roles: readonly string[] = [...(action.roles ?? ['reviewer']), 'admin']
  const able = people.filter(person => person.disabled_at === undefined && roles.includes(person.role)).length
  const needed = action.quorum ?? 1
  if (able >= needed) return []
  const message = `needs ${needed} approvals, but only ${able} registered people have a role in ${roles.join(', ')}`
  return [{ field: action.quorum === undefined ? 'action.roles' : 'action.quorum', message }]
}

function checkRelease(
  guideline: CreateGuideline,
  { nowMs, whyNeverActs, others = [] }: CheckOptions,
): readonly FieldError[] {
  const { action, category, condition } = guideline
  if (action.type !== 'release') {
    return (['expires_at', 'suspended'] as const)
      .filter(field => action[field] !== undefined)
      .map(field => ({ field: `action.${field}`, message: 'belongs to actions of type release' }))
  }
  const errors: FieldError[] = []
  if (category !== 'custom') errors.push({ field: 'category', message: 'a release rule has category custom' })
  const tools = condition.tools ?? []
  if (tools.length === 0) errors.push({ field: 'condition.tools', message: 'a release rule names its tools' })
  if (tools.some(pattern => /^[*?]*$/.test(pattern))) {
    errors.push({ field: 'condition.tools', message: 'a release rule cannot be for every tool' })
  }
  const dead = guideline.enabled && errors.length === 0 ? whyNeverActs?.(guideline, others) : undefined
  if (dead !== undefined)
    errors.push({ field: 'condition.tools', message: `this rule could never act: ${dead}` })
  if (action.expires_at !== undefined && Date.parse(action.expires_at) <= nowMs)
    errors.push({ field: 'action.expires_at', message: 'has passed' })
  const strange = [...GATE_FIELDS, 'gate_type', 'tools_allowed', 'tools_denied', 'max_files'] as const
  for (const field of strange) {
    if (action[field] !== undefined) {
      errors.push({ field: `action.${field}`, message: 'does not belong to a release rule' })
    }
  }
  return errors
}

import type { GateType } from 'soulgate/contracts/gate'
import type {
  Guideline,
  GuidelineAction,
  GuidelineActionType,
  GuidelineCategory,
  GuidelineCondition,
} from 'soulgate/contracts/guideline'
import type { GuidelineDraft } from 'soulgate/sdk'

/** A rule as it is typed: lists one entry a line, numbers as text, empty for what is not set. */
export interface RuleForm {
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  readonly category: GuidelineCategory
  readonly priority: string
  readonly actionType: GuidelineActionType
  readonly condition: Readonly<Record<ListField | 'custom', string>>
  readonly instruction: string
  readonly toolsAllowed: string
  readonly toolsDenied: string
  readonly gateType: GateType | ''
  readonly threshold: 'mandatory' | 'advisory' | 'conditional' | ''
  readonly quorum: string
  readonly ttlSeconds: string
  readonly maxFiles: string
  readonly confidenceDelta: string
  readonly requireTests: boolean
  readonly requireReview: boolean
  readonly separateApprover: boolean
  readonly freshPasskey: boolean
}

export const LIST_FIELDS = ['agents', 'domains', 'actions', 'events', 'gate_types', 'paths', 'tools'] as const
type ListField = (typeof LIST_FIELDS)[number]

export function formOf(rule: Guideline | undefined): RuleForm {
  const condition = rule?.condition ?? {}
  const action: GuidelineAction = rule?.action ?? { type: 'hitl_gate' }
  const number = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    name: rule?.name ?? '',
    description: rule?.description ?? '',
    enabled: rule?.enabled ?? true,
    category: rule?.category ?? 'custom',
    priority: String(rule?.priority ?? 100),
    actionType: action.type,
    condition: {
      ...(Object.fromEntries(
        LIST_FIELDS.map(field => [field, (condition[field] ?? []).join('\n')]),
      ) as Record<ListField, string>),
      custom: condition.custom ?? '',
    },
    instruction: action.instruction ?? '',
    toolsAllowed: (action.tools_allowed ?? []).join('\n'),
    toolsDenied: (action.tools_denied ?? []).join('\n'),
    gateType: action.gate_type ?? (rule ? '' : 'tool_approval'),
    threshold: action.gate_threshold ?? '',
    quorum: number(action.quorum),
    ttlSeconds: number(action.ttl_seconds),
    maxFiles: number(action.max_files),
    confidenceDelta: number(action.confidence_delta),
    requireTests: action.require_tests ?? false,
    requireReview: action.require_review ?? false,
    separateApprover: action.separate_approver ?? false,
    freshPasskey: action.fresh_passkey ?? false,
  }
}

/** The rule that a form describes; what the form does not show stays as it was. */
export function ruleOf(form: RuleForm, before: Guideline | undefined): GuidelineDraft {
  return {
    ...(before ? { id: before.id, metadata: before.metadata } : {}),
    name: form.name.trim(),
    description: form.description,
    enabled: form.enabled,
    category: form.category,
    priority: Number(form.priority),
    condition: conditionOf(form),
    action: actionOf(form, before?.action),
  }
}

function conditionOf({ condition }: RuleForm): GuidelineCondition {
  const lists = LIST_FIELDS.flatMap(field => {
    const lines = linesOf(condition[field])
    return lines.length === 0 ? [] : [[field, lines] as const]
  })
  const custom = condition.custom.trim()
  return { ...Object.fromEntries(lists), ...(custom === '' ? {} : { custom }) }
}

function actionOf(form: RuleForm, before: GuidelineAction | undefined): GuidelineAction {
  const { roles, parameters, expires_at, suspended } = before ?? {}
  const kept = Object.entries({ roles, parameters, expires_at, suspended }).filter(
    ([, value]) => value !== undefined,
  )
  const allowed = linesOf(form.toolsAllowed)
  const denied = linesOf(form.toolsDenied)
  return {
    ...Object.fromEntries(kept),
    type: form.actionType,
    ...(form.instruction.trim() === '' ? {} : { instruction: form.instruction }),
    ...(allowed.length === 0 ? {} : { tools_allowed: allowed }),
    ...(denied.length === 0 ? {} : { tools_denied: denied }),
    ...(form.gateType === '' ? {} : { gate_type: form.gateType }),
    ...(form.threshold === '' ? {} : { gate_threshold: form.threshold }),
    ...numbered('quorum', form.quorum),
    ...numbered('ttl_seconds', form.ttlSeconds),
    ...numbered('max_files', form.maxFiles),
    ...numbered('confidence_delta', form.confidenceDelta),
    ...(form.requireTests ? { require_tests: true } : {}),
    ...(form.requireReview ? { require_review: true } : {}),
    ...(form.separateApprover ? { separate_approver: true } : {}),
    ...(form.freshPasskey ? { fresh_passkey: true } : {}),
  }
}

function numbered(name: string, text: string): Readonly<Record<string, number>> {
  return text.trim() === '' ? {} : { [name]: Number(text) }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

/** What is wrong with a rule: by the name of a field that the form shows, and whatever has no place there. */
export interface RuleErrors {
  readonly byField: Readonly<Record<string, string>>
  readonly others: readonly string[]
}

const ALWAYS_SHOWN: readonly string[] = [
  ...['name', 'description', 'category', 'priority', 'custom', 'instruction', 'type'],
  ...LIST_FIELDS,
]
const SHOWN_FOR: Readonly<Partial<Record<GuidelineActionType, readonly string[]>>> = {
  hitl_gate: ['gate_type', 'gate_threshold', 'quorum', 'ttl_seconds'],
  tool_restriction: ['tools_denied', 'tools_allowed'],
  constraint: ['max_files', 'confidence_delta'],
}

/** The server names the place in what was sent: `guidelines.0.action.quorum` is the field `quorum`. */
export function errorsOf(
  errors: readonly { readonly field: string; readonly message: string }[] = [],
  actionType: GuidelineActionType,
): RuleErrors {
  const shown = [...ALWAYS_SHOWN, ...(SHOWN_FOR[actionType] ?? [])]
  const named = errors.map(({ field, message }) => {
    const name = field
      .split('.')
      .find(part => !/^\d+$/.test(part) && !['guidelines', 'action', 'condition'].includes(part))
    return { name: name ?? '', message }
  })
  const [placed, rest] = [true, false].map(is => named.filter(({ name }) => shown.includes(name) === is))
  return {
    byField: Object.fromEntries((placed ?? []).map(({ name, message }) => [name, message] as const)),
    others: (rest ?? []).map(({ name, message }) => `${name} ${message}`.trim()),
  }
}

import { toIso } from '../../base/clock.ts'
import type { DecideRequest, Decision } from '../../contracts/decision.ts'
import type { Gate, GateOption } from '../../contracts/gate.ts'
import { letsCallsRun } from '../../contracts/gate-review.ts'
import type { CreateGuideline } from '../../contracts/guideline.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { hasSecretForm } from '../tools/tools.ts'
import { callsOf } from './build-gate.ts'
import { whyNoRuleActs } from './dead-rules.ts'
import { optionFor } from './gate-types.ts'
import { outsideRunOf } from './outside-runs.ts'
import { isStandingReason } from './release-call.ts'

type FieldError = { readonly field: string; readonly message: string }

const DAY_MS = 86_400_000
/** A rule of one run ends with it; this is when it is forgotten. */
const RUN_DAYS = 30

/** Reasons that a rule of a person can never stand in for. */
const NEVER: ReadonlySet<string> = new Set([
  'provenance',
  'reversibility',
  'condition',
  'policy',
  'in_doubt',
  'agent_request',
])

/** Why this approval cannot be remembered; empty when it can, or when nothing is to be remembered. */
export function checkRemember(gate: Gate, request: DecideRequest, option: GateOption): readonly FieldError[] {
  const { remember, rule } = request
  if (remember === undefined || remember === 'once') {
    return rule === undefined ? [] : [{ field: 'rule', message: 'needs remember: run or rule' }]
  }
  const why = whyNotRemembered(gate, request, option)
  if (why !== undefined) return [{ field: 'remember', message: why }]
  const told = approvedCalls(gate, request).flatMap(call => pinnedSecrets(call, rule?.arguments ?? {}))[0]
  if (told !== undefined) {
    const message = `would keep the secret in ${told} where everybody reads it; let ${told} be anything (*), or store the secret`
    return [{ field: `rule.arguments.${told}`, message }]
  }
  const known = new Set(approvedCalls(gate, request).flatMap(call => Object.keys(call.arguments)))
  return Object.keys(rule?.arguments ?? {})
    .filter(name => !known.has(name))
    .map(name => ({ field: `rule.arguments.${name}`, message: 'is no argument of an approved call' }))
}

function whyNotRemembered(gate: Gate, request: DecideRequest, option: GateOption): string | undefined {
  const calls = approvedCalls(gate, request)
  if (option.decision !== 'approve' || !letsCallsRun(option) || calls.length === 0) {
    return 'only an approval of calls can be remembered'
  }
  if (request.remember === 'run' && runOf(gate) === undefined) return 'run: this gate belongs to no run'
  // Where the class of a call lowered what its tool could do, nothing on the card speaks of that.
  const isClassed = !gate.why_held.some(
    why => why.source === 'reversibility' || (why.source === 'policy' && !isStandingReason(why)),
  )
  const dangerous = isClassed
    ? undefined
    : calls.flatMap(call => whyNoRuleActs({ ...call, name: call.tool }) ?? [])[0]
  if (dangerous !== undefined) return `is not possible: ${dangerous}`
  if (
    gate.quorum.approvals_required > 1 ||
    gate.quorum.roles.length > 0 ||
    gate.separate_approver ||
    gate.fresh_passkey
  ) {
    return 'is not possible: a rule cannot stand in for several or for particular people'
  }
  const held = gate.why_held.find(why => NEVER.has(why.source) && !isStandingReason(why))
  return held === undefined ? undefined : `is not possible where people must look each time: ${held.text}`
}

/** The rules that the decisions of a closed gate ask for: one for each approved call, at most one for each tool and reach. */
export function rulesOf(gate: Gate, calls: readonly ToolCall[], nowMs: number): readonly CreateGuideline[] {
  const rules = new Map<string, CreateGuideline>()
  for (const decision of gate.decisions) {
    if (decision.late || (decision.remember !== 'run' && decision.remember !== 'rule')) continue
    const ids = decision.approved_calls ?? decision.calls ?? callsOf(gate).map(call => call.call_id)
    for (const call of calls) {
      if (!ids.includes(call.call_id) || gate.call_decisions[call.call_id] !== 'approve') continue
      const rule = toRule(gate, { call, decision }, nowMs)
      rules.set(`${call.tool} ${rule.condition.custom}`, rule)
    }
  }
  return [...rules.values()]
}

/** The rules that a decision would make, or why it makes none; nothing is decided. */
export function previewRules(
  gate: Gate,
  request: DecideRequest,
  nowMs: number,
): { readonly rules: readonly CreateGuideline[] } | { readonly errors: readonly FieldError[] } {
  const option = optionFor(gate, request)
  if ('errors' in option) return option
  const errors = checkRemember(gate, request, option)
  if (errors.length > 0) return { errors }
  const decision: Decision = {
    ...request,
    decision_id: 'preview',
    gate_id: gate.gate_id,
    decided_by: 'preview',
    decided_at: toIso(nowMs),
    late: false,
  }
  const calls = callsOf(gate)
  const call_decisions = Object.fromEntries(calls.map(call => [call.call_id, 'approve' as const]))
  return { rules: rulesOf({ ...gate, decisions: [decision], call_decisions }, calls, nowMs) }
}

function approvedCalls(gate: Gate, request: DecideRequest): readonly ToolCall[] {
  const ids = request.approved_calls ?? request.calls
  const calls = callsOf(gate)
  return ids === undefined ? calls : calls.filter(call => ids.includes(call.call_id))
}

function runOf(gate: Gate): string | undefined {
  return gate.run_id ?? outsideRunOf(gate)
}

function toRule(
  gate: Gate,
  { call, decision }: { readonly call: ToolCall; readonly decision: Decision },
  nowMs: number,
): CreateGuideline {
  const { remember, rule = {} } = decision
  const run = remember === 'run' ? runOf(gate) : undefined
  const days = rule.expires_in_days ?? (run === undefined ? undefined : RUN_DAYS)
  const by = decision.decided_by_name ?? decision.decided_by
  const reach = run === undefined ? '' : ', in one run'
  return {
    name: (rule.name ?? `${by} lets ${gate.briefing.agent} call ${call.tool} again${reach}`).slice(0, 200),
    description: `Made by approving gate ${gate.gate_id}. It suspends itself when a call it released fails or is rejected.`,
    enabled: true,
    category: 'custom',
    priority: 100,
    condition: {
      tools: [literalGlob(call.tool)],
      agents: [gate.briefing.agent],
      custom: conditionFor(call, rule.arguments ?? {}, run),
    },
    action: {
      type: 'release',
      ...(days === undefined ? {} : { expires_at: toIso(nowMs + days * DAY_MS - 1000) }),
    },
    metadata: {
      source: 'sticky',
      gate_id: gate.gate_id,
      decision_id: decision.decision_id,
      decided_by: decision.decided_by,
      remember: remember ?? 'rule',
    },
  }
}

/** A CEL condition under which a later call is the same in everything that matters, or fits the given patterns. */
export function conditionFor(
  call: ToolCall,
  patterns: Readonly<Record<string, string>>,
  run: string | undefined,
): string {
  const names = Object.keys(call.arguments)
  const known = `arguments.all(name, name in [${names.map(quote).join(', ')}])`
  const parts = Object.entries(call.arguments).flatMap(([name, value]) => {
    const pattern = patterns[name]
    if (pattern !== undefined)
      return pattern === '*'
        ? []
        : [`string(arguments[${quote(name)}]).matches(${quote(toPattern(pattern))})`]
    return isFree(call, name, value) ? [] : [`arguments[${quote(name)}] == ${literal(value)}`]
  })
  return [...(run === undefined ? [] : [`run == ${quote(run)}`]), known, ...parts].join(' && ')
}

/** Arguments that a rule would repeat word for word although they hold a secret, or a pattern that does. */
export function pinnedSecrets(call: ToolCall, patterns: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(call.arguments).flatMap(([name, value]) => {
    const pattern = patterns[name]
    if (pattern === '*' || (pattern === undefined && isFree(call, name, value))) return []
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const isNamed = (call.origins ?? []).some(
      origin => origin.meaning === 'secret' && `${origin.pointer}/`.startsWith(`${pointer}/`),
    )
    return isNamed || hasSecretForm(pattern ?? JSON.stringify(value)) ? [name] : []
  })
}

/** Plain text may differ; what names something outside the call may not. */
function isFree(call: ToolCall, name: string, value: JsonValue): boolean {
  if (typeof value !== 'string') return false
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const meanings = (call.origins ?? []).filter(origin => origin.pointer === pointer)
  return meanings.length > 0 && meanings.every(({ meaning }) => meaning === undefined || meaning === 'text')
}

/** `*` and `?` as in paths of guidelines; everything else is itself. */
function toPattern(glob: string): string {
  const body = [...glob].map(character => {
    if (character === '*') return '[\\s\\S]*'
    return character === '?' ? '[\\s\\S]' : character.replace(/[.+^${}()|[\]\\/]/g, '\\$&')
  })
  return `^${body.join('')}$`
}

function literalGlob(tool: string): string {
  return tool.replace(/[*?[]/g, '[$&]')
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function literal(value: JsonValue): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${quote(name)}: ${literal(inner)}`)
    .join(', ')}}`
}

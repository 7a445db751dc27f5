import type { CreateGuideline, Guideline } from '../../contracts/guideline.ts'
import type { Permission } from '../../contracts/permission.ts'
import { RunKind } from '../../contracts/run.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { compileGlob, isLiteralGlob } from '../guardrails/guardrails.ts'
import { effectiveAnnotations } from '../tools/tools.ts'
import { traceArguments } from './provenance.ts'
import { findProvenanceHolds } from './provenance-holds.ts'

/** Why no release rule ever lets a tool run, and what to do about it; undefined where one may. */
export function whyNoRuleActs({
  name,
  claimed,
  reversibility,
}: Pick<RegisteredTool, 'name' | 'claimed' | 'reversibility'>): string | undefined {
  if (claimed)
    return `what ${name} does is only claimed, so people look at each call. Confirm the tool first.`
  const correct =
    'Classify the calls that are less than that (`soulgate permissions classify`), or declare it with its true reversibility.'
  if (reversibility === 'irreversible')
    return `${name} cannot be taken back, so people look at each call. ${correct}`
  if (reversibility === 'externally_reversible')
    return `${name} can be taken back only with the help of others, so people look at each call. ${correct}`
  return undefined
}

/** What stands beside a rule that is to be saved. */
export interface RuleSurroundings {
  readonly tools: readonly RegisteredTool[]
  readonly permissions?: readonly Permission[]
  readonly guidelines?: readonly Guideline[]
}

/** Why a release rule can never act: each tool that it names is held or denied by what this rule does not lift. */
export function whyRuleNeverActs(
  rule: Pick<CreateGuideline, 'condition'> & Partial<Pick<Guideline, 'priority' | 'id'>>,
  { tools, permissions = [], guidelines = [] }: RuleSurroundings,
): string | undefined {
  const { condition } = rule
  const patterns = condition.tools ?? []
  const named = tools.filter(tool => patterns.some(pattern => compileGlob(pattern)(tool.name)))
  if (named.length === 0) {
    const unknown = patterns.every(isLiteralGlob) ? patterns.join(', ') : ''
    return unknown === ''
      ? undefined
      : `nobody has declared ${unknown}, so people look at each call. Declare it first.`
  }
  const reasons = named.map(
    tool =>
      (hasClass(tool, permissions) ? undefined : whyNoRuleActs(tool)) ??
      whyAlwaysHeld(tool, rule, guidelines) ??
      (hasTrust(tool, permissions) ? undefined : whyUngrounded(tool, condition.agents ?? [])),
  )
  return reasons.every(reason => reason !== undefined) ? reasons[0] : undefined
}

function hasClass({ name, claimed }: RegisteredTool, permissions: readonly Permission[]): boolean {
  return !claimed && permissions.some(({ tool, shape }) => tool === name && shape.kind !== 'trust')
}

function hasTrust({ name }: RegisteredTool, permissions: readonly Permission[]): boolean {
  return permissions.some(({ tool, shape }) => shape.kind === 'trust' && (tool === name || tool === '*'))
}

/** A guideline that speaks of the tool alone matches each of its calls, whatever the rule asks of them. */
function whyAlwaysHeld(
  { name }: RegisteredTool,
  { priority = 100 }: Partial<Pick<Guideline, 'priority'>>,
  guidelines: readonly Guideline[],
): string | undefined {
  for (const guideline of guidelines) {
    const { action, condition, enabled } = guideline
    const fields = Object.keys(condition).filter(field => condition[field as keyof typeof condition]?.length)
    const isAlways = fields.every(field => field === 'tools')
    if (!enabled || !isAlways || action.type === 'release') continue
    const matches = (patterns: readonly string[]) => patterns.some(pattern => compileGlob(pattern)(name))
    if (fields.length > 0 && !matches(condition.tools ?? [])) continue
    if (matches(action.tools_denied ?? []))
      return `${guideline.name} (${guideline.id}) denies ${name}. Change it first.`
    const isPlain =
      (action.quorum ?? 1) === 1 &&
      action.roles === undefined &&
      !action.separate_approver &&
      !action.fresh_passkey
    const isConditional = action.gate_type === 'confidence_threshold'
    if (action.gate_type !== undefined && !isConditional && (!isPlain || guideline.priority > priority))
      return `${guideline.name} (${guideline.id}) holds every call of ${name}. Give this rule a priority of at least ${guideline.priority}${isPlain ? '' : ', and let one person suffice there'}, or narrow that guideline.`
  }
  return undefined
}

const NOTHING_SAID = { personTexts: [], trustedReads: [], untrustedReads: [] }
const BUILT_IN: readonly string[] = RunKind.options

/** An executor outside brings no person's words, so whatever it aims at somebody is held for its provenance. */
function whyUngrounded(tool: RegisteredTool, agents: readonly string[]): string | undefined {
  const areOutside =
    agents.length > 0 && agents.every(name => isLiteralGlob(name) && !BUILT_IN.includes(name))
  const { required } = tool.input_schema
  const { annotations } = effectiveAnnotations(tool)
  if (!areOutside || !Array.isArray(required) || (annotations.read_only && !annotations.open_world))
    return undefined
  const call = { tool: tool.name, arguments: Object.fromEntries(required.map(name => [String(name), 'x'])) }
  const origins = [...traceArguments({ ...call, definition: tool }, NOTHING_SAID)]
  const [held] = findProvenanceHolds({ ...call, origins }, annotations.open_world)
  return held && `${held.text} People look at each such call of ${agents.join(', ')}.`
}

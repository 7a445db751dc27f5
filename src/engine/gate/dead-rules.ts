import type { CreateGuideline } from '../../contracts/guideline.ts'
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
  const correct = 'If that is wrong, declare it with its true reversibility.'
  if (reversibility === 'irreversible')
    return `${name} cannot be taken back, so people look at each call. ${correct}`
  if (reversibility === 'externally_reversible')
    return `${name} can be taken back only with the help of others, so people look at each call. ${correct}`
  return undefined
}

/** Why a release rule can never act: each tool that it names is held by what no rule lifts. */
export function whyRuleNeverActs(
  { condition }: Pick<CreateGuideline, 'condition'>,
  tools: readonly RegisteredTool[],
): string | undefined {
  const patterns = condition.tools ?? []
  const named = tools.filter(tool => patterns.some(pattern => compileGlob(pattern)(tool.name)))
  if (named.length === 0) {
    const unknown = patterns.every(isLiteralGlob) ? patterns.join(', ') : ''
    return unknown === ''
      ? undefined
      : `nobody has declared ${unknown}, so people look at each call. Declare it first.`
  }
  const reasons = named.map(tool => whyNoRuleActs(tool) ?? whyUngrounded(tool, condition.agents ?? []))
  return reasons.every(reason => reason !== undefined) ? reasons[0] : undefined
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

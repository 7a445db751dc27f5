import type { EvaluatedContext, RequiredGate, TaskContext } from '../../contracts/guideline.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { type CompiledGuidelines, evaluate, mergeEvaluated } from '../guardrails/guardrails.ts'
import { effectiveAnnotations, extractMeanings } from '../tools/tools.ts'
import { type CallEffects, effectsOf } from './call-effects.ts'

type Definition = Parameters<typeof extractMeanings>[0]

/** What a tool is called with, and by which definition its arguments are read. */
export interface NamedCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly definition: Definition
  /** People have confirmed that the call only reads. */
  readonly isRead: boolean
}

/** A call of a tool as the registry knows it; undefined for one that nobody has declared. */
export function nameCall(
  call: Pick<ToolCall, 'tool' | 'arguments'> & { readonly claimed?: boolean },
  tool: RegisteredTool | undefined,
): NamedCall {
  const { declared, annotations } = effectiveAnnotations(tool)
  return {
    tool: call.tool,
    arguments: call.arguments,
    definition: tool ?? { input_schema: {}, claimed: true },
    isRead: declared && annotations.read_only && call.claimed !== true,
  }
}

/** Where a call reaches, and what it does beside being a call of its tool. Paths are named as guidelines name them. */
export interface CallReach {
  readonly paths: readonly string[]
  readonly hosts: readonly string[]
  readonly events: CallEffects['events']
  /** Files that may be changed. */
  readonly changed: readonly string[]
}

type ToWorkspacePath = (path: string) => string

/** Derived from tool, arguments and commands alone, for every verdict and every rehearsal of one. */
export async function reachOf(
  call: NamedCall,
  toWorkspacePath: ToWorkspacePath = path => path,
): Promise<CallReach> {
  const named = placesOf(call.definition, call.arguments)
  const effects = await effectsOf({ ...call, paths: named.paths })
  return {
    paths: [...named.paths, ...effects.paths].map(toWorkspacePath),
    hosts: named.hosts,
    events: effects.events,
    changed: effects.changed.map(toWorkspacePath),
  }
}

/** The paths and hosts that arguments name. */
export function placesOf(
  definition: Definition,
  args: JsonObject,
): { readonly paths: readonly string[]; readonly hosts: readonly string[] } {
  const meanings = extractMeanings(definition, args)
  const valuesOf = (meaning: string) =>
    meanings.filter(item => item.meaning === meaning).map(item => String(item.value))
  return { paths: valuesOf('path'), hosts: valuesOf('host') }
}

/** What the guardrails are asked: the call as it is, and once for each act that it is. The strictest answer counts. */
export function contextsOf(
  plain: TaskContext,
  { events }: Pick<CallReach, 'events'>,
): readonly TaskContext[] {
  const acts = events.map(event => ({
    ...plain,
    event,
    ...(event === 'commit' ? { action: 'commit', paths_unknown: true } : {}),
  }))
  return [plain, ...acts]
}

/** The gates under which a change of certain files is asked about, wherever it comes from. */
const GATES_OF_FILES = [
  { event: 'contract_change', gate_type: 'contract_change' },
  { event: 'commit', gate_type: 'protected_path_commit' },
] as const

/** The guardrails of one context, and those gates of files that name a path which the call may change. */
export function evaluateWithChanges(
  compiled: CompiledGuidelines,
  context: TaskContext,
  { changed }: Pick<CallReach, 'changed'>,
  options: { readonly explain?: boolean } = {},
): EvaluatedContext {
  const evaluated = evaluate(compiled, context, options)
  if (changed.length === 0) return evaluated
  const known = new Set(evaluated.hitl_gates.map(gate => gate.guideline_id))
  const gates = new Map<string, RequiredGate>()
  for (const about of GATES_OF_FILES) {
    const { guidelines, hitl_gates } = evaluate(compiled, { ...context, ...about, paths: [...changed] })
    const byPath = guidelines.filter(({ matched_fields }) => matched_fields.includes('paths'))
    const ids = new Set(byPath.map(guideline => guideline.guideline_id))
    for (const gate of hitl_gates)
      if (ids.has(gate.guideline_id) && !known.has(gate.guideline_id)) gates.set(gate.guideline_id, gate)
  }
  return gates.size === 0
    ? evaluated
    : { ...evaluated, hitl_gates: [...evaluated.hitl_gates, ...gates.values()] }
}

/** What all contexts of a call come to together, as its verdict weighs them. */
export function evaluateCall(
  compiled: CompiledGuidelines,
  plain: TaskContext,
  reach: CallReach,
  options: { readonly explain?: boolean } = {},
): EvaluatedContext {
  const contexts = contextsOf(plain, reach)
  return mergeEvaluated(
    compiled,
    contexts.map(context => evaluateWithChanges(compiled, context, reach, options)),
  )
}

import type { TaskContext } from '../../contracts/guideline.ts'
import type { ExpressionVariables } from './expression.ts'
import { climbs, comparedPath, normalizePath } from './glob.ts'

/** A task context as the tests read it; made once for each evaluation. */
export interface PreparedContext {
  readonly agent: string | undefined
  readonly domain: string | undefined
  readonly action: string | undefined
  readonly event: string | undefined
  readonly gateType: string | undefined
  readonly tool: string | undefined
  readonly toolLowerCase: string | undefined
  /** Without those that climb. */
  readonly paths: readonly string[]
  /** The same as patterns are held against them. */
  readonly comparedPaths: readonly string[]
  readonly discardedPaths: readonly string[]
  readonly pathsUnknown: boolean
  readonly nowMs: number | undefined
  /** What expressions see; absent facts are absent variables. */
  readonly variables: () => ExpressionVariables
}

export function prepareContext(context: TaskContext, foldsCase = false): PreparedContext {
  const paths = (context.paths ?? []).map(normalizePath)
  const taken = paths.some(climbs) ? paths.filter(path => !climbs(path)) : paths
  const now = context.now === undefined ? undefined : Date.parse(context.now)
  let variables: ExpressionVariables | undefined
  return {
    agent: context.agent,
    domain: context.domain,
    action: context.action,
    event: context.event,
    gateType: context.gate_type === undefined ? undefined : canonicalWord(context.gate_type),
    tool: context.tool,
    toolLowerCase: context.tool?.toLowerCase(),
    paths: taken,
    comparedPaths: foldsCase ? taken.map(path => comparedPath(path, true)) : taken,
    discardedPaths: paths.some(climbs) ? (context.paths ?? []).filter(climbs) : [],
    pathsUnknown: context.paths_unknown === true,
    nowMs: now,
    variables: () => {
      variables ??= toVariables(context, paths, now)
      return variables
    },
  }
}

/** The contract's older name of one gate type means the same everywhere. */
export function canonicalWord(word: string): string {
  return word === 'test_review' ? 'test_failures' : word
}

function toVariables(
  context: TaskContext,
  paths: readonly string[],
  now: number | undefined,
): ExpressionVariables {
  const { session_id: session, run_id: run, metadata: _metadata, now: _now, paths: given, ...rest } = context
  const { paths_unknown: _unknown, ...facts } = rest
  const all = {
    ...facts,
    session,
    run,
    paths: given === undefined ? undefined : paths,
    now: now === undefined ? undefined : new Date(now),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

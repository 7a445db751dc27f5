import { toIso } from '../../base/clock.ts'
import { type LabelContext, labelsOf, type ScopeLabel } from '../../engine/autonomy/autonomy.ts'
import { withGateOutcomes } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'
import { readDecided } from './decided-gates.ts'

/** What people decided from a time on, of every requester or of one, in order of their decisions. */
export async function readLabels(
  engine: Engine,
  since: string,
  of?: { readonly agent: string; readonly most: number },
): Promise<{ readonly labels: readonly ScopeLabel[]; readonly truncated: boolean }> {
  const { store, clock } = engine
  const now_ms = clock.now()
  const { gates, truncated } = await readDecided(engine, since, of)
  const decided = await withGateOutcomes(store, gates, toIso(now_ms))
  return { labels: labelsOf(decided, { now_ms, schemaOf: schemasOf(engine) }), truncated }
}

/** The schema of a tool as a call saw it; undefined where the tool is defined otherwise now. */
export function schemasOf({ agentTools }: Pick<Engine, 'agentTools'>): LabelContext['schemaOf'] {
  return ({ tool, definition_hash: hash }) => {
    const known = agentTools.get(tool)
    return known?.definition_hash === hash ? known.input_schema : undefined
  }
}

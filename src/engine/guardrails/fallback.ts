import type { Guideline } from '../../contracts/guideline.ts'
import { type CompiledGuidelines, compileGuidelines } from './compile.ts'
import { defaultGuidelines } from './defaults.ts'

/** How guardrails are evaluated while the store cannot be read. There is no permissive mode. */
export type FallbackMode = 'static' | 'restrictive'

const WRITTEN_AT = '2026-01-01T00:00:00.000Z'

/**
 * The guardrails of a mode: the built-in defaults, or a gate before every call, reads too. `known` are the guidelines
 * that were read last: what they restrict goes on; what they release does not.
 */
export function fallbackGuidelines(
  mode: FallbackMode,
  known: readonly Guideline[] = [],
  foldsCase = false,
): CompiledGuidelines {
  return mode === 'static' ? staticGuidelines(known, foldsCase) : restrictiveGuidelines(known, foldsCase)
}

/** The 17 defaults, also those that were switched off in the store; no sticky rule stands. */
export function staticGuidelines(known: readonly Guideline[] = [], foldsCase = false): CompiledGuidelines {
  return compileGuidelines(withDefaults(known), 'static', foldsCase)
}

/** The defaults, and a mandatory gate that matches everything. */
export function restrictiveGuidelines(
  known: readonly Guideline[] = [],
  foldsCase = false,
): CompiledGuidelines {
  return compileGuidelines([...withDefaults(known), HOLD_EVERYTHING], 'restrictive', foldsCase)
}

/** A gate before every call, in the place of a stored guideline that nobody can read any more. */
export function holdForUnreadable(guidelineId: string): Guideline {
  const name = `Guideline ${guidelineId} cannot be read, so every call waits for a person. Save it anew or delete it`
  return { ...HOLD_EVERYTHING, id: guidelineId, name: name.slice(0, 200) }
}

function withDefaults(known: readonly Guideline[]): readonly Guideline[] {
  const kept = known.filter(guideline => guideline.enabled && guideline.action.type !== 'release')
  const ids = new Set(kept.map(guideline => guideline.id))
  return [...kept, ...defaultGuidelines(WRITTEN_AT).filter(guideline => !ids.has(guideline.id))]
}

const HOLD_EVERYTHING: Guideline = {
  id: 'fallback-restrictive',
  name: 'The guardrails cannot be read, so every call waits for a person',
  description: 'Stands while the store of guidelines is out of reach.',
  enabled: true,
  category: 'security',
  priority: 1000,
  condition: {},
  action: { type: 'hitl_gate', gate_type: 'tool_approval', gate_threshold: 'mandatory' },
  metadata: { source: 'fallback' },
  version: 1,
  created_at: WRITTEN_AT,
  updated_at: WRITTEN_AT,
  created_by: 'system:guardrails',
}

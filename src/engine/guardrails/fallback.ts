import type { Guideline } from '../../contracts/guideline.ts'
import { type CompiledGuidelines, compileGuidelines } from './compile.ts'
import { defaultGuidelines } from './defaults.ts'

/** How guardrails are evaluated while the store cannot be read. There is no permissive mode. */
export type FallbackMode = 'static' | 'restrictive'

const WRITTEN_AT = '2026-01-01T00:00:00.000Z'

/** The guardrails of a mode: the built-in defaults, or a gate before every call, reads too. */
export function fallbackGuidelines(mode: FallbackMode): CompiledGuidelines {
  return mode === 'static' ? staticGuidelines() : restrictiveGuidelines()
}

/** The 17 defaults, whatever was switched off or added in the store; no sticky rule stands. */
export function staticGuidelines(): CompiledGuidelines {
  return compileGuidelines(defaultGuidelines(WRITTEN_AT), 'static')
}

/** The defaults, and a mandatory gate that matches everything. */
export function restrictiveGuidelines(): CompiledGuidelines {
  return compileGuidelines([...defaultGuidelines(WRITTEN_AT), HOLD_EVERYTHING], 'restrictive')
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

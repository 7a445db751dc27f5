/** Guardrails: contextual rules that people write, evaluated before anything runs. Pure: no store, no clock. */

export {
  judgeTool,
  MAX_COMBINED_INSTRUCTION_CHARACTERS,
  MAX_INSTRUCTION_CHARACTERS,
  type ToolVerdict,
} from './aggregate.ts'
export { type CheckOptions, checkGuideline, type FieldError, type GuidelineCheck } from './check-guideline.ts'
export { type CompiledGuidelines, compileGuidelines } from './compile.ts'
export { defaultGuidelines } from './defaults.ts'
export { evaluate, MAX_RELEASE_MS } from './evaluate.ts'
export { EXPRESSION_VARIABLES } from './expression.ts'
export {
  type FallbackMode,
  fallbackGuidelines,
  restrictiveGuidelines,
  staticGuidelines,
} from './fallback.ts'
export { climbs, normalizePath } from './glob.ts'

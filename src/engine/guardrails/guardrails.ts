/** Guardrails: contextual rules that people write, evaluated before anything runs. The evaluation is pure. */

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
export type { GuidelineFilter, GuidelinePage, ListedGuidelines } from './guideline-list.ts'
export { readGuideline } from './guideline-records.ts'
export {
  type BootstrapAnswer,
  type CurrentGuidelines,
  createGuidelineService,
  type GuidelineService,
  type GuidelineServiceOptions,
  type ImportAnswer,
  MAX_IMPORT,
} from './guideline-service.ts'
export type { ImportedItem } from './guideline-writes.ts'
export { countRelease, putStickyRule, readReleases, suspendStickyRules } from './sticky-writes.ts'

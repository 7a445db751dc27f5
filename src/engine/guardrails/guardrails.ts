/** Guardrails: contextual rules that people write, evaluated before anything runs. The evaluation is pure. */

export {
  judgeTool,
  MAX_COMBINED_INSTRUCTION_CHARACTERS,
  MAX_INSTRUCTION_CHARACTERS,
  type ToolVerdict,
} from './aggregate.ts'
export type { CheckOptions, FieldError, GuidelineCheck } from './check-guideline.ts'
export { type CompiledGuidelines, compileGuidelines } from './compile.ts'
export { defaultGuidelines } from './defaults.ts'
export { evaluate, mergeEvaluated } from './evaluate.ts'

export {
  type FallbackMode,
  restrictiveGuidelines,
  staticGuidelines,
} from './fallback.ts'
export { compileGlob, isLiteralGlob } from './glob.ts'
export type { GuidelineFilter, GuidelinePage, ListedGuidelines } from './guideline-list.ts'
export { readGuideline } from './guideline-records.ts'
export {
  type BootstrapAnswer,
  type CurrentGuidelines,
  createGuidelineService,
  type Evaluating,
  type GuidelineService,
  type GuidelineServiceOptions,
  type ImportAnswer,
} from './guideline-service.ts'
export type { ImportedItem } from './guideline-writes.ts'
export { countRelease, putStickyRule, readReleases, suspendStickyRules } from './sticky-writes.ts'
export { evaluateText } from './text-contexts.ts'

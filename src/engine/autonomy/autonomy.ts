export {
  type Contract,
  type ContractEvidence,
  type ContractStatus,
  type ContractTerms,
  createContract,
  DEFAULT_DELTA,
  DEFAULT_TARGET,
  MIN_SPOT_CHECK_SHARE,
  type OpeningProgress,
  type ScoredLabel,
  type SpotCheckResult,
  type SuspensionReason,
} from './contract.ts'
export {
  type ContractCall,
  type ContractLimits,
  type ContractVerdict,
  releaseByContract,
} from './contract-release.ts'
export { createOpeningBound, type OpeningBound, type OpeningTerms } from './opening-bound.ts'
export { estimateRight, MIN_LABELS, type RightEstimate } from './right-estimate.ts'
export { fitRightModel, type RightExample, type RightModel } from './right-model.ts'
export {
  addSeen,
  type CallShape,
  findUnseen,
  NOTHING_SEEN,
  type Scope,
  type SeenValues,
  type ShapedCall,
  scopeKeyOf,
  shapeOf,
} from './shape.ts'
export type { CalibrationPoint } from './venn-abers.ts'

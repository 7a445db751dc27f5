export { answersOf, toReviewed } from './attention.ts'
export { createEstimator, type EstimatedCall } from './calibrate.ts'
export { type Canary, makeCanary } from './canary.ts'
export {
  type Contract,
  type ContractEvidence,
  type ContractStatus,
  type ContractTerms,
  createContract,
  DEFAULT_DELTA,
  DEFAULT_TARGET,
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
export type { ContractEnvironment } from './contracts/contract-environment.ts'
export { type ContractService, createContractService } from './contracts/contract-service.ts'
export { type FoundTerms, type TriedContracts, tryContracts } from './contracts/try-contracts.ts'
export { factorsOf, type LabelContext, labelsOf, type ScopeLabel } from './labels.ts'
export { estimateRight, type RightEstimate } from './right-estimate.ts'
export { fitRightModel, type RightExample, type RightModel } from './right-model.ts'
export { toScopes } from './scopes.ts'
export {
  addSeen,
  type CallShape,
  NOTHING_SEEN,
  type Scope,
  type SeenValues,
  type ShapedCall,
  scopeKeyOf,
  shapeOf,
} from './shape.ts'
export type { CalibrationPoint } from './venn-abers.ts'
export { wilsonInterval } from './wilson-interval.ts'

export { type CrashOptions, type CrashReport, crashEverywhere } from './crash-everywhere.ts'
export {
  approve,
  approveEdited,
  ignore,
  reject,
  type ScriptedAnswer,
  type ScriptedReviewer,
  steer,
} from './scripted-reviewer.ts'
export { openTestSoulgate, type TestSoulgate, type TestSoulgateOptions } from './test-soulgate.ts'

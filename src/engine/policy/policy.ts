/** People’s policy, tried on what happened before: pure over verdicts that were kept. */

export { type PersonsAnswer, type ReplayEnvironment, type ReplayPlan, replayPolicy } from './replay.ts'
export { reproduce } from './reproduce.ts'

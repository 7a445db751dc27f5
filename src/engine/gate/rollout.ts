import { digest } from '../../base/digest.ts'

const FRACTIONS = 2 ** 48

/**
 * Whether a session belongs to the rollout. Stable for a session, and monotone: raising the percentage only adds
 * sessions. 0 is nobody, 100 everybody.
 */
export function inRollout(sessionId: string, percent: number): boolean {
  const fraction = Number.parseInt(digest('soulgate.rollout.v1', sessionId).slice(0, 12), 16) / FRACTIONS
  return fraction * 100 < percent
}

import type { BriefWork } from '../../../contracts/plan-brief.ts'

/** “The boards must be cut”: the boards. */
export const IS_OBLIGED = /\s+(?:has|have|must|needs?|should)(?:\s+to)?\s+be\s+\p{L}+$/iu
/** More than bare names: hours, an order, or phrases of their own. */
export function areToldInFull(work: readonly BriefWork[]): boolean {
  const isPlaced = work.some(
    ({ minutes, before, after }) => minutes !== undefined || before.length + after.length > 0,
  )
  return isPlaced || work.filter(({ title }) => title.split(' ').length > 2).length * 2 > work.length
}

/** A sentence that says what somebody has to do. */
export const IS_TASK =
  /^(?:(?:and|then|also)\s+)*(?:(?:i|we)\s+(?:also\s+|still\s+)?(?:have|need|must|want|should|would like)\b(?:\s+to\b)?\s+\p{L}|.*\b(?:has|have|needs?|must)(?:\s+to)?\s+be\s+(?:ready|done|finished|complete))/iu

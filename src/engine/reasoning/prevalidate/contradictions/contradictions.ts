import { hideReported } from '../../goal/goal.ts'
import { type Check, type CheckInput, failure } from '../check.ts'
import { readFrames } from './acts/action-frame.ts'
import { clashOfBan } from './acts/banned-demands.ts'
import { findBothWays } from './acts/both-ways.ts'
import { findDeniedResult } from './acts/denied-results.ts'
import { findHeldBack } from './acts/held-back.ts'
import { findKeptFree } from './acts/kept-free.ts'
import { neighboursOf } from './acts/neighbours.ts'
import { findOpposedDemands } from './acts/opposed-demands.ts'
import { findEnded, findHaste, findKept, findOpposites, findUndone } from './acts/undoing-frames.ts'
import { findUndoneDemands } from './acts/undone-demands.ts'
import type { Clash } from './clash.ts'
import { isExcused } from './excused.ts'
import { hideIdle } from './idle-remarks.ts'
import { findOpposedMeanings } from './meaning/opposed-meanings.ts'
import { findSoleHolders } from './meaning/sole-holders.ts'
import { findBrokenRule } from './values/broken-rules.ts'
import { findClashingValues } from './values/clashing-values.ts'
import { findCountedTwice } from './values/counted-twice.ts'
import { findExclusiveDemands } from './values/exclusive-demands.ts'
import { findFixedValues } from './values/fixed-values.ts'
import { findMiscounted } from './values/listed-counts.ts'
import { isOfAnother } from './values/numbered-things.ts'
import { findReversedRange } from './values/reversed-ranges.ts'
import { findSetTwice } from './values/set-twice.ts'
import { findSplitWhole } from './values/shares.ts'
import { findImpossibleSpan } from './values/spans.ts'
import { findBrokenLimit } from './values/values.ts'

/** Fires when the goal demands and forbids the same action on the same object, or makes demands that exclude each other. */
export const checkContradictions: Check = input => {
  const clash = findClash(input)
  if (clash === undefined) return []
  return [
    failure('contradiction_detection', {
      message: `The goal contradicts itself: ${clash.because}.`,
      certain: true,
      answerable: false,
      evidence: clash.evidence,
      question: `Which of the two is meant: “${clash.evidence[0]}” or “${clash.evidence[1]}”?`,
    }),
  ]
}

function findClash(input: CheckInput): Clash | undefined {
  const frames = readFrames(input.clauses)
  const asked = hideIdle(hideReported(input.goal))
  const demanded = frames.filter(frame => !frame.forbids)
  for (const [at, demand] of frames.entries()) {
    if (demand.forbids) continue
    for (const ban of neighboursOf(frames, at).filter(frame => frame.forbids)) {
      const clash = isOfAnother(demand.text, ban.text) ? undefined : clashOfBan(demand, ban, input)
      if (clash !== undefined && !isExcused(clash, input.goal)) return clash
    }
  }
  for (const find of [
    () => findOpposites(frames),
    () => findUndone(frames),
    () => findHaste(input),
    () => findKept(input, demanded),
    () => findEnded(input, demanded),
    () => findExclusiveDemands(input.goal, frames),
    () => findOpposedDemands(asked),
    () => findUndoneDemands(asked),
    () => findClashingValues(asked),
    () => findReversedRange(asked),
    () => findFixedValues(asked, input.tools),
    () => findHeldBack(asked),
    () => findCountedTwice(asked),
    () => findSetTwice(asked),
    () => findBothWays(asked),
    () => findBrokenRule(asked),
    () => findBrokenLimit(asked),
    () => findImpossibleSpan(asked),
    () => findSplitWhole(asked),
    () => findMiscounted(asked),
    () => findDeniedResult(asked),
    () => findKeptFree(asked),
  ]) {
    const clash = find()
    if (clash !== undefined && !isExcused(clash, input.goal)) return clash
  }
  return findOpposedMeanings(asked) ?? findSoleHolders(input.goal, asked)
}

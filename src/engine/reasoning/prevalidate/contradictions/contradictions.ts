import { hideReported } from '../../goal/goal.ts'
import { type Check, type CheckInput, failure } from '../check.ts'
import { readFrames } from './action-frame.ts'
import { clashOfBan } from './banned-demands.ts'
import { findBothWays } from './both-ways.ts'
import { findBrokenRule } from './broken-rules.ts'
import type { Clash } from './clash.ts'
import { findClashingValues } from './clashing-values.ts'
import { findCountedTwice } from './counted-twice.ts'
import { findDeniedResult } from './denied-results.ts'
import { findExclusiveDemands } from './exclusive-demands.ts'
import { isExcused } from './excused.ts'
import { findFixedValues } from './fixed-values.ts'
import { hideHabits } from './habits.ts'
import { findHeldBack } from './held-back.ts'
import { findKeptFree } from './kept-free.ts'
import { findOpposedMeanings } from './meaning/opposed-meanings.ts'
import { findSoleHolders } from './meaning/sole-holders.ts'
import { neighboursOf } from './neighbours.ts'
import { isOfAnother } from './numbered-things.ts'
import { findOpposedDemands } from './opposed-demands.ts'
import { findReversedRange } from './reversed-ranges.ts'
import { findSetTwice } from './set-twice.ts'
import { findEnded, findHaste, findKept, findOpposites, findUndone } from './undoing-frames.ts'
import { findUndoneDemands } from './undone-demands.ts'
import { findMiscounted } from './values/listed-counts.ts'
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
  const frames = readFrames(input.clauses).filter(({ text }) => !ignorance.test(text))
  const told = hideHabits(hideReported(input.goal))
  const asked = told.replace(inclusion, ' ').replace(ignorance, ' ')
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
  return findOpposedMeanings(asked) ?? findSoleHolders(input.goal, told)
}

/** “nobody, including Mia, may …” forbids it to Mia. */
const inclusion = /,\s*(?:including|not even)\s+[^,]{2,40},/gi

/** “but I don't know where to begin” forbids nothing. */
const ignorance =
  /\b(?:(?:do not|don['’]?t|not)\s+(?:really\s+)?(?:know|understand|remember)|(?:am|['’]m|are) not sure)\b[^.;!?,]*/i

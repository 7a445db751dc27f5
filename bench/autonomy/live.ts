import { type ContractEvidence, createContract, DEFAULT_DELTA } from '../../src/engine/autonomy/autonomy.ts'
import { ALLOWED, CALLS, drawFrom, rateAt, type World } from './worlds.ts'

/** What became of one world. Calls are counted from 0. */
export interface Life {
  readonly world: World
  readonly openedAt?: number
  readonly suspendedAt?: number
  /** Calls that ran by themselves, in all and among the first 2,000. */
  readonly ran: number
  readonly ranEarly: number
  readonly wrongRan: number
  /** Decisions of people that said right, and decisions. */
  readonly agreed: number
  readonly decided: number
  /** Wrong calls that ran from the change to the suspension. */
  readonly wrongSinceChange: number
  /** The same, until a CUSUM that knows both rates passed each of its highest values so far. */
  readonly reference: readonly { readonly value: number; readonly wrong: number }[]
}

export const SHARE = 0.05
const contract = createContract({
  target: 1 - ALLOWED,
  delta: DEFAULT_DELTA,
  thresholds: [0],
  spot_check_share: SHARE,
})

/** Lives through one world until the contract is taken back and the reference, where there is one, is sure as well. */
export function live(world: World): Life {
  const draw = drawFrom(world.seed ^ 0x5bd1e995)
  const count = { ran: 0, ranEarly: 0, wrongRan: 0, agreed: 0, decided: 0, wrongSinceChange: 0 }
  const reference: { value: number; wrong: number }[] = []
  let evidence: ContractEvidence = contract.start()
  let openedAt: number | undefined
  let suspendedAt: number | undefined
  let cusum = 0
  let wrongSinceChange = 0
  for (let call = 0; call < CALLS; call += 1) {
    const since = openedAt === undefined ? -1 : call - openedAt
    const isWrong = draw() < (openedAt === undefined ? world.before : rateAt(world, since))
    const isSaidRight = draw() < world.reviewerError ? isWrong : !isWrong
    const isChecked = draw() < SHARE
    const isReported = isWrong && draw() < world.reported
    if (openedAt === undefined || isChecked) {
      count.decided += 1
      count.agreed += isSaidRight ? 1 : 0
    }
    if (openedAt === undefined) {
      evidence = contract.addLabel(evidence, { isRight: isSaidRight })
      if (evidence.status === 'live') openedAt = call + 1
      continue
    }
    const isChanged = world.changeAfter !== undefined && since >= world.changeAfter
    if (!isChecked && isWrong && isChanged) wrongSinceChange += 1
    if (suspendedAt === undefined) {
      if (isChecked) {
        evidence = contract.addSpotCheck(evidence, { outcome: isSaidRight ? 'right' : 'wrong', share: SHARE })
      } else {
        count.ran += 1
        if (call < 2_000) count.ranEarly += 1
        if (isWrong) count.wrongRan += 1
        evidence = contract.addReleased(evidence, isReported)
        count.wrongSinceChange = wrongSinceChange
      }
      if (evidence.status === 'suspended') suspendedAt = call
    }
    if (world.after === world.before) {
      if (suspendedAt !== undefined) break
      continue
    }
    cusum = Math.max(0, cusum + likelihoodRatio(world, { isChecked, isSaidRight, isReported }))
    const highest = reference.at(-1)?.value ?? 0
    if (cusum > highest) reference.push({ value: cusum, wrong: wrongSinceChange })
    if (suspendedAt !== undefined && highest > SURE) break
  }
  return {
    world,
    ...count,
    reference,
    ...(openedAt === undefined ? {} : { openedAt }),
    ...(suspendedAt === undefined ? {} : { suspendedAt }),
  }
}

/** No threshold of the reference is set higher. */
const SURE = 40

/** What the reference sees: the spot checks, and reports where there are any. */
function likelihoodRatio(
  { before, after, reported }: World,
  seen: { readonly isChecked: boolean; readonly isSaidRight: boolean; readonly isReported: boolean },
): number {
  if (seen.isChecked)
    return seen.isSaidRight ? Math.log((1 - after) / (1 - before)) : Math.log(after / before)
  if (reported === 0) return 0
  return seen.isReported
    ? Math.log(after / before)
    : Math.log((1 - after * reported) / (1 - before * reported))
}

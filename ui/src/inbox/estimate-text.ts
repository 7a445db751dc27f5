import type { CallEstimates } from 'soulgate/contracts/autonomy'

export type CallEstimate = CallEstimates['estimates'][number]

/** How often people find such calls right, in one sentence; `Unproven` where too few were decided. */
export function estimateText({ labels, still_needed: needed, calibrated }: CallEstimate): string {
  if (calibrated === undefined)
    return `Unproven: people decided ${labels} calls like this one; an estimate needs ${needed ?? 1} more.`
  const { probability, low, high } = calibrated
  const [least, most] = [Math.floor(low * 100), Math.ceil(high * 100)]
  return `Of 100 calls like this one people find about ${Math.round(probability * 100)} right (between ${least} and ${most}), by ${labels} decisions. Nothing runs by this.`
}

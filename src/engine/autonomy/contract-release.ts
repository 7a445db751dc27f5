import type { OpeningProgress } from './contract.ts'
import { type CallShape, findUnseen, type SeenValues } from './shape.ts'

/** What a person limits beside the target. */
export interface ContractLimits {
  readonly max_per_hour: number
  readonly max_per_day: number
  /** Milliseconds since 1970. */
  readonly ends_at_ms: number
  /** Places of texts that a person called harmless whatever they say. */
  readonly harmless_texts: readonly string[]
  readonly spot_check_share: number
}

/** One call of the contract’s scope, at the moment it is proposed. */
export interface ContractCall {
  readonly shape: CallShape
  readonly score?: number
  readonly now_ms: number
  /** Calls that this contract let run in the hour and the day before. */
  readonly ran_last_hour: number
  readonly ran_last_day: number
  /** A journaled random number in [0, 1). */
  readonly draw: number
}

export type ContractVerdict =
  | { readonly outcome: 'ask'; readonly because: string }
  | { readonly outcome: 'spot_check'; readonly share: number }
  | { readonly outcome: 'run' }

/**
 * Whether an open contract lets a call of its scope run. Whatever is not plainly inside of the contract is asked; the
 * release rule has looked at everything else before.
 */
export function releaseByContract(
  call: ContractCall,
  {
    limits,
    progress: { openFrom },
    seen,
  }: { readonly limits: ContractLimits; readonly progress: OpeningProgress; readonly seen: SeenValues },
): ContractVerdict {
  if (openFrom === undefined) return ask('The contract is not open.')
  if (!(call.now_ms < limits.ends_at_ms)) return ask('The contract has ended.')
  if (!((call.score ?? 0) >= openFrom)) return ask(`The score is below ${openFrom}.`)
  const [unseen] = findUnseen(call.shape, seen)
  if (unseen !== undefined) return ask(unseen)
  const text = call.shape.longTexts.find(place => !limits.harmless_texts.includes(place))
  if (text !== undefined) return ask(`The text at ${text} is long, and nobody called it harmless.`)
  if (!(call.ran_last_hour < limits.max_per_hour))
    return ask('The contract’s calls of this hour are used up.')
  if (!(call.ran_last_day < limits.max_per_day)) return ask('The contract’s calls of this day are used up.')
  const share = limits.spot_check_share
  return call.draw >= share ? { outcome: 'run' } : { outcome: 'spot_check', share }
}

function ask(because: string): ContractVerdict {
  return { outcome: 'ask', because }
}

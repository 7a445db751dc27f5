import type { PolicyReplayLine, PolicyReplayRequest } from '../../contracts/policy-replay.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Refusal } from '../../contracts/refusal.ts'

/** People’s policy, tried on what happened before. */
export interface PolicyPart {
  /**
   * Judges the kept verdicts of a time again, by what stands and by what is tried; lines of progress, then the result.
   * Refuses what could not be saved, naming the field. Nothing is stored; whoever stops reading stops it.
   */
  replay(
    who: Principal,
    request: PolicyReplayRequest,
  ): Promise<{ readonly refused?: false; readonly lines: AsyncIterable<PolicyReplayLine> } | Refusal>
}

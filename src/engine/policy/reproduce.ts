import { canonicalize } from '../../base/canonical-json.ts'
import type { ReplayDifference } from '../../contracts/policy-replay.ts'
import type { StoredVerdict } from '../../store/store.ts'
import {
  contextDigest,
  type JudgedInput,
  judgeInput,
  type ReleaseInput,
  type ReleasePolicy,
} from '../gate/gate.ts'
import { holdsUnreadable } from '../tools/tools.ts'

/** A kept verdict judged again: what it was made from and came to, or why that is not what was recorded. */
export type Reproduced =
  | { readonly input: ReleaseInput; readonly judged: JudgedInput; readonly difference?: Differing }
  | { readonly input?: undefined; readonly difference: Differing }

type Differing = Pick<ReplayDifference, 'reason' | 'replayed'>

/** By the policy under which the verdict was made. What was kept must be what the event of the verdict names. */
export async function reproduce(
  verdict: StoredVerdict,
  policyOf: (digest: string) => Promise<ReleasePolicy | undefined>,
): Promise<Reproduced> {
  if (contextDigest(verdict.input, verdict.policy) !== verdict.digest) {
    // What was sealed under a key that is gone was not altered.
    const isSealed = holdsUnreadable(parseInput(verdict.input)?.calls.map(({ call }) => call.arguments) ?? [])
    if (isSealed)
      return { difference: { reason: 'unreadable', replayed: 'not judged: a secret of it cannot be opened' } }
    return {
      difference: { reason: 'altered', replayed: 'not judged: what was kept is not what was recorded' },
    }
  }
  const policy = await policyOf(verdict.policy)
  if (policy === undefined)
    return { difference: { reason: 'policy_missing', replayed: 'not judged: its policy is not kept' } }
  const input = parseInput(verdict.input)
  if (input === undefined) return { difference: { reason: 'unreadable', replayed: 'not judged' } }
  const judged = judgeInput(input, policy)
  return isRecorded(judged, verdict.output)
    ? { input, judged }
    : { input, judged, difference: { reason: 'other_verdict', replayed: JSON.stringify(judged) } }
}

/** It was written by the release rule itself, and its digest says that it is unchanged. */
function parseInput(text: string): ReleaseInput | undefined {
  try {
    const parsed: ReleaseInput = JSON.parse(text)
    return parsed
  } catch {
    return undefined
  }
}

/** Key by key, whatever their order. */
function isRecorded(judged: JudgedInput, output: string): boolean {
  const text = JSON.stringify(judged)
  if (text === output) return true
  try {
    return canonicalize(JSON.parse(text)) === canonicalize(JSON.parse(output))
  } catch {
    return false
  }
}

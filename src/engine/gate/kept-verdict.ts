import { digest } from '../../base/digest.ts'
import type { Ids } from '../../base/ids.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { StoredVerdict, StoreTransaction } from '../../store/store.ts'
import type { Judgement, KeptVerdict } from './judge.ts'
import { type JudgedInput, keepPolicy, type ReleaseInput, type ReleasePolicy } from './release-input.ts'

/** Documents of this kind are policies under which verdicts were made; their id is the digest. */
export const POLICY_DOCUMENT = 'release_policy'

/** What keeping verdicts needs. */
export interface KeepVerdicts {
  readonly ids: Pick<Ids, 'newId'>
  /** Stores a policy under its digest; nothing happens where it stands already. */
  putPolicy(digest: string, body: JsonObject): Promise<void>
}

type Keeping = (
  input: ReleaseInput,
  policy: ReleasePolicy,
  judged: JudgedInput,
) => Promise<KeptVerdict | undefined>

/** Digests a policy once, and stores it before the first verdict under it that this process makes. */
export function createKeeping({ keep }: { readonly keep?: KeepVerdicts }): Keeping {
  const digests = new WeakMap<ReleasePolicy['compiled'], WeakMap<ReleasePolicy['settings'], string>>()
  const stored = new Set<string>()

  const digestOf = async ({ putPolicy }: KeepVerdicts, policy: ReleasePolicy): Promise<string> => {
    const { compiled, settings } = policy
    const bySettings = digests.get(compiled) ?? new WeakMap<ReleasePolicy['settings'], string>()
    digests.set(compiled, bySettings)
    const known = bySettings.get(settings)
    if (known !== undefined && stored.has(known)) return known
    const { digest: policyDigest, body } = keepPolicy(policy)
    bySettings.set(settings, policyDigest)
    if (!stored.has(policyDigest)) {
      // A store that cannot take it cannot take the verdict either, and that is said where it is written.
      await putPolicy(policyDigest, body).then(
        () => stored.add(policyDigest),
        () => undefined,
      )
    }
    return policyDigest
  }

  return async (input, policy, judged) => {
    if (keep === undefined) return undefined
    const policyDigest = await digestOf(keep, policy)
    const { facts, calls, now } = input
    const { session_id, executing_run_id: runId, agent } = facts
    const text = JSON.stringify(input)
    return {
      verdict_id: keep.ids.newId('verdict'),
      at: now,
      session_id,
      ...(runId === undefined ? {} : { run_id: runId }),
      agent,
      tool: calls[0]?.call.tool ?? '',
      outcome: outcomeOf(judged),
      digest: contextDigest(text, policyDigest),
      policy: policyDigest,
      input: text,
      output: JSON.stringify(judged),
    }
  }
}

/** What becomes of a call: while nothing may run at all, everything but a denial is a suggestion. */
function outcomeOf({ verdict, suggest_only: suggestOnly }: JudgedInput): StoredVerdict['outcome'] {
  return suggestOnly !== undefined && verdict.outcome !== 'denied' ? 'suggested' : verdict.outcome
}

/** What a verdict’s event names: the SHA-256 of what the verdict was made from and of the policy it was made under. */
function contextDigest(input: string, policy: string): string {
  return digest('soulgate.release-context.v1', { input, policy })
}

/** Keeps a verdict in the transaction in which it takes effect. */
export async function keepVerdict(
  tx: StoreTransaction,
  { kept }: Pick<Judgement, 'kept'>,
  as: Pick<StoredVerdict, 'purpose' | 'gate_id'>,
): Promise<void> {
  if (kept !== undefined) await tx.insertVerdict({ ...kept, ...as })
}

/** How an event names what its verdict was made from. */
export function namedContext({ kept }: Pick<Judgement, 'kept'>): JsonObject {
  return kept === undefined ? {} : { context_digest: kept.digest }
}

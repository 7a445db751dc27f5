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
  /** Whether a policy is stored, as far as others can see; it is asked inside of transactions, and must open none. */
  hasPolicy(digest: string): Promise<boolean>
}

type Keeping = (
  input: ReleaseInput,
  policy: ReleasePolicy,
  judged: JudgedInput,
) => Promise<KeptVerdict | undefined>

/** Digests a policy once, and has it stored with the first verdict under it that this process makes. */
export function createKeeping({ keep }: { readonly keep?: KeepVerdicts }): Keeping {
  const digests = new WeakMap<ReleasePolicy['compiled'], WeakMap<ReleasePolicy['settings'], string>>()
  const stored = new Set<string>()

  const nameOf = async (
    { hasPolicy }: KeepVerdicts,
    policy: ReleasePolicy,
  ): Promise<Pick<KeptVerdict, 'policy' | 'policy_body'>> => {
    const { compiled, settings } = policy
    const bySettings = digests.get(compiled) ?? new WeakMap<ReleasePolicy['settings'], string>()
    digests.set(compiled, bySettings)
    const known = bySettings.get(settings)
    if (known !== undefined && stored.has(known)) return { policy: known }
    const { digest: policyDigest, body } = keepPolicy(policy)
    bySettings.set(settings, policyDigest)
    const isStored = stored.has(policyDigest) || (await hasPolicy(policyDigest).catch(() => false))
    if (!isStored) return { policy: policyDigest, policy_body: body }
    stored.add(policyDigest)
    return { policy: policyDigest }
  }

  return async (input, policy, judged) => {
    if (keep === undefined) return undefined
    const named = await nameOf(keep, policy)
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
      digest: contextDigest(text, named.policy),
      ...named,
      input: text,
      output: JSON.stringify(judged),
    }
  }
}

/** What becomes of a call: while nothing may run at all, everything but a denial is a suggestion. */
export function outcomeOf({ verdict, suggest_only: suggestOnly }: JudgedInput): StoredVerdict['outcome'] {
  return suggestOnly !== undefined && verdict.outcome !== 'denied' ? 'suggested' : verdict.outcome
}

/** What a verdict’s event names: the SHA-256 of what the verdict was made from and of the policy it was made under. */
export function contextDigest(input: string, policy: string): string {
  return digest('soulgate.release-context.v1', { input, policy })
}

/** Keeps a verdict in the transaction in which it takes effect. */
export async function keepVerdict(
  tx: StoreTransaction,
  { kept }: Pick<Judgement, 'kept'>,
  as: Pick<StoredVerdict, 'purpose' | 'gate_id'>,
): Promise<void> {
  if (kept === undefined) return
  const { policy_body: body, ...verdict } = kept
  if (body !== undefined && (await tx.getDocument(POLICY_DOCUMENT, kept.policy)) === undefined)
    await tx.putDocument({ kind: POLICY_DOCUMENT, id: kept.policy, body, at: kept.at })
  await tx.insertVerdict({ ...verdict, ...as })
}

/** How an event names what its verdict was made from. */
export function namedContext({ kept }: Pick<Judgement, 'kept'>): JsonObject {
  return kept === undefined ? {} : { context_digest: kept.digest }
}

import type { Footer } from './format.ts'
import type { BadEntry, createChainCheck } from './verify-chain.ts'
import type { createKeyCheck, KeyReport } from './verify-keys.ts'
import type { createSealCheck } from './verify-seals.ts'

/** What a verification found. */
export interface AuditReport {
  readonly ok: boolean
  readonly events: number
  readonly streams: number
  readonly checkpoints: number
  /** Events whose payload was erased; their digests still stand. */
  readonly erased: number
  /** Events behind the last seal of their stream: cutting them off would not be noticed. */
  readonly unsealed: number
  /** The keys that stand in it, to be compared with those that were noted elsewhere. */
  readonly keys: readonly KeyReport[]
  /** Whether every signature is of a trusted key; false when no key was named that is to be trusted. */
  readonly vouched: boolean
  /** Signed: everything up to this moment is in the export. Absent in exports of before, and of the store itself. */
  readonly footer?: { readonly at: string; readonly key_id: string; readonly heads: string }
  /** The first entry that does not fit, and why; `line` counts from 1. */
  readonly first_bad?: BadEntry & { readonly line: number }
  /** The last checkpoint: up to here a cut tail is noticed. */
  readonly sealed_up_to?: string
  readonly note: string
}

export interface Findings {
  readonly bad: BadEntry | undefined
  readonly lineNumber: number
  readonly chain: ReturnType<typeof createChainCheck>['counts']
  readonly seals: ReturnType<typeof createSealCheck>
  readonly keys: ReturnType<typeof createKeyCheck>
  readonly footer: Footer | undefined
  readonly isLive: boolean
}

export function makeReport(findings: Findings): AuditReport {
  const { bad, lineNumber, chain, seals, keys, footer } = findings
  const last = seals.last()
  return {
    ok: bad === undefined,
    ...chain,
    checkpoints: seals.counts.checkpoints,
    unsealed: countUnsealed(findings),
    keys: keys.report(),
    vouched: bad === undefined && keys.isAnyNamed,
    ...(bad !== undefined && { first_bad: { ...bad, line: lineNumber } }),
    ...(last !== undefined && { sealed_up_to: last.checkpoint_id }),
    ...(bad === undefined &&
      footer && { footer: { at: footer.at, key_id: footer.key_id, heads: footer.heads } }),
    note: describe(findings),
  }
}

function countUnsealed({ chain, seals }: Findings): number {
  return Math.max(0, chain.events - (seals.last()?.event_count ?? 0))
}

function describe(findings: Findings): string {
  const { bad, chain, keys, isLive } = findings
  if (bad !== undefined) return 'What stands behind the first bad entry was not looked at.'
  const { erased } = chain
  return [
    describeEnd(findings),
    ...(erased === 0 ? [] : [`The payloads of ${erased} events were erased; their digests stand.`]),
    ...(keys.isAnyNamed || isLive
      ? []
      : [
          'Nothing vouches for its signer: whoever can write a file can make a key and sign another history with it. Verify it with a key or fingerprint that you got from its owner.',
        ]),
  ].join(' ')
}

function describeEnd(findings: Findings): string {
  const { seals, footer, isLive } = findings
  const last = seals.last()
  const unsealed = countUnsealed(findings)
  const seal =
    last === undefined
      ? 'No checkpoint was made yet'
      : `Checkpoint ${last.checkpoint_id} of ${last.at} seals ${last.event_count} events`
  if (footer !== undefined) {
    return `${seal}. Its footer, signed by ${footer.key_id}, says that it was whole at ${footer.at}; what came later is in newer exports.`
  }
  const cut =
    last === undefined
      ? 'so a cut tail or a missing stream would not be noticed'
      : `and of ${unsealed} newer ones a cut tail would not be noticed`
  if (isLive) return `${seal}, ${cut}.`
  const lost =
    last &&
    `, and neither would the loss of checkpoints after ${last.checkpoint_id}: compare it with the last one you know`
  return `It has no signed footer. ${seal}, ${cut}${lost ?? ''}.`
}

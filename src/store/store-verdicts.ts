import type { Page, Paged } from './paging.ts'

/**
 * A verdict of the release rule with what it was made from, for as long as the retention of contexts says. Everything of
 * it is the rule's own input and output, so that judging `input` again under the policy gives `output`.
 */
export interface StoredVerdict {
  readonly verdict_id: string
  /** ISO time. */
  readonly at: string
  /** `proposal`: of a call that was asked about; `edit`: of one that a person edited; `consumption`: the last look. */
  readonly purpose: 'proposal' | 'edit' | 'consumption'
  readonly session_id: string
  /** The run of ours that makes the call. */
  readonly run_id?: string
  /** The gate that it opened or was asked at, where that was known when it was kept. */
  readonly gate_id?: string
  readonly agent: string
  /** Of several calls the first. */
  readonly tool: string
  readonly outcome: 'released' | 'held' | 'denied' | 'suggested'
  /** SHA-256 over `input` and `policy`, as the event of the verdict names it. */
  readonly digest: string
  /** SHA-256 of the policy; its text is the document of that id. */
  readonly policy: string
  /** JSON text, a `ReleaseInput`. */
  readonly input: string
  /** JSON text, a `JudgedInput`. */
  readonly output: string
}

export interface VerdictFilter {
  /** ISO time; from then on. */
  readonly from?: string
  /** ISO time; before then. */
  readonly to?: string
  readonly agent?: string
  readonly tool?: string
}

export interface VerdictReader {
  /** Oldest first. */
  listVerdicts(filter: VerdictFilter, page: Page): Promise<Paged<StoredVerdict>>
  countVerdicts(filter: VerdictFilter): Promise<number>
}

export interface VerdictWriter {
  insertVerdict(verdict: StoredVerdict): Promise<void>
  /** Those of a session, or those of before an ISO time; answers how many. */
  deleteVerdicts(by: { readonly session_id: string } | { readonly before: string }): Promise<number>
}

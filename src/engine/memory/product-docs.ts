import type { Principal } from '../../contracts/principal.ts'
import type { ProductDoc, ProductDocPatch } from '../../contracts/product-doc.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { Page, Paged } from '../../store/store.ts'

/** Names are lower-case words such as `overview` or `pages.menu`; what is written otherwise is made so. */
export type SectionChange =
  | { readonly section: string; readonly title: string; readonly content: string }
  | { readonly section: string; readonly remove: true }

/**
 * Who changes it. A model may change a section that a person edited last only where the person's own words of this
 * turn (`person_words`: message, answers, steer; never text of a model) ask for that section to be changed.
 */
export type DocAuthor =
  | { readonly kind: 'llm'; readonly agent: string; readonly run_id?: string; readonly person_words?: string }
  | { readonly kind: 'user'; readonly who: Principal }

export interface DocChange {
  readonly session_id: string
  /** `RunContext.id('change')`: applied once, however often it is sent. A new one is made when absent. */
  readonly change_id?: string
  readonly author: DocAuthor
  readonly sections: readonly SectionChange[]
  readonly change_summary?: string
  /** The version that was read: refused with `version_conflict` when one of these sections changed since. */
  readonly if_version?: number
}

export interface KeptSection {
  readonly section: string
  /** `persons_own`: a person edited it last. `too_long`: more than 4,000 tokens. `too_many`: 20 stand already. */
  readonly because: 'persons_own' | 'too_long' | 'too_many' | 'bad_name' | 'empty'
  /** What to tell the model. */
  readonly detail: string
}

export type DocChangeAnswer =
  | {
      readonly refused?: false
      /** Absent where nothing was applied and no doc stands. */
      readonly doc?: ProductDoc
      readonly applied: readonly ProductDocPatch[]
      /** Sections of a model's change that were left as they are; a person's change is refused whole instead. */
      readonly kept: readonly KeptSection[]
    }
  | Refusal

/** The long memory of a session, in sections. Each change is one transaction with its patches and its event. */
export interface ProductDocs {
  get(sessionId: string): Promise<ProductDoc | undefined>
  /** Emits `product_doc_updated` on the run's stream (`run_id`), otherwise on the session's. */
  change(change: DocChange): Promise<DocChangeAnswer>
  /** Refusals: `not_found`, `version_conflict`. */
  confirm(who: Principal, sessionId: string, ifVersion?: number): Promise<DocChangeAnswer>
  /** Newest first; of one section when it is named. */
  history(sessionId: string, page: Page, section?: string): Promise<Paged<ProductDocPatch>>
}

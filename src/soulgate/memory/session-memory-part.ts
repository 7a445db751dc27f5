import type { Message } from '../../contracts/message.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { ProductDoc, ProductDocPatch } from '../../contracts/product-doc.ts'
import type { Refusal } from '../../contracts/refusal.ts'
import type { PutSectionRequest } from '../../contracts/requests/memory.ts'
import type { Page, Paged } from '../../store/store.ts'

export type DocAnswer = { readonly refused?: false; readonly doc: ProductDoc } | Refusal

/** What sessions remember, as surfaces see it. Agents read their own; people write their own, reviewers all. */
export interface SessionMemoryPart {
  /** Pages may be shorter than asked for where messages are very large. */
  messages(
    who: Principal,
    sessionId: string,
    page: Page & { readonly order: 'oldest' | 'newest' },
  ): Promise<({ readonly refused?: false } & Paged<Message>) | Refusal>
  message(who: Principal, sessionId: string, messageId: string): Promise<Message | Refusal>
  productDoc(who: Principal, sessionId: string): Promise<ProductDoc | Refusal>
  /** The section is the person's from now on. `version_conflict` when it changed after `version`. */
  putSection(
    who: Principal,
    place: { readonly sessionId: string; readonly section: string },
    body: PutSectionRequest,
  ): Promise<DocAnswer>
  removeSection(
    who: Principal,
    place: { readonly sessionId: string; readonly section: string },
    version?: number,
  ): Promise<DocAnswer>
  confirmDoc(who: Principal, sessionId: string, version?: number): Promise<DocAnswer>
  docHistory(
    who: Principal,
    sessionId: string,
    query: Page & { readonly section?: string },
  ): Promise<({ readonly refused?: false } & Paged<ProductDocPatch>) | Refusal>
}

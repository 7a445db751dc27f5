import { toIso } from '../../base/clock.ts'
import { BriefAnalysis, type DesignSystem, type DesignSystemVersion } from '../../contracts/page.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoredDesignSystem, StoreReader, StoreTransaction } from '../../store/store.ts'
import { type PageAuthor, type PageParts, pageEvent } from './page-parts.ts'

/** The kind of document under which the brief of a session is kept. */
export const BRIEF_KIND = 'page_brief'

/** What is known of the product that a session builds; undefined before the first brief. */
export async function readBriefOf(store: StoreReader, sessionId: string): Promise<BriefAnalysis | undefined> {
  const document = await store.getDocument(BRIEF_KIND, sessionId)
  return document && BriefAnalysis.parse(document.body)
}

/** The brief replaces the one before. */
export async function writeBrief(
  parts: PageParts,
  tx: StoreTransaction,
  { session_id, analysis }: { readonly session_id: string; readonly analysis: BriefAnalysis },
): Promise<Refusal | undefined> {
  if (!(await tx.lockSession(session_id))) return refuse('not_found', `There is no session ${session_id}.`)
  const body = JSON.parse(JSON.stringify(analysis))
  const at = toIso(parts.clock.now())
  await tx.putDocument({ kind: BRIEF_KIND, id: session_id, lookup: session_id, body, at })
  return undefined
}

export interface DesignWrite {
  readonly session_id: string
  readonly change_id: string
  readonly author: PageAuthor
  readonly design: DesignSystem
}

export type DesignWritten =
  | { readonly refused?: false; readonly design: DesignSystemVersion; readonly changed: boolean }
  | Refusal

/** One more design system for the session, used from now on; the same one again changes nothing. */
export async function writeDesign(
  parts: PageParts,
  tx: StoreTransaction,
  { session_id, change_id, author, design }: DesignWrite,
): Promise<DesignWritten> {
  if (!(await tx.lockSession(session_id))) return refuse('not_found', `There is no session ${session_id}.`)
  const done = await tx.findDesignSystem(session_id, change_id)
  if (done) return { design: toDesign(done), changed: true }
  const standing = await tx.getDesignSystem(session_id)
  if (standing?.css === design.css) return { design: toDesign(standing), changed: false }
  const at = toIso(parts.clock.now())
  const version = (standing?.version ?? 0) + 1
  const stored: StoredDesignSystem = { ...design, session_id, version, created_at: at, change_id }
  await tx.insertDesignSystem(stored)
  const { style, mode } = design
  const about = { session_id, at, type: 'version_created' as const }
  await tx.appendEvents([pageEvent(author, about, { what: 'design_system', version, style, mode })])
  return { design: toDesign(stored), changed: true }
}

export function toDesign({ change_id: _change, ...design }: StoredDesignSystem): DesignSystemVersion {
  return design
}

import type { BriefAnalysis, PageBrief, PageSpec } from '../../contracts/page.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { EditBriefRequest } from '../../contracts/requests/pages.ts'
import type { StoreTransaction } from '../../store/store.ts'
import { briefQuestions, joinBrief } from './brief/brief.ts'
import { priceOf } from './brief/money.ts'
import { rebuild } from './edit/rebuild.ts'
import { changedPages } from './edit/site.ts'
import { planPages } from './generate/generate.ts'
import type { PageParts } from './page-parts.ts'
import { readBriefOf, writeBrief } from './project.ts'
import { readSite, type WrittenBy, writeSite } from './write-site.ts'

/** A person's edit of the brief. */
export interface BriefChange extends WrittenBy {
  readonly edit: EditBriefRequest
}

/** The brief as it stands now, and the pages that followed it. */
export interface BriefChanged {
  readonly refused?: false
  readonly analysis: BriefAnalysis
  readonly affected_pages: readonly string[]
}

/**
 * Entries of the brief as a person edits them. Before the first pages it is what they will be made from; where pages
 * stand, each gets just the difference, as one change that can be taken back.
 */
export async function changeBrief(
  parts: PageParts,
  tx: StoreTransaction,
  change: BriefChange,
): Promise<BriefChanged | Refusal> {
  const { session_id, edit } = change
  if (!(await tx.lockSession(session_id))) return refuse('not_found', `There is no session ${session_id}.`)
  const analysis = await readBriefOf(tx, session_id)
  if (!analysis)
    return refuse('not_found', `Session ${session_id} has no brief yet. Say what is to be built.`)
  const { if_version: expected, ...entries } = edit
  const standing = analysis.brief.version
  if (expected !== undefined && expected !== standing)
    return refuse('version_conflict', `The brief is at version ${standing}, not ${expected}. Read it again.`)
  const brief = edited(analysis.brief, entries)
  if ((await tx.listPages(session_id)).length === 0) {
    const next = { ...analysis, brief, pages: [...planPages(brief)], questions: [...briefQuestions(brief)] }
    return (
      (await writeBrief(parts, tx, { session_id, analysis: next })) ?? { analysis: next, affected_pages: [] }
    )
  }
  const read = await readSite(tx, session_id)
  if (isRefusal(read)) return read
  const pages = entries.page_list === undefined ? read.site.pages : planned(brief, read.site.pages)
  const after = rebuild(read.site, { brief, pages })
  const said = 'The brief was edited.'
  const refused = await writeSite(parts, tx, { change, before: read.site, after, analysis, said })
  if (refused) return refused
  const kept = await readBriefOf(tx, session_id)
  return { analysis: kept ?? analysis, affected_pages: changedPages(read.site, after) }
}

function edited(brief: PageBrief, entries: Omit<EditBriefRequest, 'if_version'>): PageBrief {
  const told = Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
  const next: PageBrief = { ...brief, ...told, read_by: 'person', version: brief.version + 1 }
  const items = next.items.map(item => ({ ...item, ...priceOf(item.price_text) }))
  return joinBrief({ ...next, items })
}

/** The pages of the list; one that stands keeps its slug and its part. */
function planned(brief: PageBrief, standing: readonly PageSpec[]): readonly PageSpec[] {
  return planPages(brief).map(spec => {
    const same = standing.find(({ title }) => title.toLowerCase() === spec.title.toLowerCase())
    return same ? { ...spec, slug: same.slug, role: same.role } : spec
  })
}

import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import { type AppliedOperation, type PageOperation, PagesChanged } from '../../contracts/page-operation.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoreTransaction } from '../../store/store.ts'
import { applyOperation } from './edit/apply-operation.ts'
import type { EditHints } from './edit/instruction.ts'
import { type Proposal, readInstruction } from './edit/read-instruction.ts'
import { type Asked, changedPages, type Site, type SitePage } from './edit/site.ts'
import type { PageParts } from './page-parts.ts'
import { validateHtml } from './validate/validate.ts'
import { readSite, type WrittenBy, writeSite } from './write-site.ts'

/** A change of the pages of a session: operations, or words that are read into them. */
export interface SiteChange extends WrittenBy {
  readonly operations?: readonly PageOperation[]
  /** What a language model proposed for `instruction`, checked against it. */
  readonly proposals?: readonly Proposal[]
  readonly hints?: EditHints
  /** Nothing is written: the answer says what would be done. */
  readonly isDryRun?: boolean
}

/** What was done, what has to be asked before more is, and what of the words was not understood. */
export interface SiteChanged {
  readonly refused?: false
  readonly applied: readonly AppliedOperation[]
  readonly asked: readonly PagesChanged['asked'][number][]
  readonly not_understood: readonly string[]
  readonly affected_pages: readonly string[]
}

/**
 * Works a change out on the pages as they stand and writes all of it in the caller's transaction, or nothing: a snapshot
 * before, a version of each page that changed, the look and the brief. Whatever would leave a page worse than its check
 * allows, or reach a page that may not change, is not done and said so.
 */
export async function changeSite(
  parts: PageParts,
  tx: StoreTransaction,
  change: SiteChange,
): Promise<SiteChanged | Refusal> {
  const { session_id } = change
  if (!(await tx.lockSession(session_id))) return refuse('not_found', `There is no session ${session_id}.`)
  const done = await readLast(tx, change)
  if (done) return done
  const standing = await readSite(tx, session_id)
  if (isRefusal(standing)) return standing
  const { site, analysis } = standing
  const worked = workOut(site, proposalsOf(change, site), change.hints)
  const { site: _site, ...told } = worked
  const changed: SiteChanged = { ...told, affected_pages: changedPages(site, worked.site) }
  if (change.isDryRun === true) return changed
  if (worked.applied.length > 0) {
    const refused = await writeSite(parts, tx, {
      change,
      before: site,
      after: worked.site,
      analysis,
      said: worked.applied.map(({ said }) => said).join(' '),
    })
    if (refused) return refused
  }
  const body = JSON.parse(JSON.stringify({ change_id: change.change_id, changed }))
  await tx.putDocument({
    kind: LAST_CHANGE,
    id: session_id,
    lookup: session_id,
    body,
    at: toIso(parts.clock.now()),
  })
  return changed
}

/** The kind of document under which what came of the last change of a session is kept, for a repeat of it. */
export const LAST_CHANGE = 'page_change'

const LastChange = z.object({ change_id: z.string(), changed: PagesChanged })

async function readLast(
  tx: StoreTransaction,
  { session_id, change_id }: SiteChange,
): Promise<SiteChanged | undefined> {
  const document = await tx.getDocument(LAST_CHANGE, session_id)
  const last = document && LastChange.safeParse(document.body).data
  return last?.change_id === change_id ? last.changed : undefined
}

function proposalsOf(
  { operations, proposals, instruction, hints }: SiteChange,
  site: Site,
): readonly Proposal[] {
  if (proposals !== undefined) return proposals
  if (operations !== undefined)
    return operations.map(operation => ({ said: operation.kind.replaceAll('_', ' '), operation }))
  return readInstruction(instruction ?? '', site, hints)
}

function workOut(site: Site, proposals: readonly Proposal[], hints: EditHints = {}) {
  const applied: AppliedOperation[] = []
  const asked: SiteChanged['asked'][number][] = []
  const not_understood: string[] = []
  let now = site
  for (const proposal of proposals) {
    const { said } = proposal
    if ('notUnderstood' in proposal) not_understood.push(said)
    else if ('asked' in proposal) asked.push({ said, ...questionOf(proposal.asked) })
    else {
      const done = applyOperation(now, proposal.operation)
      const wrong = done.done ? refuseOutcome(now, done.site, hints) : undefined
      if (!done.done) asked.push({ said, ...questionOf(done) })
      else if (wrong !== undefined) asked.push({ said, ask: wrong })
      else {
        now = done.site
        applied.push(done.applied)
      }
    }
  }
  return { site: now, applied, asked, not_understood }
}

function questionOf({ done: _, options, ...question }: Asked) {
  return { ...question, ...(options === undefined ? {} : { options: [...options] }) }
}

/** Pages that are bound stay within their bounds, and no page gets an error that it did not have. */
function refuseOutcome(before: Site, after: Site, { only = [] }: EditHints): string | undefined {
  const changed = changedPages(before, after)
  const strays = only.length === 0 ? [] : changed.filter(slug => !only.includes(slug))
  if (strays.length > 0)
    return `This would change ${strays.join(', ')} too, and only ${only.join(', ')} may change. Shall it?`
  const slugs = after.pages.map(({ slug }) => slug)
  const errors = (site: Site, page: SitePage | undefined): number =>
    page === undefined
      ? 0
      : validateHtml(page.html, { css: site.design.css, slugs }).issues.filter(
          ({ severity }) => severity === 'error',
        ).length
  const worse = after.pages.find(page => {
    const old = before.pages.find(one => one.slug === page.slug)
    return old?.html !== page.html && errors(after, page) > errors(before, old)
  })
  return worse === undefined
    ? undefined
    : `This was not done: the check of ${worse.title} would fail. Say it in another way.`
}

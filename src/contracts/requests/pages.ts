import { z } from 'zod'
import { PageSlug } from '../chat.ts'
import { BriefFact, BriefItem, BriefPage } from '../page.ts'
import { PageMeasurement } from '../page-measurement.ts'
import { PageOperation } from '../page-operation.ts'
import { Session } from '../session.ts'

/** A page is named by its id, or by its slug together with the session. */
export const PageQueryOf = z.object({ session_id: Session.shape.session_id.optional() })

const VersionNumber = z.int().min(1).max(1_000_000)
const VersionInQuery = z.coerce.number().int().min(0).max(1_000_000)

export const PageVersionsQuery = PageQueryOf.extend({
  include_released: z.enum(['true', 'false']).default('true'),
})
/**
 * With `point` the page tells the window around it which element was chosen, and does nothing else; with `measure` it
 * tells what its browser measured, as it is loaded or resized: `{soulgate: 'measured', width, faults}`.
 */
export const PageReadQuery = PageQueryOf.extend({
  version: VersionInQuery.optional(),
  point: z.enum(['true', 'false']).optional(),
  measure: z.enum(['true', 'false']).optional(),
})
export const PageDiffQuery = PageQueryOf.extend({
  from: VersionInQuery.optional(),
  to: VersionInQuery.optional(),
})

/** Names one version of the page. */
export const PageVersionRequest = z.strictObject({ version: VersionNumber })

/** A page as a person wrote it. `if_version` is the version that was read. */
export const PutPageRequest = z.strictObject({
  html: z.string().min(1).max(500_000),
  description: z.string().max(2000).default('Edited by hand.'),
  if_version: z.int().min(0).optional(),
})
export type PutPageRequest = z.infer<typeof PutPageRequest>

/** Which issues are to be repaired, by rule; all that can be when absent. `measured` adds what a browser found. */
export const FixPageRequest = z.strictObject({
  rules: z.array(z.string().max(60)).max(100).optional(),
  measured: PageMeasurement.optional(),
})
export type FixPageRequest = z.infer<typeof FixPageRequest>

/** Operations, or the person's words as `instruction`. With `dry_run` nothing is written: it says what would be. */
export const ChangePagesRequest = z
  .strictObject({
    operations: z.array(PageOperation).min(1).max(40).optional(),
    instruction: z.string().trim().min(1).max(10_000).optional(),
    /** Slugs of the pages that alone may change. */
    pages: z.array(PageSlug).max(50).optional(),
    /** The page in front of the person: “this page”. */
    active_page: PageSlug.optional(),
    dry_run: z.boolean().default(false),
  })
  .refine(({ operations, instruction }) => (operations === undefined) !== (instruction === undefined), {
    error: 'either operations or an instruction',
    path: ['operations'],
  })
export type ChangePagesRequest = z.infer<typeof ChangePagesRequest>
/** The same as a caller writes it. */
export type PageChanges = z.input<typeof ChangePagesRequest>

/** Entries of a brief as a person edits them; what is absent stays. `if_version` is the version that was read. */
export const EditBriefRequest = z.strictObject({
  if_version: z.int().min(1).optional(),
  name: z.string().trim().min(1).max(120).optional(),
  tagline: z.string().trim().min(1).max(300).optional(),
  currency: z.string().max(8).optional(),
  items: z.array(BriefItem).max(60).optional(),
  page_list: z.array(BriefPage).min(1).max(20).optional(),
  statements: z.array(BriefFact).max(120).optional(),
  columns: z.array(z.string().min(1).max(60)).max(12).optional(),
  exclusions: z.array(z.string().min(1).max(300)).max(20).optional(),
  not_placed: z.array(z.string().min(1).max(500)).max(60).optional(),
})
export type EditBriefRequest = z.infer<typeof EditBriefRequest>

export const TakeSnapshotRequest = z.strictObject({ label: z.string().trim().min(1).max(200) })

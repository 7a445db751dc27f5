import { z } from 'zod'
import { Session } from '../session.ts'

/** A page is named by its id, or by its slug together with the session. */
export const PageQueryOf = z.object({ session_id: Session.shape.session_id.optional() })

const VersionNumber = z.int().min(1).max(1_000_000)
const VersionInQuery = z.coerce.number().int().min(0).max(1_000_000)

export const PageVersionsQuery = PageQueryOf.extend({
  include_released: z.enum(['true', 'false']).default('true'),
})
export const PageReadQuery = PageQueryOf.extend({ version: VersionInQuery.optional() })
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

/** Which issues are to be repaired, by rule; all that can be when absent. */
export const FixPageRequest = z.strictObject({ rules: z.array(z.string().max(60)).max(100).optional() })

export const TakeSnapshotRequest = z.strictObject({ label: z.string().trim().min(1).max(200) })

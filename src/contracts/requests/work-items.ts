import { z } from 'zod'
import { StartWorkItemRequest, WorkItemReport } from '../work-item.ts'

export { StartWorkItemRequest }

export const ReportRequest = z.strictObject({ report: WorkItemReport })

export const CloseWorkItemRequest = z.strictObject({ because: z.string().max(2000).optional() })

/** `version`: as it was kept in that version. `download`: the bytes as they are, to be saved and not shown. */
export const ArtifactQuery = z.object({
  version: z.string().min(1).max(100).optional(),
  download: z.enum(['1', 'true']).optional(),
})

/** An artifact in JSON; what is not text comes in base64. */
export const ArtifactContent = z.object({
  path: z.string(),
  content: z.string(),
  encoding: z.enum(['utf-8', 'base64']),
  content_type: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
})

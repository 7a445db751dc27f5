import { z } from 'zod'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ToolCallResult } from '../../contracts/tool-call.ts'
import type { PageWork } from './loop-ports.ts'

/** What our own page tools say of their work, beside whatever else they answer. */
const PageOutput = z.object({
  affected_pages: z.array(z.string()),
  created: z.boolean().default(false),
  preview_url: z.string().optional(),
})

/** Which pages a call changed; only tools of this program are believed. */
export function learnPages(before: PageWork, tool: RegisteredTool, { output }: ToolCallResult): PageWork {
  const told = tool.origin === 'built_in' ? PageOutput.safeParse(output) : undefined
  if (!told?.success || told.data.affected_pages.length === 0) return before
  const { affected_pages: now, created, preview_url } = told.data
  return {
    affected: [...before.affected.filter(slug => !now.includes(slug)), ...now],
    hasMade: before.hasMade || created,
    ...previewOf(preview_url ?? before.previewUrl),
  }
}

function previewOf(previewUrl: string | undefined): Pick<PageWork, 'previewUrl'> {
  return previewUrl === undefined ? {} : { previewUrl }
}

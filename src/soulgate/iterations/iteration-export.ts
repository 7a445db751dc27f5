import type { IterationRecord } from '../../contracts/iteration.ts'
import { recordToMarkdown } from '../../engine/iterations/iterations.ts'
import { markdownToDocument } from '../../engine/pages/pages.ts'
import type { IterationExport } from './iterations-part.ts'

/** The plan as a file: Markdown, one HTML page that prints well, or everything as JSON. */
export function exportPlan(record: IterationRecord, format: 'md' | 'html' | 'json'): IterationExport {
  const filename = `${record.plan_id}.${format}`
  if (format === 'json') {
    const text = `${JSON.stringify(record, null, 2)}\n`
    return { filename, content_type: 'application/json; charset=utf-8', text }
  }
  const markdown = recordToMarkdown(record)
  if (format === 'md')
    return { filename, content_type: 'text/markdown; charset=utf-8', text: `${markdown}\n` }
  const title = record.goal.replaceAll(/\s+/g, ' ').slice(0, 120)
  return { filename, content_type: 'text/html; charset=utf-8', text: markdownToDocument({ title, markdown }) }
}

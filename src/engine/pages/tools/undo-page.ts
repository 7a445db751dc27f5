import { z } from 'zod'
import type { JsonValue } from '../../../contracts/json-value.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool, UndoOutcome } from '../../tools/tools.ts'
import type { PageAuthor } from '../page-parts.ts'
import type { Pages } from '../page-store.ts'
import type { PageWritten } from '../write-page.ts'

const WriteRecord = z.object({
  page_id: z.string(),
  slug: z.string(),
  version: z.int(),
  created: z.boolean(),
})

const UNDO: PageAuthor = {
  kind: 'user',
  who: { kind: 'system', id: 'system:undo', name: 'undo', role: 'admin' },
}

/** What taking a write back needs to know. */
export function undoOf(written: Exclude<PageWritten, { refused: true }>): JsonValue {
  const { page, version, created } = written
  return { page_id: page.page_id, slug: page.slug, version: version.version, created }
}

/** Takes one write of a page back, as long as nothing was written over it: the version before stands again. */
export function createPageUndo(pages: Pages): NonNullable<ExecutableTool['undo']> {
  return async raw => {
    const record = WriteRecord.safeParse(raw)
    if (!record.success) return refused('record_unreadable', 'The record of this change cannot be read.')
    const { page_id, slug, version, created } = record.data
    const page = await pages.get(page_id)
    if (page?.current_version !== version) {
      return refused(
        'target_changed',
        `The page ${slug} was changed since, so this change was not taken back.`,
      )
    }
    if (created) {
      await pages.remove(page_id)
      return { status: 'undone', message: `The page ${slug} was taken away.`, restored: [slug] }
    }
    const change_id = `undo:${page_id}:${version}`
    const back = await pages.rollback({ author: UNDO, page_id, version: version - 1, change_id })
    if (isRefusal(back)) return refused('previous_content_missing', back.detail)
    return { status: 'undone', message: `The page ${slug} is as it was before.`, restored: [slug] }
  }
}

function refused(
  because: Extract<UndoOutcome, { status: 'refused' }>['because'],
  message: string,
): UndoOutcome {
  return { status: 'refused', because, message, changes: [] }
}

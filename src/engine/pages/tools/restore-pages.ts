import type { JsonObject } from '../../../contracts/json-value.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool, ToolOutcome } from '../../tools/tools.ts'
import { unknownPage } from './read-pages.ts'
import {
  failed,
  inSession,
  type PageCall,
  type PageToolParts,
  SLUG_SCHEMA,
  succeeded,
  text,
  writingTool,
} from './tool-parts.ts'

/** `restore_pages`: a step back, which is itself a step that can be taken back. */
export function createRestorePages({ pages }: PageToolParts): ExecutableTool {
  return {
    ownWrites: true,
    definition: writingTool({
      name: 'restore_pages',
      description:
        'Takes changes back. Without arguments: everything as it was before the last change. With a slug: that page as it was one version before, or at the version that is named. Nothing is lost.',
      input_schema: SCHEMA,
      prerequisites: ['page'],
      produces: [],
    }),
    execute: inSession(call =>
      text(call.arguments.slug) === '' ? restoreAll(pages, call) : restoreOne(pages, call),
    ),
  }
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    slug: SLUG_SCHEMA,
    version: { type: 'integer', minimum: 1 },
    snapshot: {
      type: 'integer',
      minimum: 1,
      description: 'The number of a snapshot, instead of the last change.',
    },
  },
  additionalProperties: false,
}

async function restoreOne(pages: PageToolParts['pages'], call: PageCall): Promise<ToolOutcome> {
  const { session_id, author, change_id, arguments: args } = call
  const slug = text(args.slug)
  const page = await pages.find(session_id, slug)
  if (!page) return failed((await unknownPage(pages, session_id, slug)).detail)
  const version = typeof args.version === 'number' ? args.version : page.current_version - 1
  if (version < 1) return failed(`The page ${slug} has no version before this one.`)
  const back = await pages.rollback({ author, page_id: page.page_id, version, change_id })
  if (isRefusal(back)) return failed(back.detail)
  const { changed } = back
  return succeeded(
    { slug, back_to_version: version, version: back.version.version, affected_pages: changed ? [slug] : [] },
    { effect: changed ? 'done' : 'none' },
  )
}

async function restoreAll(pages: PageToolParts['pages'], call: PageCall): Promise<ToolOutcome> {
  const { session_id, author, change_id, arguments: args } = call
  const snapshots = await pages.snapshots(session_id)
  const named = snapshots.find(snapshot => snapshot.number === args.snapshot)
  if (args.snapshot !== undefined && !named) return failed(`There is no snapshot ${String(args.snapshot)}.`)
  const target = named ?? (await pages.lastDifferent(session_id, change_id))
  if (!target)
    return failed('There is nothing to take back: no change was made since the pages were first built.')
  const back = await pages.restoreSnapshot({ author, snapshot_id: target.snapshot_id, change_id })
  if (isRefusal(back)) return failed(back.detail)
  return succeeded(
    { back_to_snapshot: back.number, label: back.label, affected_pages: [...back.affected] },
    { effect: back.affected.length > 0 ? 'done' : 'none' },
  )
}

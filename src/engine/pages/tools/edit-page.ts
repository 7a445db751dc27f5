import { sha256Hex } from '../../../base/digest.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type { Page, PageDiff } from '../../../contracts/page.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool, ToolOutcome } from '../../tools/tools.ts'
import { diffHtml } from '../diff.ts'
import { validateHtml } from '../validate/validate.ts'
import { type ModelSpent, NOTHING_SPENT } from './ask-model.ts'
import { type EditOrder, editWithModel } from './edit-with-model.ts'
import { unknownPage } from './read-pages.ts'
import {
  asJson,
  failed,
  inSession,
  type PageCall,
  type PageToolParts,
  refuseUnbound,
  SLUG_SCHEMA,
  succeeded,
  text,
  writingTool,
} from './tool-parts.ts'
import { createPageUndo, undoOf } from './undo-page.ts'

/** Changes what was asked of one page; everything else stays byte for byte. */
export function createEditPage(parts: PageToolParts): ExecutableTool {
  return {
    ownWrites: true,
    definition: writingTool({
      name: 'edit_page',
      description:
        'Changes a page as asked and leaves the rest byte for byte; answers with what changed, line by line. A change that nothing on the page answers to leaves it as it is.',
      input_schema: SCHEMA,
      prerequisites: ['page'],
      produces: [],
    }),
    execute: inSession(call => edit(parts, call)),
    undo: createPageUndo(parts.pages),
  }
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    slug: SLUG_SCHEMA,
    edit_instructions: { type: 'string', minLength: 1, maxLength: 10_000, description: 'What is to change.' },
    current_html: {
      type: 'string',
      maxLength: 500_000,
      description: 'The page as you read it: refused when it was changed since.',
    },
  },
  required: ['slug', 'edit_instructions'],
  additionalProperties: false,
}

const MAX_HUNKS = 20
const MAX_LINE_LENGTH = 300

async function edit(parts: PageToolParts, call: PageCall): Promise<ToolOutcome> {
  const { pages } = parts
  const { session_id, change_id, author, arguments: args } = call
  const slug = text(args.slug)
  const unbound = await refuseUnbound(parts, call, slug)
  if (unbound !== undefined) return failed(unbound)
  const page = await pages.find(session_id, slug)
  if (!page) return failed((await unknownPage(pages, session_id, slug)).detail)
  const read = await pages.read(page.page_id)
  if (isRefusal(read)) return failed(read.detail)
  const instructions = text(args.edit_instructions)
  const given = text(args.current_html)
  if (given !== '' && sha256Hex(given) !== read.html_digest) {
    return failed(`The page ${slug} is at version ${read.version} and not as you have it. Read it again.`)
  }
  if (parts.llm.describe('STANDARD').isOffline)
    return editByRules(parts, call, { page, instructions, spent: NOTHING_SPENT })
  const order = await toOrder(parts, call, { page, html: read.html })
  const changed = await editWithModel(parts, call, order)
  const { spent } = changed
  if ('because' in changed)
    return editByRules(parts, call, { page, instructions, spent, because: changed.because })
  if (changed.page.html === read.html) {
    const why = `Nothing on the page answers to this: ${instructions} The look of all pages is changed with change_pages.`
    return succeeded({ slug, unchanged: true, because: why, affected_pages: [] }, { spent, effect: 'none' })
  }
  const written = await pages.write({
    ...{ session_id, change_id, author, slug, html: changed.page.html },
    ...{ change: instructions.slice(0, 500), source: 'auto' as const, if_version: read.version },
  })
  if (isRefusal(written)) return failed(written.detail, { spent })
  const output = asJson({
    ...{ slug, version: written.version.version, changes: changed.changes },
    diff: shortDiff(slug, { before: read.html, after: changed.page.html, version: written.version.version }),
    ...{ affected_pages: [slug], preview_url: `/api/pages/${page.page_id}/preview` },
    validation: { passed: changed.page.validation.passed, score: changed.page.validation.score },
  })
  return succeeded(output, { spent, effect: 'done', undo: undoOf(written) })
}

interface ByRules {
  readonly page: Page
  readonly instructions: string
  readonly spent: ModelSpent
  /** Why the model’s edit could not be used. */
  readonly because?: string
}

/** What the grammar is certain of, on this page alone; the rest is asked about or left, in the person’s words. */
async function editByRules(
  parts: PageToolParts,
  call: PageCall,
  { page, instructions, spent, because }: ByRules,
): Promise<ToolOutcome> {
  const { session_id, change_id, author } = call
  const { slug } = page
  const hints = { only: [slug], active: slug }
  const changed = await parts.pages.change({
    session_id,
    change_id,
    author,
    instruction: instructions,
    hints,
  })
  if (isRefusal(changed)) return failed(changed.detail, { spent })
  const left = [...changed.asked.map(({ said, ask }) => `${said}: ${ask}`), ...changed.not_understood].join(
    '; ',
  )
  if (changed.applied.length === 0) {
    if (because !== undefined) return failed(`The page ${slug} was not changed: ${because}`, { spent })
    return succeeded({ slug, unchanged: true, because: left, affected_pages: [] }, { spent, effect: 'none' })
  }
  const output = asJson({
    ...{ slug, changes: changed.applied.map(({ said }) => said), affected_pages: changed.affected_pages },
    ...(left === '' ? {} : { left }),
    preview_url: `/api/pages/${page.page_id}/preview`,
  })
  return succeeded(output, { spent, effect: 'done' })
}

async function toOrder(
  { pages }: PageToolParts,
  { session_id, arguments: args }: PageCall,
  { page, html }: { readonly page: Page; readonly html: string },
): Promise<EditOrder> {
  const analysis = await pages.brief(session_id)
  const design = await pages.designSystem(session_id)
  const standing = (await pages.list(session_id)).map(item => item.slug)
  const planned = analysis?.pages.map(item => item.slug) ?? []
  const terms = { css: design?.css ?? '', slugs: [...new Set([...standing, ...planned])] }
  const known = validateHtml(html, terms).issues
  const instructions = text(args.edit_instructions)
  return { slug: page.slug, html, instructions, terms, known }
}

function shortDiff(
  slug: string,
  { before, after, version }: { readonly before: string; readonly after: string; readonly version: number },
): PageDiff {
  const cut = (line: string): string =>
    line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line
  const { hunks, ...counts } = diffHtml(before, after)
  const shown = hunks.slice(0, MAX_HUNKS).map(({ removed, added, ...place }) => ({
    ...place,
    removed: removed.slice(0, 20).map(cut),
    added: added.slice(0, 20).map(cut),
  }))
  return { slug, from_version: version - 1, to_version: version, ...counts, hunks: shown }
}

import type { JsonObject } from '../../../contracts/json-value.ts'
import { isRefusal, type Refusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool } from '../../tools/tools.ts'
import { validateHtml } from '../validate/validate.ts'
import {
  asJson,
  failed,
  inSession,
  type PageCall,
  type PageToolParts,
  readingTool,
  SLUG_SCHEMA,
  succeeded,
  text,
} from './tool-parts.ts'

const NAMED: JsonObject = {
  type: 'object',
  properties: { slug: SLUG_SCHEMA },
  required: ['slug'],
  additionalProperties: false,
}

/** `read_page`: one page as it stands. */
export function createReadPage({ pages }: PageToolParts): ExecutableTool {
  return {
    definition: readingTool({
      name: 'read_page',
      description: 'Reads a page of this session as it stands: its HTML, version and title.',
      input_schema: NAMED,
      prerequisites: ['page'],
    }),
    execute: inSession(async call => {
      const found = await findPage(pages, call)
      if (isRefusal(found)) return failed(found.detail)
      const { page, html, version } = found
      return succeeded({ slug: page.slug, title: page.title, version, html })
    }),
  }
}

/** `list_pages`: what there is, and where it can be taken away. */
export function createListPages({ pages }: PageToolParts): ExecutableTool {
  return {
    definition: readingTool({
      name: 'list_pages',
      description: 'Lists the pages of this session, and the address at which they can be downloaded.',
      input_schema: { type: 'object', properties: {}, additionalProperties: false },
    }),
    execute: inSession(async ({ session_id }) => {
      const listed = await pages.list(session_id)
      const entries = await Promise.all(
        listed.map(async ({ page_id, slug, title, description, current_version, updated_at }) => {
          const read = await pages.read(page_id)
          const size_bytes = isRefusal(read) ? 0 : read.size_bytes
          return { slug, title, description, version: current_version, size_bytes, modified_at: updated_at }
        }),
      )
      const download = listed.length > 0 ? { download: `/api/sessions/${session_id}/export` } : {}
      return succeeded(asJson({ pages: entries, session_id, ...download }))
    }),
  }
}

/** `validate_html`: what is wrong with a page on a phone, and what would repair it. */
export function createValidateHtml({ pages }: PageToolParts): ExecutableTool {
  return {
    definition: readingTool({
      name: 'validate_html',
      description:
        'Checks a page, or the HTML that is given, for phones: language, title, viewport, structure, labels, alternatives, links, safety. Names each place and its fix, and what only a browser can measure.',
      input_schema: {
        type: 'object',
        properties: { slug: SLUG_SCHEMA, html: { type: 'string', maxLength: 500_000 } },
        required: ['slug'],
        additionalProperties: false,
      },
    }),
    execute: inSession(async call => {
      const given = text(call.arguments.html)
      const found = given === '' ? await findPage(pages, call) : { html: given }
      if (isRefusal(found)) return failed(found.detail)
      const slugs = (await pages.list(call.session_id)).map(page => page.slug)
      const css = (await pages.designSystem(call.session_id))?.css ?? ''
      return succeeded(asJson(validateHtml(found.html, { css, slugs })))
    }),
  }
}

async function findPage(pages: PageToolParts['pages'], { session_id, arguments: args }: PageCall) {
  const slug = text(args.slug)
  const page = await pages.find(session_id, slug)
  if (!page) return unknownPage(pages, session_id, slug)
  const read = await pages.read(page.page_id)
  return isRefusal(read) ? read : { page, html: read.html, version: read.version }
}

/** Says which pages there are instead. */
export async function unknownPage(
  pages: PageToolParts['pages'],
  sessionId: string,
  slug: string,
): Promise<Refusal> {
  const slugs = (await pages.list(sessionId)).map(page => page.slug)
  const there = slugs.length > 0 ? `There are: ${slugs.join(', ')}.` : 'There are none yet.'
  return { refused: true, code: 'not_found', detail: `There is no page ${slug}. ${there}` }
}

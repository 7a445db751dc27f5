import type { JsonObject } from '../../../contracts/json-value.ts'
import type { BriefAnalysis, DesignSystem, Page, PageSpec } from '../../../contracts/page.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool, ToolOutcome } from '../../tools/tools.ts'
import { generatePage } from '../generate/generate.ts'
import type { PageWritten } from '../write-page.ts'
import { type ModelSpent, NOTHING_SPENT } from './ask-model.ts'
import { type CheckedPage, checkAndRepair } from './check-page.ts'
import { linkNewPage } from './link-pages.ts'
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
import { writeWithModel } from './write-with-model.ts'

/** Makes one page of the product, or makes it anew. */
export function createGeneratePage(parts: PageToolParts): ExecutableTool {
  return {
    ownWrites: true,
    definition: writingTool({
      name: 'generate_page',
      description:
        'Makes one mobile page (`pages/<slug>.html`) from the brief and the design system, checks it and keeps it as a version. Make every page of the analysis.',
      input_schema: SCHEMA,
      prerequisites: ['brief', 'design_system'],
      produces: ['page'],
    }),
    execute: inSession(call => generate(parts, call)),
    undo: createPageUndo(parts.pages),
  }
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    slug: SLUG_SCHEMA,
    title: { type: 'string', minLength: 1, maxLength: 120 },
    description: { type: 'string', maxLength: 1000, description: 'What the page is for.' },
    design_system_css: {
      type: 'string',
      maxLength: 200_000,
      description: 'Not needed: the one in use counts.',
    },
    data_model: { type: 'object', description: 'Not needed: the one of the brief counts.' },
  },
  required: ['slug', 'title', 'description'],
  additionalProperties: false,
}

async function generate(parts: PageToolParts, call: PageCall): Promise<ToolOutcome> {
  const { pages } = parts
  const { session_id, change_id, author } = call
  const analysis = await pages.brief(session_id)
  if (!analysis) return failed('There is no brief yet. Call analyze_brief first.')
  const design = await pages.designSystem(session_id)
  if (!design) return failed('There is no design system yet. Call create_design_system first.')
  const standing = await pages.list(session_id)
  const isStanding = standing.some(page => page.slug === call.arguments.slug)
  const unbound = isStanding ? await refuseUnbound(parts, call, text(call.arguments.slug)) : undefined
  if (unbound !== undefined) return failed(unbound)
  const order = toOrder(call, analysis, standing)
  const made = await make(parts, call, { ...order, analysis, design })
  const { page, spent, because } = made
  if (!page.validation.passed) {
    return failed(`The page ${order.spec.slug} did not pass its check.`, { spent })
  }
  const { spec } = order
  const planned = analysis.pages.map(item => item.slug)
  const there = new Set([...standing.map(item => item.slug), spec.slug])
  const written = await pages.write({
    session_id,
    change_id,
    author,
    slug: spec.slug,
    html: page.html,
    title: spec.title,
    description: spec.purpose,
    role: spec.role,
    order_index: order.place,
    change: standing.some(item => item.slug === spec.slug) ? 'Made anew.' : 'Made.',
    source: 'auto',
    progress: Math.min(
      95,
      Math.round((95 * planned.filter(slug => there.has(slug)).length) / planned.length),
    ),
    ...(because === undefined ? {} : { fallback_reason: because }),
  })
  if (isRefusal(written)) return failed(written.detail, { spent })
  const isNew = written.created && standing.length > 0
  const linked = isNew ? await linkNewPage(pages, call, { ...order, brief: analysis.brief, design }) : []
  return succeeded(describe(written, made, linked), {
    spent,
    effect: written.changed ? 'done' : 'none',
    undo: undoOf(written),
  })
}

interface Ordered {
  readonly spec: PageSpec
  readonly all: readonly PageSpec[]
  readonly place: number
}

/** The page as it was planned, with the words of the call; and all pages there are or will be. */
function toOrder({ arguments: args }: PageCall, analysis: BriefAnalysis, standing: readonly Page[]): Ordered {
  const slug = text(args.slug)
  const planned = analysis.pages.find(page => page.slug === slug)
  const known = standing.find(page => page.slug === slug)
  const spec: PageSpec = {
    slug,
    title: text(args.title) || planned?.title || slug,
    purpose: text(args.description) || planned?.purpose || '',
    role: planned?.role ?? known?.role ?? 'info',
  }
  const others = standing
    .filter(page => page.slug !== slug && !analysis.pages.some(item => item.slug === page.slug))
    .map(({ slug: other, title, description, role }) => ({ slug: other, title, purpose: description, role }))
  const base = analysis.pages.map(page => (page.slug === slug ? spec : page))
  const all = planned ? [...base, ...others] : [...base, ...others, spec]
  return { spec, all, place: all.findIndex(page => page.slug === slug) }
}

interface Made {
  readonly page: CheckedPage
  readonly spent: ModelSpent
  /** Why the built-in page stands instead of a model's. */
  readonly because?: string
}

async function make(
  parts: PageToolParts,
  call: PageCall,
  order: Ordered & { readonly analysis: BriefAnalysis; readonly design: DesignSystem },
): Promise<Made> {
  const { spec, all, analysis, design } = order
  const { brief } = analysis
  const scaffold = generatePage({ spec, brief, designSystem: design, pages: all })
  const terms = { css: design.css, slugs: all.map(page => page.slug) }
  if (parts.llm.describe('STANDARD').isOffline) {
    return { page: checkAndRepair(scaffold, terms), spent: NOTHING_SPENT }
  }
  const written = await writeWithModel(parts, call, { spec, brief, terms, scaffold })
  if ('page' in written) return written
  return { page: checkAndRepair(scaffold, terms), spent: written.spent, because: written.because }
}

function describe(
  written: Exclude<PageWritten, { refused: true }>,
  { page: checked, because }: Made,
  linked: readonly string[],
) {
  const { page, version, created } = written
  const { validation, repaired } = checked
  return asJson({
    ...{ slug: page.slug, title: page.title, version: version.version, size_bytes: version.size_bytes },
    ...{ affected_pages: [...linked, page.slug], created, preview_url: `/api/pages/${page.page_id}/preview` },
    validation: {
      passed: validation.passed,
      score: validation.score,
      issues: validation.issues.slice(0, 10),
    },
    ...(repaired.length > 0 ? { repaired: repaired.map(issue => issue.message).slice(0, 10) } : {}),
    ...(linked.length > 0 ? { linked_from: linked } : {}),
    ...(because === undefined ? {} : { built_in_instead: because }),
  })
}

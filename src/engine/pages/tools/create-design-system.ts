import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import {
  type DesignSystem,
  ExtractedStyle,
  HexColor,
  PageMode,
  PageStyle,
  ProductType,
} from '../../../contracts/page.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool, ToolOutcome } from '../../tools/tools.ts'
import { createDesignSystem } from '../design-system/design-system.ts'
import {
  failed,
  inSession,
  type PageCall,
  type PageToolParts,
  succeeded,
  text,
  texts,
  writingTool,
} from './tool-parts.ts'

/** Makes the one stylesheet that all pages of the session share. */
export function createDesignSystemTool({ pages }: PageToolParts): ExecutableTool {
  return {
    ownWrites: true,
    definition: writingTool({
      name: 'create_design_system',
      description:
        'Makes the look that all pages share (`design-system.css`): a style, light or dark, from brand colours or from what extract_style found. Made again, it changes every page at once.',
      input_schema: SCHEMA,
      prerequisites: ['brief'],
      produces: ['design_system'],
    }),
    execute: inSession(call => create(pages, call)),
  }
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    product_type: { type: 'string', enum: [...ProductType.options] },
    style: { type: 'string', enum: [...PageStyle.options] },
    mode: { type: 'string', enum: [...PageMode.options] },
    brand_colors: {
      type: 'array',
      maxItems: 8,
      items: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
      description: 'As #rrggbb, the most important first.',
    },
    change: {
      type: 'string',
      maxLength: 4000,
      description: 'What is to change of the look that stands, in the person’s words; everything else stays.',
    },
    style_tokens: { type: 'object', description: 'What extract_style answered.' },
  },
  additionalProperties: false,
}

async function create(pages: PageToolParts['pages'], call: PageCall): Promise<ToolOutcome> {
  const { session_id, arguments: args } = call
  const before = await pages.designSystem(session_id)
  const wish = text(args.change)
  if (before && wish !== '')
    return failed('A look that stands is changed with change_pages: set_color or set_theme.')
  const analysis = await pages.brief(session_id)
  if (!analysis) return failed('There is no brief yet. Call analyze_brief first.')
  const { style, mode, extracted } = readWish(args)
  const brandColors = texts(args.brand_colors).map(color => color.toLowerCase())
  const design = createDesignSystem({
    brief: analysis.brief,
    ...(style ? { style } : {}),
    ...(mode ? { mode } : {}),
    ...(extracted ? { extracted } : {}),
    ...(brandColors.length > 0 && brandColors.every(isColor) ? { brandColors } : {}),
  })
  return keep(pages, call, { design })
}

interface Keeping {
  readonly design: DesignSystem
  readonly changes?: readonly string[]
  readonly left?: string
}

async function keep(
  pages: PageToolParts['pages'],
  { session_id, change_id, author }: PageCall,
  { design, changes, left }: Keeping,
): Promise<ToolOutcome> {
  const { style, mode, tokens, css } = design
  const written = await pages.writeDesign({
    session_id,
    change_id,
    author,
    design: { style, mode, tokens, css },
  })
  if (isRefusal(written)) return failed(written.detail)
  const slugs = (await pages.list(session_id)).map(page => page.slug)
  const output = {
    ...{ file: 'design-system.css', version: written.design.version, style, mode, colors: tokens.colors },
    affected_pages: written.changed ? slugs : [],
    ...(changes === undefined ? {} : { changes: [...changes] }),
    ...(left === undefined ? {} : { left }),
    ...(written.changed ? {} : { unchanged: true }),
  }
  return succeeded(output, { effect: written.changed ? 'done' : 'none' })
}

function readWish(args: JsonObject) {
  return {
    style: PageStyle.safeParse(args.style).data,
    mode: PageMode.safeParse(args.mode).data,
    extracted: readTokens(args.style_tokens),
  }
}

/** What another tool answered comes through a model, so that it is checked like anything else. */
function readTokens(value: JsonValue | undefined): ExtractedStyle | undefined {
  return value === undefined ? undefined : ExtractedStyle.safeParse(value).data
}

function isColor(color: string): boolean {
  return HexColor.safeParse(color).success
}

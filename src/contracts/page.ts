import { z } from 'zod'
import { PageSlug } from './chat.ts'
import { Question } from './question.ts'

/** What kind of thing is built; `unknown` until the person said enough. */
export const PRODUCT_TYPES = [
  'ecommerce',
  'travel',
  'manual',
  'kanban',
  'landing',
  'card',
  'invitation',
  'booking',
  'dashboard',
] as const

/** What kind of product a brief is about. */
export const ProductType = z.enum([...PRODUCT_TYPES, 'unknown'])
export type ProductType = z.infer<typeof ProductType>

/** The looks a design system can start from. */
export const PageStyle = z.enum([
  'clean-modern',
  'soft-elegant',
  'bold-tech',
  'playful-color',
  'editorial',
  'minimal-mono',
  'calm-natural',
  'bold-brutal',
])
export type PageStyle = z.infer<typeof PageStyle>

/** Light or dark. */
export const PageMode = z.enum(['light', 'dark'])
export type PageMode = z.infer<typeof PageMode>

/** A colour as `#rrggbb`, lower case. */
export const HexColor = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour is written #rrggbb')
export type HexColor = z.infer<typeof HexColor>

/** One thing a brief names: a product, a service, a task, a stop, a chapter. */
export const BriefItem = z.object({
  name: z.string().min(1).max(200),
  /** In the currency of the brief; shown as `price_text` where that is given. */
  price: z.number().min(0).optional(),
  /** As the person wrote it: “from 12,50 € a night”. */
  price_text: z.string().max(80).optional(),
  /** How long it takes, in minutes. */
  minutes: z.int().min(1).max(100_000).optional(),
  description: z.string().max(500).optional(),
  category: z.string().max(80).optional(),
  /** Title of the page it belongs to; absent = where things of its kind stand. */
  page: z.string().max(120).optional(),
  /** The person's words it was read from. */
  quote: z.string().max(600).optional(),
})
export type BriefItem = z.infer<typeof BriefItem>

/** What kind of statement a fact of a brief is; `text` stands word for word. */
export const BriefFactKind = z.enum([
  'text',
  'headline',
  'hours',
  'place',
  'date',
  'time',
  'phone',
  'email',
  'link',
  'person',
  'button',
])
export type BriefFactKind = z.infer<typeof BriefFactKind>

/** One statement that has to stand on a page, in the person's words. */
export const BriefFact = z.object({
  kind: BriefFactKind,
  value: z.string().min(1).max(1000),
  /** What the person called it: “Allergens”. */
  label: z.string().max(80).optional(),
  /** Title of the page it belongs to; absent = where facts of its kind stand. */
  page: z.string().max(120).optional(),
  quote: z.string().max(1000),
})
export type BriefFact = z.infer<typeof BriefFact>

/** A page as the person named it. */
export const BriefPage = z.object({
  title: z.string().min(1).max(120),
  /** What the person said of it; empty where they said nothing. */
  purpose: z.string().max(1000),
})
export type BriefPage = z.infer<typeof BriefPage>

/** A page that is to be made: what it is for and which part it plays (`catalog`, `cart`, `board`, …). */
export const PageSpec = z.object({
  slug: PageSlug,
  title: z.string().min(1).max(120),
  purpose: z.string().max(1000),
  role: z.string().max(40),
})
export type PageSpec = z.infer<typeof PageSpec>

/** What a person's words say about the thing to build, and what they leave open. */
export const PageBrief = z.object({
  /** The words it was read from, cut at 10,000 characters. */
  text: z.string().max(10_000),
  product_type: ProductType,
  confidence: z.number().min(0).max(1),
  /** BCP 47, as far as it can be told from the words: `en`, `de`, `ar`, … */
  language: z.string().max(20),
  name: z.string().max(120).optional(),
  tagline: z.string().max(300).optional(),
  audience: z.string().max(300).optional(),
  features: z.array(z.string().max(200)).max(40),
  items: z.array(BriefItem).max(60),
  colors: z.array(HexColor).max(8),
  style: PageStyle.optional(),
  mode: PageMode.optional(),
  currency: z.string().max(8).optional(),
  /** Other things the words say, by name: `sector`, `place`, `date`, `time`, `host`, `email`, `phone`, `hours`, … */
  facts: z.record(z.string().max(40), z.string().max(300)),
  /** Further pages that the words mention; `page_list` wins over them. */
  wanted_pages: z.array(z.string().max(80)).max(20),
  /** The list of pages as the person gave it: these and no others. Empty = the default set of the product type. */
  page_list: z.array(BriefPage).max(20).default([]),
  /** What has to stand on the pages, in the order it was said. */
  statements: z.array(BriefFact).max(120).default([]),
  /** Columns of a board, as named. */
  columns: z.array(z.string().max(60)).max(12).default([]),
  /** What the person does not want, in their words. */
  exclusions: z.array(z.string().max(300)).max(20).default([]),
  /** What of the words fits no entry surely, in their words: asked about or left open, never guessed. */
  not_placed: z.array(z.string().max(500)).max(60).default([]),
  /** Who read the words into entries last: the built-in rules, a language model, or a person's own edit. */
  read_by: z.enum(['rules', 'model', 'person']).default('rules'),
  /** What a reader should know of that: why no model answered, or what of its answer the words did not bear out. */
  read_note: z.string().max(1000).optional(),
  /** Rises with each change of the brief. */
  version: z.int().min(1).default(1),
  complexity: z.enum(['simple', 'medium', 'complex']),
  /** What is worth asking: `product_type`, `name`, `pages`, `style`, `items`, `audience`, … */
  missing: z.array(z.string().max(40)).max(12),
})
export type PageBrief = z.infer<typeof PageBrief>

/** Fields and relations of what the pages keep in the browser. */
export const PageDataModel = z.object({
  entities: z.record(
    z.string(),
    z.object({
      fields: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['string', 'number', 'boolean', 'array', 'object']),
          required: z.boolean(),
          description: z.string().optional(),
        }),
      ),
      primary_key: z.string(),
    }),
  ),
  relations: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      type: z.enum(['one-to-one', 'one-to-many', 'many-to-one', 'many-to-many']),
      foreign_key: z.string(),
    }),
  ),
})
export type PageDataModel = z.infer<typeof PageDataModel>

/** What `analyze_brief` found: the brief, the pages it suggests, their data, and questions that are worth asking. */
export const BriefAnalysis = z.object({
  brief: PageBrief,
  pages: z.array(PageSpec),
  data_model: PageDataModel.optional(),
  questions: z.array(Question),
})
export type BriefAnalysis = z.infer<typeof BriefAnalysis>

/** Colours, type and spacing that all pages of a session share. */
export const DesignTokens = z.object({
  /** By role: `primary`, `on_primary`, `secondary`, `accent`, `background`, `surface`, `border`, `text`, `text_secondary`, `text_muted`, … */
  colors: z.record(z.string(), HexColor),
  font_family: z.string().max(300),
  heading_font_family: z.string().max(300),
  scale: z.enum(['compact', 'normal', 'spacious']),
  radius: z.enum(['none', 'small', 'medium', 'large', 'full']),
  spacing: z.enum(['compact', 'normal', 'airy']),
  shadow: z.enum(['none', 'subtle', 'medium', 'strong']),
})
export type DesignTokens = z.infer<typeof DesignTokens>

/** The look that all pages of a session share. `css` is the whole of `design-system.css`. */
export const DesignSystem = z.object({
  style: PageStyle,
  mode: PageMode,
  tokens: DesignTokens,
  css: z.string().max(200_000),
})
export type DesignSystem = z.infer<typeof DesignSystem>

/** A design system as a session keeps it; the highest version is the one in use. */
export const DesignSystemVersion = DesignSystem.extend({
  session_id: z.string(),
  version: z.int().min(1),
  created_at: z.string(),
})
export type DesignSystemVersion = z.infer<typeof DesignSystemVersion>

/** Who or what wrote a version: the agent's work, a person's fix or edit, a step back. */
export const PageSource = z.enum(['auto', 'manual', 'rollback'])
export type PageSource = z.infer<typeof PageSource>

/** One page of a session. Its HTML lies in its versions. */
export const Page = z.object({
  page_id: z.string(),
  session_id: z.string(),
  slug: PageSlug,
  title: z.string().max(120),
  /** What it is for, in one or two sentences: the page's summary in the model's context. */
  description: z.string().max(2000),
  role: z.string().max(40),
  order_index: z.int().min(0),
  current_version: z.int().min(1),
  current_version_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Page = z.infer<typeof Page>

/** One state of a page. A released one has given up its HTML: only that it was, and its digest, is left. */
export const PageVersion = z.object({
  version_id: z.string(),
  page_id: z.string(),
  session_id: z.string(),
  /** Dense per page from 1. */
  version: z.int().min(1),
  html: z.string().nullable(),
  html_digest: z.string(),
  size_bytes: z.int().min(0),
  description: z.string().max(2000),
  source: PageSource,
  is_pinned: z.boolean(),
  is_released: z.boolean(),
  released_at: z.string().optional(),
  /** True when a language model's answer could not be used and the built-in page stands instead. */
  fallback_used: z.boolean(),
  fallback_reason: z.string().max(500).optional(),
  run_id: z.string().optional(),
  /** `person_…` or `agent:…`. */
  created_by: z.string(),
  created_at: z.string(),
})
export type PageVersion = z.infer<typeof PageVersion>

/** A version as lists show it: without its HTML. */
export const PageVersionSummary = PageVersion.omit({ html: true })
export type PageVersionSummary = z.infer<typeof PageVersionSummary>

/** Product doc, design system and all pages of a session at one moment. */
export const PageSnapshot = z.object({
  snapshot_id: z.string(),
  session_id: z.string(),
  /** Dense per session from 1. */
  number: z.int().min(1),
  label: z.string().max(200),
  source: PageSource,
  is_pinned: z.boolean(),
  is_released: z.boolean(),
  /** The number of the snapshot that was gone back to right after this one was taken. */
  goes_back_to: z.int().min(1).optional(),
  product_doc_version: z.int().min(1).optional(),
  design_system_version: z.int().min(1).optional(),
  pages: z.array(
    z.object({
      page_id: z.string(),
      slug: PageSlug,
      title: z.string(),
      version: z.int().min(1),
      html_digest: z.string(),
    }),
  ),
  created_by: z.string(),
  created_at: z.string(),
})
export type PageSnapshot = z.infer<typeof PageSnapshot>

/** What would repair an issue. `kind` names the repair, `data` what it needs; `applyFixes` knows each kind. */
export const PageFix = z.object({
  kind: z.string().max(60),
  /** What it does, for people. */
  description: z.string().max(500),
  data: z.record(z.string(), z.string()).optional(),
})
export type PageFix = z.infer<typeof PageFix>

/** One thing that is wrong with a page, where, and what would repair it. */
export const PageIssue = z.object({
  rule: z.string().max(60),
  severity: z.enum(['error', 'warning']),
  /** A CSS selector of the element, or `document`. */
  selector: z.string().max(500),
  message: z.string().max(1000),
  fix: PageFix.optional(),
})
export type PageIssue = z.infer<typeof PageIssue>

/** What a check of a page found; `score` is 0 to 100. */
export const PageValidation = z.object({
  /** No error is left among what was checked; warnings may be. */
  passed: z.boolean(),
  score: z.int().min(0).max(100),
  issues: z.array(PageIssue),
  /** Rules that only a browser can decide and none has measured; absent when all were. */
  not_measured: z.array(z.string().max(60)).optional(),
})
export type PageValidation = z.infer<typeof PageValidation>

/** What an image says about a look. */
export const ExtractedStyle = z.object({
  /** Most frequent first; shares sum to at most 1. */
  palette: z.array(z.object({ color: HexColor, share: z.number().min(0).max(1) })).max(16),
  colors: z.object({
    primary: HexColor,
    secondary: HexColor,
    accent: HexColor,
    background: HexColor,
    surface: HexColor,
    text: z.object({ primary: HexColor, secondary: HexColor, muted: HexColor }),
  }),
  mode: PageMode,
  style: z.enum(['modern', 'classic', 'playful', 'minimal', 'bold']),
  typography: z.object({ font_family: z.string(), scale: z.enum(['compact', 'normal', 'spacious']) }),
  radius: z.enum(['none', 'small', 'medium', 'large', 'full']),
  spacing: z.enum(['compact', 'normal', 'airy']),
  shadow: z.enum(['none', 'subtle', 'medium', 'strong']),
})
export type ExtractedStyle = z.infer<typeof ExtractedStyle>

/** One run of changed lines between two versions of a page. */
export const PageDiffHunk = z.object({
  before_start: z.int().min(1),
  after_start: z.int().min(1),
  removed: z.array(z.string()),
  added: z.array(z.string()),
})
export type PageDiffHunk = z.infer<typeof PageDiffHunk>

/** What changed between two versions of a page, line by line. */
export const PageDiff = z.object({
  slug: PageSlug,
  from_version: z.int().min(0),
  to_version: z.int().min(1),
  added_lines: z.int().min(0),
  removed_lines: z.int().min(0),
  hunks: z.array(PageDiffHunk),
})
export type PageDiff = z.infer<typeof PageDiff>

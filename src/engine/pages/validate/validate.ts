import type { PageIssue, PageValidation } from '../../../contracts/page.ts'
import type { WindowMeasurement } from '../../../contracts/page-measurement.ts'
import { applyFixes } from './apply-fixes.ts'
import { readDocument } from './document.ts'
import { measuredIssues, notMeasured } from './measured.ts'
import type { PageCheck } from './page-check.ts'
import {
  checkDoctype,
  checkIds,
  checkLanguage,
  checkRefresh,
  checkStructure,
  checkTitle,
  checkViewport,
} from './rules/document-rules.ts'
import { checkLinks } from './rules/link-rules.ts'
import { checkAlternatives, checkLabels, checkNames } from './rules/name-rules.ts'
import {
  checkBase64,
  checkCodeAddresses,
  checkForms,
  checkHandlers,
  checkResources,
  checkScripts,
} from './rules/safety-rules.ts'
import { readStyleSheets } from './style-sheets.ts'

export { applyFixes, type FixedPage } from './apply-fixes.ts'
export { APP_SCRIPT } from './rules/safety-rules.ts'

export interface ValidateOptions {
  /** The text of `design-system.css`; counts where the page links it. */
  readonly css?: string
  /** Names of all pages there are; without them only links within the page are followed. */
  readonly slugs?: readonly string[]
  /** What browsers measured of exactly this page. */
  readonly measured?: readonly WindowMeasurement[]
}

/** Longer pages are not read, in characters; most of so long a page is embedded files. */
const MAX_PAGE_LENGTH = 2_000_000

/** What these rules find reaches out of the page or runs code that is not ours. */
const SAFETY: readonly string[] = [
  ...['external_resource', 'foreign_script', 'inline_handler', 'javascript_url'],
  ...['form_action', 'meta_refresh'],
]
/** An element may hide another, and each rule names the first places only. */
const MAX_ROUNDS = 50

type Rule = (check: PageCheck) => readonly PageIssue[]

const RULES: readonly Rule[] = [
  ...[checkDoctype, checkLanguage, checkTitle, checkViewport, checkStructure, checkIds],
  ...[checkResources, checkScripts, checkHandlers, checkCodeAddresses, checkForms, checkRefresh],
  ...[checkLabels, checkNames, checkAlternatives, checkLinks, checkBase64],
]

/**
 * Checks what a page's markup says, and tells what browsers measured of it; rules that none has measured are named in
 * `not_measured`, never guessed. Each issue names the element and the fix. A page too long or too deep to be checked
 * does not pass. Never throws.
 */
export function validateHtml(html: string, options: ValidateOptions = {}): PageValidation {
  if (html.trim() === '') return refused('empty', 'The page is empty.')
  if (html.length > MAX_PAGE_LENGTH) {
    return refused(
      'too_large',
      `The page has ${html.length} characters; at most ${MAX_PAGE_LENGTH} are checked.`,
    )
  }
  const document = readDocument(html)
  if (document === undefined) {
    return refused('too_deep', 'The page has too many elements, or nests them too deeply, to be checked.')
  }
  const check: PageCheck = {
    document,
    sheets: readStyleSheets(document, options.css ?? ''),
    slugs: options.slugs,
  }
  const windows = options.measured ?? []
  const issues = [
    ...styleFaults(check.sheets.faults),
    ...RULES.flatMap(rule => rule(check)),
    ...measuredIssues(check, windows),
  ]
  const not_measured = [...notMeasured(windows)]
  return {
    passed: issues.every(({ severity }) => severity !== 'error'),
    score: scoreOf(issues),
    issues,
    ...(not_measured.length > 0 ? { not_measured } : {}),
  }
}

/** The page without what reaches out of it or runs code that is not ours; everything else stays byte for byte. */
export function removeForeignParts(html: string, options: ValidateOptions = {}): string {
  let page = html
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const foreign = validateHtml(page, options).issues.filter(({ rule }) => SAFETY.includes(rule))
    const cleaned = foreign.length === 0 ? page : applyFixes(page, foreign).html
    if (cleaned === page) break
    page = cleaned
  }
  return page
}

function styleFaults(faults: readonly string[]): readonly PageIssue[] {
  return faults.map(fault => ({
    rule: 'structure',
    severity: 'error',
    selector: 'document',
    message: `A style sheet cannot be read: ${fault}`.slice(0, 1_000),
    fix: { kind: 'rewrite', description: 'Write the style sheet anew from this place on.' },
  }))
}

function refused(rule: string, message: string): PageValidation {
  const fix = { kind: 'rewrite', description: 'Write the page anew, shorter and plainer.' }
  return {
    passed: false,
    score: 0,
    issues: [{ rule, severity: 'error', selector: 'document', message, fix }],
  }
}

/** 100 without issues; each broken rule costs 10 and each further place 2, at most 20; warnings a third of it. */
function scoreOf(issues: readonly PageIssue[]): number {
  const places = new Map<string, { severity: PageIssue['severity']; count: number }>()
  for (const { rule, severity } of issues) {
    const known = places.get(rule)
    if (known === undefined) places.set(rule, { severity, count: 1 })
    else known.count += 1
  }
  let score = 100
  for (const { severity, count } of places.values()) {
    const cost = Math.min(20, 10 + 2 * (count - 1))
    score -= severity === 'error' ? cost : cost / 3
  }
  return Math.max(0, Math.round(score))
}

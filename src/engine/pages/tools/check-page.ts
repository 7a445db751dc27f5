import type { PageIssue, PageValidation } from '../../../contracts/page.ts'
import { applyFixes, validateHtml } from '../validate/validate.ts'

/** A page after everything was repaired that can be, and what is left. */
export interface CheckedPage {
  readonly html: string
  readonly validation: PageValidation
  readonly repaired: readonly PageIssue[]
}

/** What a page is checked against. */
export interface CheckTerms {
  readonly css: string
  readonly slugs: readonly string[]
}

/** A repair may uncover what stood behind it; each round repairs less. */
const MAX_ROUNDS = 3

/**
 * Checks a page and repairs what it finds, each repair in its own place. `known` issues, those that stood before an edit,
 * are left as they are: an edit changes what was asked and nothing else.
 */
export function checkAndRepair(
  html: string,
  terms: CheckTerms,
  known: readonly PageIssue[] = [],
): CheckedPage {
  const isKnown = issueFilter(known)
  const repaired: PageIssue[] = []
  let page = html
  let validation = validateHtml(page, terms)
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const fresh = validation.issues.filter(issue => !isKnown(issue))
    if (fresh.length === 0) break
    const fixed = applyFixes(page, fresh)
    if (fixed.html === page) break
    repaired.push(...fixed.applied)
    page = fixed.html
    validation = validateHtml(page, terms)
  }
  return { html: page, validation, repaired }
}

/** Errors that were not there before. */
export function newErrors(validation: PageValidation, known: readonly PageIssue[]): readonly PageIssue[] {
  const isKnown = issueFilter(known)
  return validation.issues.filter(issue => issue.severity === 'error' && !isKnown(issue))
}

function issueFilter(known: readonly PageIssue[]): (issue: PageIssue) => boolean {
  const keys = new Set(known.map(keyOf))
  return issue => keys.has(keyOf(issue))
}

function keyOf({ rule, message }: PageIssue): string {
  return `${rule}\n${message}`
}

/** Issues in words for a model or a person, the gravest first. */
export function describeIssues(issues: readonly PageIssue[]): string {
  const graveFirst = issues.toSorted((a, b) => a.severity.localeCompare(b.severity))
  return graveFirst
    .slice(0, 20)
    .map(
      ({ rule, severity, selector, message, fix }) =>
        `- ${severity} ${rule} at ${selector}: ${message}${fix ? ` ${fix.description}` : ''}`,
    )
    .join('\n')
}

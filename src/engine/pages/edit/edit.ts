import type { DesignSystem } from '../../../contracts/page.ts'
import { planEdit, putLookIntoPage } from '../generate/generate.ts'

/** A page after an edit by rules. */
export interface EditedPage {
  readonly html: string
  /** What changed, in words; empty where nothing on the page answered. */
  readonly changes: readonly string[]
  /** The part of the wish that nothing on the page answers to. */
  readonly left?: string
}

/**
 * Does what the words plainly ask of this page, its look among it; the look of the other pages stays. Everything else
 * stays byte for byte.
 */
export function editHtml(html: string, instructions: string, design?: DesignSystem): EditedPage {
  const { html: edited, changes, left, design: look } = planEdit(html, instructions, design)
  const dressed = design && look ? putLookIntoPage(edited, design, look) : edited
  return { html: dressed, changes, ...(left === undefined ? {} : { left }) }
}

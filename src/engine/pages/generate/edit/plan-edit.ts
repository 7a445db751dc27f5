import type { DesignSystem } from '../../../../contracts/page.ts'
import { changeLook, type LookChange } from './look-edits.ts'
import { changePage } from './page-edits.ts'
import { applySplices } from './page-tree.ts'

export interface PlannedEdit {
  /** The page with what was asked; every other byte as it was. */
  readonly html: string
  /** The look of all pages with what was asked of it; absent when it stays. */
  readonly design?: DesignSystem
  /** What was done, in words. */
  readonly changes: readonly string[]
  /** What was not understood, in the person's words: to be asked about, never guessed. */
  readonly left?: string
}

/**
 * Does an ordinary instruction by rules: “make the cards bigger and add favourites”, “change the button colour to
 * green”, “rename it to …”, “add opening hours: …”, “remove the newsletter”, “dark mode”. Each clause is understood or
 * left and said so. Only the elements concerned change; what concerns the look changes the design system.
 */
export function planEdit(html: string, instruction: string, designSystem?: DesignSystem): PlannedEdit {
  let page = html
  let design = designSystem
  const changes: string[] = []
  const left: string[] = []
  for (const clause of clausesOf(instruction)) {
    const onPage = changePage(page, clause)
    if (onPage) {
      page = applySplices(page, onPage.splices)
      changes.push(onPage.said)
      continue
    }
    const look: LookChange | undefined = design && changeLook(design, clause)
    if (look) {
      design = look.design
      changes.push(look.said)
    } else left.push(clause)
  }
  return {
    html: page,
    ...(design !== undefined && design !== designSystem ? { design } : {}),
    changes,
    ...(left.length > 0 ? { left: left.join('; ') } : {}),
  }
}

const VERB =
  '(?:add|make|change|remove|delete|rename|replace|set|use|turn|hide|show|put|call|include|drop|increase|give|switch|move)'

/** Apart at full stops and at an “and” or comma before a new verb; never inside quotes. */
function clausesOf(instruction: string): readonly string[] {
  const kept: string[] = []
  const text = instruction
    .slice(0, 4000)
    .replace(/"[^"]*"|“[^”]*”/g, quoted => `\ue000${kept.push(quoted) - 1}\ue001`)
  return text
    .split(
      new RegExp(
        `[.;\\n]+(?=\\s|$)|\\s*,?\\s+(?:and|then|also|plus)\\s+(?:then\\s+|also\\s+)?(?=${VERB}\\b)|,\\s+(?=${VERB}\\b)`,
        'i',
      ),
    )
    .map(clause => clause.replace(/\ue000(\d+)\ue001/g, (_, index: string) => kept[Number(index)] ?? ''))
    .map(clause =>
      clause
        .replace(/^(?:please|can you|could you|now|also)\s+/i, '')
        .replace(/[\s!?.]+$/, '')
        .trim(),
    )
    .filter(clause => clause !== '')
}

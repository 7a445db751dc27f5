import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** What axe finds wrong with the page as it is shown: rule and first element. */
export async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate<Found>('axe.run()')
  return found.violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html ?? ''}`)
}

export async function isWiderThanScreen(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(
    `[document.documentElement, document.querySelector('main')].some(box => box.scrollWidth > box.clientWidth)`,
  )
}

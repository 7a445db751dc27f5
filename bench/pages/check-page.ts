import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // How the source is written, not what it means.
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
  },
})

/** Errors of html-validate's recommended rules: `rule line: message`. */
export async function htmlErrors(html: string): Promise<readonly string[]> {
  const report = await validator.validateString(html)
  return report.results.flatMap(result =>
    result.messages.map(message => `${message.ruleId} ${message.line}: ${message.message}`),
  )
}

/** Faults of a page as the browser shows it: axe, sideways scrolling, small targets, small text, column. */
export async function shownFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate<{
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
  }>('axe.run({ resultTypes: ["violations"] })')
  const violations = found.violations.map(
    ({ id, nodes }) =>
      `axe ${id}: ${nodes.length} × ${nodes[0]?.html.slice(0, 140)} ${(nodes[0]?.failureSummary ?? '').slice(0, 160)}`,
  )
  return [...violations, ...(await page.evaluate<string[]>(`(${MEASURE})()`))]
}

/** Runs in the page. A radio or checkbox is as large as its label; a link over a whole card as large as the card. */
const MEASURE = `() => {
  const faults = []
  const isShown = node => { const box = node.getBoundingClientRect(); const style = getComputedStyle(node); return box.width > 1 && box.height > 1 && style.visibility !== 'hidden' && !node.closest('.skip') && style.clipPath === 'none' }
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push('scrolls sideways: ' + root.scrollWidth + ' of ' + root.clientWidth)
  const column = document.querySelector('#app').getBoundingClientRect()
  if (column.width > 430.5) faults.push('column is ' + column.width + ' wide')
  document.querySelectorAll('a[href], button, input, select, textarea, summary').forEach(node => {
    if (!isShown(node)) return
    const label = ['radio', 'checkbox'].includes(node.type) ? node.closest('label') : null
    const box = (label || node).getBoundingClientRect()
    if (box.width < 43.9 || box.height < 43.9) faults.push('target ' + Math.round(box.width) + ' × ' + Math.round(box.height) + ': ' + node.outerHTML.slice(0, 90))
    if (box.left < column.left - 1 || box.right > column.right + 1) { if (!node.closest('.chips')) faults.push('outside the column: ' + node.outerHTML.slice(0, 90)) }
  })
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (walker.currentNode.textContent.trim() === '' || ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(parent.tagName) || !isShown(parent)) continue
    const size = parseFloat(getComputedStyle(parent).fontSize)
    if (size < 16) faults.push('text of ' + size + ' px: ' + walker.currentNode.textContent.trim().slice(0, 40))
  }
  return [...new Set(faults)]
}`

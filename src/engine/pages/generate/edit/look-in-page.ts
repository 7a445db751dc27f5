import type { DesignSystem } from '../../../../contracts/page.ts'

const BLOCK = /<style data-region="look">\n([\s\S]*?)<\/style>\n/
const VARIABLE = /^\s*(--[a-z0-9-]+|color-scheme): ([^;<>{}]+);$/gm

/** The page with a changed look of its own: the variables that differ, in one block; the shared look stays. */
export function putLookIntoPage(html: string, from: DesignSystem, to: DesignSystem): string {
  const before = variablesOf(from.css)
  const changed = [...variablesOf(to.css)].filter(([name, value]) => before.get(name) !== value)
  if (changed.length === 0) return html
  const standing = variablesOf(BLOCK.exec(html)?.[1] ?? '')
  const all = [...new Map([...standing, ...changed])].map(([name, value]) => `  ${name}: ${value};\n`)
  const block = `<style data-region="look">\n:root {\n${all.join('')}}\n</style>\n`
  if (BLOCK.test(html)) return html.replace(BLOCK, () => block)
  const end = html.search(/<\/head>/i)
  return end < 0 ? html : html.slice(0, end) + block + html.slice(end)
}

/** The variables of the first `:root` rule. */
function variablesOf(css: string): ReadonlyMap<string, string> {
  const root = /:root \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? ''
  return new Map([...root.matchAll(VARIABLE)].map(([, name = '', value = '']) => [name, value]))
}

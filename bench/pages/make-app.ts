import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageMode, PageSpec, PageStyle } from '../../src/contracts/page.ts'
import { readBrief } from '../../src/engine/pages/brief/brief.ts'
import { createDesignSystem } from '../../src/engine/pages/design-system/design-system.ts'
import { appScript, generatePage, planPages } from '../../src/engine/pages/generate/generate.ts'

export interface App {
  readonly folder: string
  readonly pages: readonly { readonly spec: PageSpec; readonly html: string }[]
}

export interface AppOrder {
  readonly text: string
  readonly folder: string
  readonly style?: PageStyle
  readonly mode?: PageMode
}

/** From a person's words to a folder that opens from disk. */
export function makeApp({ text, folder, style, mode }: AppOrder): App {
  const brief = readBrief(text)
  const designSystem = createDesignSystem({ brief, ...(style ? { style } : {}), ...(mode ? { mode } : {}) })
  const specs = planPages(brief)
  const pages = specs.map(spec => ({ spec, html: generatePage({ spec, brief, designSystem, pages: specs }) }))
  mkdirSync(join(folder, 'pages'), { recursive: true })
  writeFileSync(join(folder, 'design-system.css'), designSystem.css)
  writeFileSync(join(folder, 'app.js'), appScript)
  for (const { spec, html } of pages) writeFileSync(join(folder, 'pages', `${spec.slug}.html`), html)
  return { folder, pages }
}

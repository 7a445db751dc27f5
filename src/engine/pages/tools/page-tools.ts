import type { ExecutableTool } from '../../tools/tools.ts'
import { createAnalyzeBrief } from './analyze-brief.ts'
import { createChangePages } from './change-pages.ts'
import { createDesignSystemTool } from './create-design-system.ts'
import { createEditPage } from './edit-page.ts'
import { createExtractStyle } from './extract-style.ts'
import { createGeneratePage } from './generate-page.ts'
import { createListPages, createReadPage, createValidateHtml } from './read-pages.ts'
import { createRestorePages } from './restore-pages.ts'
import type { PageToolParts } from './tool-parts.ts'

/** The tools by which an agent builds the pages of its own session; no other session is in reach. */
export function createPageTools(parts: PageToolParts): readonly ExecutableTool[] {
  return [
    createAnalyzeBrief(parts),
    createDesignSystemTool(parts),
    createGeneratePage(parts),
    createChangePages(parts),
    createEditPage(parts),
    createReadPage(parts),
    createListPages(parts),
    createValidateHtml(parts),
    createExtractStyle(parts),
    createRestorePages(parts),
  ]
}

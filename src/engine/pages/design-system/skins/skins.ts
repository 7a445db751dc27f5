import type { PageStyle } from '../../../../contracts/page.ts'
import { darkTechCss, rawBlocksCss, typewriterCss } from './loud-skins.ts'
import { clearCss, elegantCss, naturalCss, paperCss, roundCss } from './quiet-skins.ts'

/** What each look does to the parts beyond its tokens; added behind the parts' own rules. */
export const skins: Readonly<Record<PageStyle, string>> = {
  editorial: paperCss,
  'clean-modern': clearCss,
  'playful-color': roundCss,
  'bold-tech': darkTechCss,
  'calm-natural': naturalCss,
  'bold-brutal': rawBlocksCss,
  'soft-elegant': elegantCss,
  'minimal-mono': typewriterCss,
}

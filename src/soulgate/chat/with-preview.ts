import type { ChatResponse, OrchestratorResponse } from '../../contracts/chat.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { appScript, hostablePage } from '../../engine/pages/pages.ts'
import type { Engine } from '../engine.ts'

type Answer = ChatResponse | OrchestratorResponse

/**
 * The answer with the page that it is about, whole: its look and script in it, and a policy under which no other script
 * runs. Answers without a page stay as they are.
 */
export async function withPreview<Of extends Answer>(
  { pages }: Pick<Engine, 'pages'>,
  answer: Of,
): Promise<Of> {
  const { session_id, active_page_slug: slug } = answer
  if (slug === undefined) return answer
  const page = (await pages.list(session_id)).find(one => one.slug === slug)
  const read = page && (await pages.read(page.page_id))
  if (read === undefined || isRefusal(read)) return answer
  const css = (await pages.designSystem(session_id))?.css ?? ''
  return { ...answer, preview_html: hostablePage(read.html, { css, script: appScript }) }
}

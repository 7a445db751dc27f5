import { z } from 'zod'
import { ChatAction } from '../../contracts/chat.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { RunContext } from '../run/run.ts'
import type { Said } from './call-model.ts'
import type { Talk } from './loop-ports.ts'

/** What a chat run ends with. */
export const ChatOutput = z.object({
  message: z.string(),
  action: ChatAction,
  product_doc_updated: z.boolean(),
  affected_pages: z.array(z.string()),
  active_page_slug: z.string().optional(),
  preview_url: z.string().optional(),
  tokens_used: z.int().min(0),
  cost_usd: z.number(),
  model_calls: z.int(),
  tools_used: z.array(z.string()),
  has_written: z.boolean(),
  model: z.string(),
  is_offline: z.boolean(),
})
export type ChatOutput = z.infer<typeof ChatOutput>

/** The last phase: the model called nothing more, and what it said is the answer. */
export function conclude(context: RunContext, talk: Talk, said: Said): JsonValue {
  const { affected, hasMade, previewUrl } = talk.pageWork
  const active = hasMade ? affected[0] : affected.at(-1)
  const output = {
    message: said.text,
    action: actionOf(talk),
    product_doc_updated: talk.isDocChanged,
    affected_pages: [...affected],
    ...(active === undefined ? {} : { active_page_slug: active }),
    ...(previewUrl === undefined ? {} : { preview_url: previewUrl }),
    tokens_used: talk.tokens,
    cost_usd: talk.spentUsd,
    model_calls: talk.step,
    tools_used: [...talk.toolsUsed],
    has_written: talk.hasWritten,
    model: talk.model,
    is_offline: talk.isOffline,
  } satisfies ChatOutput
  context.emit('token_usage', { tokens_used: talk.tokens, cost_usd: talk.spentUsd })
  context.emit('done', { summary: said.text.slice(0, 500), token_usage: { total_tokens: talk.tokens } })
  return output
}

function actionOf({ pageWork, isDocChanged }: Talk): ChatAction {
  if (pageWork.affected.length > 0) return pageWork.hasMade ? 'pages_generated' : 'page_refined'
  return isDocChanged ? 'product_doc_updated' : 'direct_reply'
}

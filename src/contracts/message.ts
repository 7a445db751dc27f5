import { z } from 'zod'
import { ModelImage, ModelToolCall } from './model.ts'
import { Voice } from './principal.ts'

/**
 * One message of a session's conversation, kept with its tool calls. `seq` starts at 1 and is dense per session.
 * `hidden` messages are for the model and not shown as a bubble (answers of an interview).
 */
export const Message = z.object({
  message_id: z.string(),
  session_id: z.string(),
  seq: z.int().min(1),
  run_id: z.string().optional(),
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  /** What the model thought aloud before an assistant message. */
  reasoning: z.string().optional(),
  images: z.array(ModelImage).optional(),
  tool_calls: z.array(ModelToolCall).optional(),
  tool_call_id: z.string().optional(),
  tool_name: z.string().optional(),
  is_error: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** Of a user message that is not a person's own: whose words it is. */
  said_by: Voice.optional(),
  /** `provider/model` of an assistant message. */
  model: z.string().optional(),
  created_at: z.string(),
})
export type Message = z.infer<typeof Message>

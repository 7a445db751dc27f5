import { z } from 'zod'
import { PageSlug, StyleReference } from '../../contracts/chat.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { ModelImage } from '../../contracts/model.ts'
import { Voice } from '../../contracts/principal.ts'

/** Who wrote a message. Words of an agent are never taken for a person's, whatever they say of themselves. */
const Author = z.object({ kind: Voice, id: z.string() })
type Author = z.infer<typeof Author>

/** What a parent run hands to a sub-agent: how deep it is, and the words of people that both may rely on. */
const Delegation = z.object({
  depth: z.int().min(1),
  person_texts: z.array(z.string()),
  saved_texts: z.array(z.string()).optional(),
})

/** The input of a run of kind `chat`. */
export const ChatInput = z.object({
  message: z.string(),
  from: Author,
  images: z.array(ModelImage).default([]),
  interview: z.boolean().optional(),
  generate_now: z.boolean().default(false),
  target_pages: z.array(PageSlug).default([]),
  style_reference: StyleReference.optional(),
  style_reference_mode: z.enum(['full_mimic', 'style_only']).optional(),
  /** For the model and not for a bubble: answers that came when nothing waited for them. */
  hidden: z.boolean().optional(),
  delegation: Delegation.optional(),
})
export type ChatInput = z.infer<typeof ChatInput>

const MAX_IMAGES = 3
const MENTION = /(?<![\w@.])@([a-z0-9-]{1,40})(?![\w@-]|\.\w)/g
const DATA_URL = /^data:(image\/[a-z]+);base64,(.*)$/s

/** The input as a run finds it; whatever else stands there was put by an older release and is ignored. */
export function readChatInput(raw: JsonValue): ChatInput {
  return ChatInput.parse(raw)
}

/**
 * Makes the input of a chat run from what somebody sent. Who wrote it is the authenticated author, never a field; a
 * delegation is made by parent runs only. Answers the first field that does not fit.
 */
export function toChatInput(
  sent: JsonObject,
  from: Author,
): { readonly input: ChatInput } | { readonly field: string; readonly message: string } {
  const images = readImages(sent.images)
  if (images === undefined || images.length > MAX_IMAGES) {
    return { field: 'images', message: `at most ${MAX_IMAGES} images, each as bytes (a data URL)` }
  }
  const { delegation: _made, from: _claimed, ...fields } = sent
  const parsed = ChatInput.safeParse({ ...fields, from, images })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { field: issue?.path.join('.') || 'message', message: issue?.message ?? 'does not fit' }
  }
  const { data } = parsed
  if (data.message.trim() === '') return { field: 'message', message: 'must not be empty' }
  const mentioned = [...data.message.matchAll(MENTION)].map(match => match[1] ?? '')
  return { input: { ...data, target_pages: [...new Set([...data.target_pages, ...mentioned])] } }
}

function readImages(value: JsonValue | undefined): readonly ModelImage[] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value)) return undefined
  const images = value.map(readImage)
  return images.every(image => image !== undefined) ? images : undefined
}

function readImage(value: JsonValue): ModelImage | undefined {
  const parts = typeof value === 'string' ? DATA_URL.exec(value) : undefined
  const parsed = ModelImage.safeParse(parts ? { media_type: parts[1], data: parts[2] } : value)
  return parsed.success ? parsed.data : undefined
}

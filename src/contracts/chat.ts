import { z } from 'zod'
import { JsonObject } from './json-value.ts'
import { ModelImage } from './model.ts'
import { Session } from './session.ts'

const MAX_IMAGES = 3
const DATA_URL = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/

/** The name of a page, as it stands in addresses and after an `@` in a message. */
export const PageSlug = z.string().regex(/^[a-z0-9-]{1,40}$/, 'a page is named by 1–40 of a–z 0–9 -')

/** An image as bytes: a data URL, or its parts. Addresses are not fetched. */
export const ChatImage = z.union([
  z.string().regex(DATA_URL, 'an image is sent as a data URL (png, jpeg, webp or gif, base64)'),
  ModelImage,
])
export type ChatImage = z.infer<typeof ChatImage>

/** Pictures or tokens that pages are to look like, and for which pages. */
export const StyleReference = z.object({
  mode: z.enum(['full_mimic', 'style_only']).default('style_only'),
  images: z.array(ChatImage).default([]),
  scope_pages: z.array(PageSlug).max(50).default([]),
  tokens: JsonObject.optional(),
})
export type StyleReference = z.infer<typeof StyleReference>

/** What a message does to a session whose run is at work or waits; without it nothing is decided for the person. */
export const OnBusy = z.enum(['queue', 'steer', 'replace'])
export type OnBusy = z.infer<typeof OnBusy>

/** The body of a chat. A text is never read as an approval. Unknown fields are ignored. */
export const ChatRequest = z
  .object({
    session_id: Session.shape.session_id.optional(),
    message: z.string().max(100_000).default(''),
    /** True: ask before working; false: do not; absent: as the message needs it. */
    interview: z.boolean().optional(),
    /** Work with what is known, ask nothing more. */
    generate_now: z.boolean().default(false),
    images: z.array(ChatImage).default([]),
    target_pages: z.array(PageSlug).max(50).default([]),
    style_reference: StyleReference.optional(),
    style_reference_mode: z.enum(['full_mimic', 'style_only']).optional(),
    /**
     * `{answers[]}` or `{action, answers[]}` for open questions, `{feedback}` or `{user_feedback}` as a steer,
     * `{follow: run_id}` to say nothing and see how a run goes on after a decision.
     */
    resume: JsonObject.optional(),
    on_busy: OnBusy.optional(),
    /** A message that was kept (202), instead of its text again. */
    kept_id: z.string().max(64).optional(),
  })
  .superRefine((request, context) => {
    const images = request.images.length + (request.style_reference?.images.length ?? 0)
    if (images > MAX_IMAGES) {
      context.addIssue({ code: 'custom', path: ['images'], message: `at most ${MAX_IMAGES} images in all` })
    }
    if (request.message.trim() !== '' || request.resume || request.kept_id !== undefined) return
    context.addIssue({ code: 'custom', path: ['message'], message: 'must not be empty' })
  })
export type ChatRequest = z.infer<typeof ChatRequest>

/** A question as the widget of a chat shows it: one answer is `single`, several are `multi`. */
export const ChatQuestion = z.object({
  id: z.string(),
  title: z.string(),
  question: z.string(),
  type: z.enum(['single', 'multi', 'text']),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
  allow_other: z.boolean(),
  required: z.boolean(),
  context: z.string().optional(),
})
export type ChatQuestion = z.infer<typeof ChatQuestion>

/** Where the turn of a chat stands (document D, OrchestratorResponse). */
export const ChatPhase = z.enum([
  'soul_loop',
  'tool_call',
  'waiting_input',
  'complete',
  'error',
  'interview',
  'product_doc',
  'generation',
  'refinement',
  'direct_reply',
])

/** What the turn of a chat came to (document D, OrchestratorResponse). */
export const ChatAction = z.enum([
  'direct_reply',
  'product_doc_generated',
  'product_doc_updated',
  'product_doc_confirmed',
  'pages_generated',
  'page_refined',
  'multipage_suggested',
  'refine_waiting',
  'error',
])
export type ChatAction = z.infer<typeof ChatAction>

/** One frame of a stream about a run. Its twelve fields are frozen; those without a value are left out. */
export const OrchestratorResponse = z.object({
  session_id: z.string(),
  phase: ChatPhase,
  message: z.string(),
  is_complete: z.boolean(),
  preview_url: z.string().optional(),
  preview_html: z.string().optional(),
  progress: z.int().min(0).max(100).optional(),
  questions: z.array(ChatQuestion).optional(),
  action: ChatAction.optional(),
  product_doc_updated: z.boolean().optional(),
  affected_pages: z.array(z.string()).optional(),
  active_page_slug: z.string().optional(),
})
export type OrchestratorResponse = z.infer<typeof OrchestratorResponse>

/** The answer of a chat once its run waits or has ended. */
export const ChatResponse = z.object({
  session_id: z.string(),
  message: z.string(),
  preview_url: z.string().optional(),
  preview_html: z.string().optional(),
  active_page_slug: z.string().optional(),
  product_doc_updated: z.boolean(),
  affected_pages: z.array(z.string()),
  action: ChatAction,
  tokens_used: z.int().min(0),
  run_id: z.string(),
  questions: z.array(ChatQuestion).optional(),
  /** The open gates the run waits at; its children's too. */
  waiting_gate_ids: z.array(z.string()).optional(),
  /** `provider/model` that spoke last. */
  model: z.string().optional(),
  /** True when no language model was asked: the built-in rules answered. */
  is_offline: z.boolean().optional(),
})
export type ChatResponse = z.infer<typeof ChatResponse>

/** A message that met a waiting run: its text is safe, and the person says what becomes of it. */
export const KeptMessage = z.object({
  kept: z.literal(true),
  kept_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  /** Still to be chosen; empty once it is queued or steers. */
  offers: z.array(OnBusy),
  waiting_gate_ids: z.array(z.string()),
})
export type KeptMessage = z.infer<typeof KeptMessage>

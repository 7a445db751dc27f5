import { z } from 'zod'

/** How much is said: `concise` says least, `coach` says why and encourages. */
export const ConversationStyle = z.enum(['concise', 'standard', 'conversational', 'coach'])
export type ConversationStyle = z.infer<typeof ConversationStyle>

/**
 * At which stages a person approves: `single_final` = final; `milestone_approvals` = outline, roadmap, final;
 * `strict_every_step` = pattern, outline, roadmap, final.
 */
export const ApprovalPolicy = z.enum(['single_final', 'milestone_approvals', 'strict_every_step'])
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

/** The seven sliders of a person. None of them ever removes a gate that another one or the engine demands. */
export const InteractionPolicy = z.strictObject({
  conversation_style: ConversationStyle.default('standard'),
  talkativeness: z.number().min(0).max(1).default(0.5),
  /** How many options and questions are offered; never which gates open. */
  autonomy: z.enum(['high', 'medium', 'low']).default('medium'),
  brainstorming_preference: z
    .enum(['on_demand', 'suggest_when_uncertain', 'always_offer'])
    .default('suggest_when_uncertain'),
  approval_policy: ApprovalPolicy.default('milestone_approvals'),
  /** At most so many questions in one batch. */
  probing_depth: z.int().min(0).max(3).default(1),
  tone: z.enum(['neutral', 'friendly', 'clinical']).default('friendly'),
})
export type InteractionPolicy = z.infer<typeof InteractionPolicy>

/** Some of the sliders: what a session overrides, or what a person changes. */
export const InteractionPolicyPatch = z.strictObject({
  conversation_style: ConversationStyle.optional(),
  talkativeness: InteractionPolicy.shape.talkativeness.unwrap().optional(),
  autonomy: InteractionPolicy.shape.autonomy.unwrap().optional(),
  brainstorming_preference: InteractionPolicy.shape.brainstorming_preference.unwrap().optional(),
  approval_policy: ApprovalPolicy.optional(),
  probing_depth: InteractionPolicy.shape.probing_depth.unwrap().optional(),
  tone: InteractionPolicy.shape.tone.unwrap().optional(),
})
export type InteractionPolicyPatch = z.infer<typeof InteractionPolicyPatch>

/** Standard style, talkativeness 0.5, medium autonomy, milestone approvals, probing depth 1, friendly. */
export const DEFAULT_INTERACTION_POLICY: InteractionPolicy = InteractionPolicy.parse({})

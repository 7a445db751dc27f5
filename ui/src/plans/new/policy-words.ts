import type { InteractionPolicy } from 'soulgate/contracts/plan'

/** One step of a slider: its value, its name, and what it means for the plan's maker. */
export interface PolicyStep<Value extends string | number> {
  readonly value: Value
  readonly label: string
  readonly meaning: string
}

export const STYLE_STEPS = [
  { value: 'concise', label: 'Concise', meaning: 'Short answers, two options at most.' },
  { value: 'standard', label: 'Standard', meaning: 'What is needed, with a reason.' },
  { value: 'conversational', label: 'Conversational', meaning: 'Fuller sentences, three options.' },
  { value: 'coach', label: 'Coach', meaning: 'Encourages, and asks back.' },
] as const satisfies readonly PolicyStep<string>[]

export const TALK_STEPS = [
  { value: 0, label: 'Silent', meaning: 'Only what has to be said.' },
  { value: 0.25, label: 'Brief', meaning: 'One or two sentences at each step.' },
  { value: 0.5, label: 'Balanced', meaning: 'A short summary at each step.' },
  { value: 0.75, label: 'Talkative', meaning: 'Summaries with the reasons.' },
  { value: 1, label: 'Everything', meaning: 'Explains each step in full.' },
] as const satisfies readonly PolicyStep<number>[]

export const AUTONOMY_STEPS = [
  { value: 'low', label: 'Low', meaning: 'Asks more and shows more options before it goes on.' },
  { value: 'medium', label: 'Medium', meaning: 'Asks where the goal leaves something open.' },
  {
    value: 'high',
    label: 'High',
    meaning: 'Assumes what is usual and says so. What you approve stays the same.',
  },
] as const satisfies readonly PolicyStep<string>[]

export const IDEAS_STEPS = [
  { value: 'on_demand', label: 'When I ask', meaning: 'No ideas unless you want some.' },
  {
    value: 'suggest_when_uncertain',
    label: 'When unsure',
    meaning: 'Other ways are offered where it is not sure.',
  },
  { value: 'always_offer', label: 'Always', meaning: 'Other ways are offered at every stage.' },
] as const satisfies readonly PolicyStep<string>[]

export const APPROVAL_STEPS = [
  { value: 'single_final', label: 'Once, at the end', meaning: 'You approve the finished plan.' },
  {
    value: 'milestone_approvals',
    label: 'At milestones',
    meaning: 'You approve outline, roadmap and the finished plan.',
  },
  {
    value: 'strict_every_step',
    label: 'Every step',
    meaning: 'You also approve the pattern the plan follows.',
  },
] as const satisfies readonly PolicyStep<string>[]

export const PROBING_STEPS = [
  { value: 0, label: 'None', meaning: 'No questions before the first draft.' },
  { value: 1, label: 'One', meaning: 'One question at most.' },
  { value: 2, label: 'Two', meaning: 'Two questions at most.' },
  { value: 3, label: 'Three', meaning: 'Three questions at most.' },
] as const satisfies readonly PolicyStep<number>[]

export const TONE_STEPS = [
  { value: 'neutral', label: 'Neutral', meaning: 'Plain sentences.' },
  { value: 'friendly', label: 'Friendly', meaning: 'Warm, and still short.' },
  { value: 'clinical', label: 'Clinical', meaning: 'Facts and figures only.' },
] as const satisfies readonly PolicyStep<string>[]

/** What counts for somebody who has moved no slider yet. */
export const USUAL_POLICY: InteractionPolicy = {
  conversation_style: 'standard',
  talkativeness: 0.5,
  autonomy: 'medium',
  brainstorming_preference: 'suggest_when_uncertain',
  approval_policy: 'milestone_approvals',
  probing_depth: 1,
  tone: 'friendly',
}

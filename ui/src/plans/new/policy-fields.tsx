import type { InteractionPolicy } from 'soulgate/contracts/plan'
import classes from './new-plan.module.css'
import { PolicySlider } from './policy-slider.tsx'
import {
  APPROVAL_STEPS,
  AUTONOMY_STEPS,
  IDEAS_STEPS,
  PROBING_STEPS,
  STYLE_STEPS,
  TALK_STEPS,
  TONE_STEPS,
} from './policy-words.ts'

/** The seven sliders: how the planner works with this person. None of them takes a decision away from people. */
export function PolicyFields(props: {
  readonly policy: InteractionPolicy
  readonly onChange: (change: Partial<InteractionPolicy>) => void
}) {
  const { policy, onChange } = props
  return (
    <div className={classes.sliders}>
      <PolicySlider
        label="You approve"
        steps={APPROVAL_STEPS}
        value={policy.approval_policy}
        onChange={approval_policy => onChange({ approval_policy })}
      />
      <PolicySlider
        label="Questions before it begins"
        steps={PROBING_STEPS}
        value={policy.probing_depth}
        onChange={probing_depth => onChange({ probing_depth })}
      />
      <PolicySlider
        label="Acts on its own"
        steps={AUTONOMY_STEPS}
        value={policy.autonomy}
        onChange={autonomy => onChange({ autonomy })}
      />
      <PolicySlider
        label="Other ideas"
        steps={IDEAS_STEPS}
        value={policy.brainstorming_preference}
        onChange={brainstorming_preference => onChange({ brainstorming_preference })}
      />
      <PolicySlider
        label="Style"
        steps={STYLE_STEPS}
        value={policy.conversation_style}
        onChange={conversation_style => onChange({ conversation_style })}
      />
      <PolicySlider
        label="How much it says"
        steps={TALK_STEPS}
        value={policy.talkativeness}
        onChange={talkativeness => onChange({ talkativeness })}
      />
      <PolicySlider
        label="Tone"
        steps={TONE_STEPS}
        value={policy.tone}
        onChange={tone => onChange({ tone })}
      />
    </div>
  )
}

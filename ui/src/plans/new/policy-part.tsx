import { Button } from '@mantine/core'
import type { InteractionPolicy } from 'soulgate/contracts/plan'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../../states/states.tsx'
import { useOwnPolicy } from '../use-plans.ts'
import classes from './new-plan.module.css'
import { PolicyFields } from './policy-fields.tsx'
import { USUAL_POLICY } from './policy-words.ts'

/** How the planner works with this person: for this plan, or kept for all that come. */
export function PolicyPart(props: {
  /** What differs from the person's own sliders for this plan. */
  readonly moved: Partial<InteractionPolicy>
  readonly onMove: (moved: Partial<InteractionPolicy>) => void
}) {
  const { moved, onMove } = props
  const { policy: own, keep } = useOwnPolicy()
  const policy: InteractionPolicy = { ...USUAL_POLICY, ...own.data, ...moved }
  const hasMoved = Object.keys(moved).length > 0
  const keepThem = () => keep.mutate(moved, { onSuccess: answer => !isRefused(answer) && onMove({}) })
  return (
    <details className={classes.more}>
      <summary>How it works with you</summary>
      <div className={classes.moreBody}>
        <PolicyFields policy={policy} onChange={change => onMove({ ...moved, ...change })} />
        <div className={classes.keep}>
          <Button
            variant="default"
            size="xs"
            disabled={!hasMoved}
            loading={keep.isPending}
            onClick={keepThem}
          >
            Keep this for all my plans
          </Button>
          <span role="status">
            {keep.isSuccess && !isRefused(keep.data) && !hasMoved && 'Kept.'}
            {hasMoved && 'Counts for this plan only, unless you keep it.'}
          </span>
        </div>
        {isRefused(keep.data) && <Complaint>{keep.data.problem.detail}</Complaint>}
        {keep.isError && <Complaint>{messageOf(keep.error)}</Complaint>}
      </div>
    </details>
  )
}

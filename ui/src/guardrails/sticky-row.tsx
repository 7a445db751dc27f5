import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Guideline } from 'soulgate/contracts/guideline'
import { Complaint } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './guardrails.module.css'
import { gistOf } from './guideline-words.ts'
import { useRemove } from './use-guidelines.ts'

/** An approval that counts for more than once: what it lets through, until when, and the way to take it back. */
export function StickyRow({ rule, mayRevoke }: { readonly rule: Guideline; readonly mayRevoke: boolean }) {
  const remove = useRemove()
  const { expires_at, suspended } = rule.action
  return (
    <li className={classes.rule} data-off={suspended !== undefined || undefined}>
      <Link to="/guardrails/$guidelineId" params={{ guidelineId: rule.id }} className={classes.ruleLink}>
        <span className={classes.ruleName}>
          <AgentText text={rule.name} />
        </span>
        <span className={classes.gist}>
          <AgentText text={gistOf(rule)} />
        </span>
      </Link>
      <span className={classes.facts}>
        {suspended ? (
          <span className={classes.suspended}>
            suspended: <AgentText text={suspended.because} />
          </span>
        ) : (
          expires_at && <span>until {clockText(expires_at)}</span>
        )}
      </span>
      {mayRevoke && (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate(rule.id)}
        >
          Revoke
        </Button>
      )}
      {remove.data && <Complaint>{remove.data.problem.detail}</Complaint>}
    </li>
  )
}

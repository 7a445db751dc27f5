import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AutonomyScope } from 'soulgate/contracts/autonomy'
import { isRefused } from 'soulgate/sdk'
import { ReplayPanel } from '../policy/replay-panel.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './autonomy.module.css'
import { type DraftTerms, TermFields } from './term-fields.tsx'
import { useGrant } from './use-autonomy.ts'

const DAY_MS = 86_400_000
const SPOT_CHECK_SHARE = 0.05
const USUAL: DraftTerms = {
  ...{ percent: 98, perHour: 50, perDay: 200, days: 90 },
  ...{ inShadow: true, limits: {}, harmless: [] },
}

/** The terms of a contract, with what it promises where it is granted, and what it would have done. */
export function GrantForm({ scope, onDone }: { readonly scope: AutonomyScope; readonly onDone: () => void }) {
  const [draft, setDraft] = useState(USUAL)
  const grant = useGrant()
  const terms = {
    scope: scope.scope,
    target: draft.percent / 100,
    spot_check_share: SPOT_CHECK_SHARE,
    max_per_hour: draft.perHour,
    max_per_day: draft.perDay,
    amount_limits: draft.limits,
    harmless_texts: [...draft.harmless],
  }
  const submit = async () => {
    const ends_at = new Date(Date.now() + draft.days * DAY_MS).toISOString()
    const made = await grant.mutateAsync({ ...terms, ends_at, stays_in_shadow: draft.inShadow })
    if (!isRefused(made)) onDone()
  }
  return (
    <form
      className={classes.form}
      aria-label={`Grant a contract for ${scope.tool}`}
      onSubmit={event => {
        event.preventDefault()
        submit().catch(() => {})
      }}
    >
      <TermFields scope={scope} draft={draft} onChange={setDraft} />
      <p className={classes.guarantee}>
        While the agent, the tool and the mix of calls stay as they were, at least {draft.percent} % of what
        runs by itself is right, with 95 % confidence; after a change the wrong calls until the contract is
        suspended are bounded, not zero. It opens only when people’s own decisions are evidence enough, and 5
        % of the calls still go to people.
      </p>
      <ReplayPanel
        tried={{ contracts: [terms] }}
        hint="Which of these calls it would have let run had it stood open all the time, without spot checks, and what people said to each. What nobody had approved by then is asked about."
      />
      <div className={runClasses.actions}>
        <Button type="submit" loading={grant.isPending}>
          Grant the contract
        </Button>
        <Button variant="default" onClick={onDone}>
          Not now
        </Button>
      </div>
      {isRefused(grant.data) && <Complaint>{grant.data.problem.detail}</Complaint>}
      {grant.isError && <Complaint>{messageOf(grant.error)}</Complaint>}
    </form>
  )
}

import { Button, Checkbox, NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { AutonomyScope } from 'soulgate/contracts/autonomy'
import { isRefused } from 'soulgate/sdk'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './autonomy.module.css'
import { useGrant } from './use-autonomy.ts'

const DAY_MS = 86_400_000

/** The terms of a contract, with what it promises where it is granted. */
export function GrantForm({ scope, onDone }: { readonly scope: AutonomyScope; readonly onDone: () => void }) {
  const [target, setTarget] = useState(98)
  const [perHour, setPerHour] = useState(50)
  const [perDay, setPerDay] = useState(200)
  const [days, setDays] = useState(90)
  const [inShadow, setInShadow] = useState(true)
  const grant = useGrant()
  const submit = async () => {
    const made = await grant.mutateAsync({
      scope: scope.scope,
      target: target / 100,
      max_per_hour: perHour,
      max_per_day: perDay,
      ends_at: new Date(Date.now() + days * DAY_MS).toISOString(),
      stays_in_shadow: inShadow,
    })
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
      <div className={classes.fields}>
        <NumberInput
          label="At least this share right, in %"
          value={target}
          min={90}
          max={99.9}
          decimalScale={1}
          onChange={value => setTarget(Number(value))}
        />
        <NumberInput
          label="At most an hour"
          value={perHour}
          min={1}
          max={1000}
          onChange={value => setPerHour(Number(value))}
        />
        <NumberInput
          label="At most a day"
          value={perDay}
          min={1}
          max={10_000}
          onChange={value => setPerDay(Number(value))}
        />
        <NumberInput
          label="Ends after days"
          value={days}
          min={1}
          max={365}
          onChange={value => setDays(Number(value))}
        />
      </div>
      <Checkbox
        label="Only in shadow: show what it would do, and let nothing run until I say so"
        checked={inShadow}
        onChange={event => setInShadow(event.currentTarget.checked)}
      />
      <p className={classes.guarantee}>
        While the agent, the tool and the mix of calls stay as they were, at least {target} % of what runs by
        itself is right, with 95 % confidence; after a change the wrong calls until the contract is suspended
        are bounded, not zero. It opens only when people’s own decisions are evidence enough, and 5 % of the
        calls still go to people.
      </p>
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

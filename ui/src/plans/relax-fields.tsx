import { Radio, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { JsonObject } from 'soulgate/contracts/json-value'
import { PlanConflict } from 'soulgate/contracts/plan'
import { AgentText } from '../text/agent-text.tsx'
import classes from './changes.module.css'
import { relaxationWith, type WayOut, waysOut } from './ways-out.ts'

/** Which constraint gives way, and to what: what was tried and fits stands there already. */
export function RelaxFields({
  gate,
  onChange,
}: {
  readonly gate: Gate
  readonly onChange: (relaxation: JsonObject | undefined) => void
}) {
  const [ways] = useState(() => waysOut(conflictOf(gate)))
  const [chosen, setChosen] = useState(ways[0])
  const [value, setValue] = useState(chosen?.value ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever what was chosen changes
  useEffect(() => onChange(chosen && relaxationWith(chosen, value)), [chosen, value])
  const choose = (way: WayOut) => {
    setChosen(way)
    setValue(way.value)
  }
  return (
    <fieldset className={classes.ways}>
      <legend>What gives way?</legend>
      {ways.map((way, index) => (
        <Radio
          key={way.id}
          name={gate.gate_id}
          ref={index === 0 ? focus : undefined}
          label={<AgentText text={way.text} />}
          checked={way.id === chosen?.id}
          onChange={() => choose(way)}
        />
      ))}
      {chosen && chosen.kind !== 'fixed' && (
        <TextInput
          type={chosen.kind}
          label={chosen.kind === 'date' ? 'The new day' : 'The new limit'}
          description="What stands there has been tried, and fits."
          error={value === '' ? 'Give a value.' : undefined}
          value={value}
          onChange={event => setValue(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}

function conflictOf({ subject }: Gate): PlanConflict | undefined {
  return 'plan' in subject ? PlanConflict.safeParse(subject.plan.conflict).data : undefined
}

/** The panel opens because somebody asked for it, so the keyboard goes there. */
function focus(field: HTMLElement | null): void {
  field?.focus()
}

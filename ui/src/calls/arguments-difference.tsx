import { useMemo } from 'react'
import type { JsonObject } from 'soulgate/contracts/json-value'
import { DiffView } from '../differences/diff-view.tsx'
import { linesBetween } from '../differences/lines.ts'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { valueText } from './call-summary.ts'
import classes from './calls.module.css'

/** Arguments before and after an edit, side by side; what is the same in both is left out. */
export function ArgumentsDifference(props: { readonly before: JsonObject; readonly after: JsonObject }) {
  const { before, after } = props
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return <p className={classes.none}>Nothing is changed.</p>
  return (
    <div className={classes.difference}>
      {changed.map(name => (
        <ArgumentDifference
          key={name}
          name={name}
          before={textOf(before, name)}
          after={textOf(after, name)}
        />
      ))}
    </div>
  )
}

function ArgumentDifference(props: {
  readonly name: string
  readonly before: string
  readonly after: string
}) {
  const { name, before, after } = props
  const lines = useMemo(() => linesBetween(before, after), [before, after])
  return (
    <div>
      <span className={classes.none}>
        <AgentText text={name} />
      </span>
      <DiffView lines={lines} view="split" label={`${escapeHiddenCharacters(name)} before and after`} />
    </div>
  )
}

function textOf(values: JsonObject, name: string): string {
  const value = values[name]
  return value === undefined ? '' : valueText(value)
}

import type { JsonObject } from 'soulgate/contracts/json-value'
import { AgentText } from '../text/agent-text.tsx'
import { valueText } from './call-summary.ts'
import classes from './calls.module.css'
import { type DifferencePart, differenceOf } from './text-difference.ts'

/** Arguments before and after an edit, side by side; what is the same in both is left out. */
export function ArgumentsDifference(props: { readonly before: JsonObject; readonly after: JsonObject }) {
  const { before, after } = props
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return <p className={classes.none}>Nothing is changed.</p>
  return (
    <div className={classes.difference}>
      {changed.map(name => (
        <table key={name} className={classes.sides}>
          <caption>
            <AgentText text={name} />
          </caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {differenceOf(textOf(before, name), textOf(after, name)).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
              <tr key={index}>
                <Side kind="before" parts={row.before} />
                <Side kind="after" parts={row.after} />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

function Side(props: {
  readonly kind: 'before' | 'after'
  readonly parts: readonly DifferencePart[] | undefined
}) {
  const isChanged = props.parts?.some(part => part.isChanged)
  const Changed = props.kind === 'before' ? 'del' : 'ins'
  return (
    <td
      className={classes.side}
      data-kind={isChanged ? props.kind : undefined}
      data-none={!props.parts || undefined}
    >
      {props.parts?.map((part, index) => {
        const Word = part.isChanged ? Changed : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word is known by its place
          <Word key={index}>
            <AgentText text={part.text} />
          </Word>
        )
      })}
    </td>
  )
}

function textOf(values: JsonObject, name: string): string {
  const value = values[name]
  return value === undefined ? '' : valueText(value)
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { JsonObject } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { client } from '../application/client.ts'
import { ArgumentsDifference } from '../calls/arguments-difference.tsx'
import { ArgumentsEditor } from '../calls/arguments-editor.tsx'
import { LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import classes from './inbox.module.css'

type Edits = Readonly<Record<string, JsonObject | null>>

/** Editors for the arguments of calls, and beside them what that changes. Tells the changed ones, or `undefined`. */
export function EditPanel(props: {
  readonly calls: readonly ToolCall[]
  readonly showsDifference: boolean
  readonly onChange: (edited: Readonly<Record<string, JsonObject>> | undefined) => void
}) {
  const tools = useQuery({ queryKey: ['tools'], queryFn: ({ signal }) => client.tools.list({ signal }) })
  const [edits, setEdits] = useState<Edits>({})
  const panel = useRef<HTMLDivElement>(null)
  const isReady = !tools.isPending
  useEffect(() => {
    if (isReady) panel.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus()
  }, [isReady])
  if (tools.isPending) return <LoadingState label="Reading what the tool takes" lines={2} />
  const change = (call: ToolCall, edited: JsonObject | undefined) => {
    const next = { ...edits, [call.call_id]: edited ?? null }
    setEdits(next)
    props.onChange(changedOf(props.calls, next))
  }
  return (
    <div ref={panel} className={classes.edits}>
      {props.calls.map(call => (
        <fieldset key={call.call_id} className={classes.edit}>
          <legend>
            <code>
              <AgentText text={call.tool} />
            </code>
          </legend>
          <ArgumentsEditor
            schema={tools.data?.find(tool => tool.name === call.tool)?.input_schema ?? {}}
            initial={call.arguments}
            onChange={edited => change(call, edited)}
          />
          {props.showsDifference && edits[call.call_id] && (
            <section
              className={classes.editDifference}
              aria-label={`What changes in ${escapeHiddenCharacters(call.tool)}`}
            >
              <ArgumentsDifference before={call.arguments} after={edits[call.call_id] ?? {}} />
            </section>
          )}
        </fieldset>
      ))}
      <p className={classes.aside}>
        What you change is checked by the guardrails again before it runs, and both forms are kept.
      </p>
    </div>
  )
}

function changedOf(
  calls: readonly ToolCall[],
  edits: Edits,
): Readonly<Record<string, JsonObject>> | undefined {
  const changed: Record<string, JsonObject> = {}
  for (const call of calls) {
    const edited = edits[call.call_id]
    if (edited === null) return undefined
    if (edited && JSON.stringify(edited) !== JSON.stringify(call.arguments)) changed[call.call_id] = edited
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

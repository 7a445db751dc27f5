import { useEffect, useRef } from 'react'
import type { JsonObject } from 'soulgate/contracts/json-value'
import { holdsSecretMark } from 'soulgate/contracts/secret-mark'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { ArgumentsEditor, readEditor } from '../calls/arguments-editor.tsx'
import { ArgumentsDifference } from '../calls/lazy-difference.tsx'
import { LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import classes from './inbox.module.css'
import type { Edits } from './use-edits.ts'

/** Editors for the arguments of calls, and beside them what that changes. */
export function EditPanel(props: {
  readonly calls: readonly ToolCall[]
  readonly edits: Edits
  readonly showsDifference: boolean
  /** Told what one call is now, or `undefined` while it does not fit or is as it was. */
  readonly onChange?: (callId: string, edited: JsonObject | undefined) => void
}) {
  const { edits } = props
  const panel = useRef<HTMLDivElement>(null)
  const isReady = !edits.isPending
  useEffect(() => {
    if (isReady) panel.current?.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus()
  }, [isReady])
  if (!isReady) return <LoadingState label="Reading what the tool takes" lines={2} />
  return (
    <div ref={panel} className={classes.edits}>
      {props.calls.map(call => {
        const draft = edits.kept[call.call_id]
        const [schema, initial] = [edits.schemaOf(call), call.arguments]
        const after = draft && readEditor({ schema, initial }, draft)
        return (
          <fieldset key={call.call_id} className={classes.edit}>
            <legend>
              <code>
                <AgentText text={call.tool} />
              </code>
            </legend>
            <ArgumentsEditor
              schema={schema}
              initial={initial}
              draft={draft}
              onChange={(edited, next) => {
                const changed = edits.keep(call, edited, next)
                props.onChange?.(call.call_id, changed)
              }}
            />
            {props.showsDifference && after && (
              <section
                className={classes.editDifference}
                aria-label={`What changes in ${escapeHiddenCharacters(call.tool)}`}
              >
                <ArgumentsDifference before={call.arguments} after={after} />
              </section>
            )}
          </fieldset>
        )
      })}
      <p className={classes.aside}>
        What you change is checked by the guardrails again before it runs, and both forms are kept. It stays
        in this browser until you send or discard it.
        {holdsSecretMark(JSON.stringify(props.calls.map(call => call.arguments))) &&
          ' A hidden secret stays as it is while you leave its mark in its place.'}
      </p>
    </div>
  )
}

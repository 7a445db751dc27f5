import type { Gate } from 'soulgate/contracts/gate'
import type { ArgumentOrigin } from 'soulgate/contracts/tool-call'
import { ORIGIN_NAMES } from '../calls/origin-chip.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { toolCallsOf } from './decision-draft.ts'
import classes from './inbox.module.css'

/** Where each argument came from, and what else was possible. */
export function Evidence({ gate }: { readonly gate: Gate }) {
  const origins = originsOf(gate)
  if (origins.length + gate.alternatives.length === 0) return null
  return (
    <section className={classes.section}>
      <h3>Evidence</h3>
      {origins.length > 0 && (
        <ul className={classes.origins} aria-label="Where the arguments came from">
          {origins.map(origin => (
            <Origin key={origin.key} origin={origin} />
          ))}
        </ul>
      )}
      {gate.alternatives.length > 0 && (
        <div>
          <b>Other ways</b>
          <ul className={classes.plainList}>
            {[...new Set(gate.alternatives)].map(alternative => (
              <li key={alternative}>
                <AgentText text={alternative} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function Origin({ origin }: { readonly origin: ShownOrigin }) {
  return (
    <li data-source={origin.source}>
      <code>
        <AgentText text={`${origin.tool}${origin.pointer}`} />
      </code>
      <span className={classes.originValue}>
        <LongAgentText mono limit={160} text={origin.value} />
      </span>
      <span className={classes.originSource}>
        {ORIGIN_NAMES[origin.source]}
        {origin.where && (
          <>
            : <AgentText text={origin.where} />
          </>
        )}
      </span>
    </li>
  )
}

interface ShownOrigin extends ArgumentOrigin {
  readonly key: string
  readonly tool: string
}

/**
 * What the chip at an argument cannot say: from where exactly, and parts of nested values. One argument can come from
 * several places; each is shown once.
 */
function originsOf(gate: Gate): readonly ShownOrigin[] {
  const shown = toolCallsOf(gate).flatMap(({ call_id, tool, origins = [] }) =>
    origins.filter(hasMore).map(origin => ({ ...origin, tool, key: JSON.stringify([call_id, origin]) })),
  )
  return [...new Map(shown.map(origin => [origin.key, origin])).values()]
}

function hasMore({ where, pointer }: ArgumentOrigin): boolean {
  return where !== undefined || pointer.lastIndexOf('/') > 0
}

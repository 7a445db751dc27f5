import type { Gate } from 'soulgate/contracts/gate'
import type { ArgumentOrigin } from 'soulgate/contracts/tool-call'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { toolCallsOf } from './decision-draft.ts'
import classes from './inbox.module.css'

const SOURCE_NAMES: Readonly<Record<ArgumentOrigin['source'], string>> = {
  person: 'from your words',
  trusted: 'from trusted data',
  untrusted: 'from untrusted data',
  unknown: 'origin unknown',
}

/** Section 3 of the card: where each argument came from, what was attached, what else was possible. */
export function Evidence({ gate }: { readonly gate: Gate }) {
  const origins = originsOf(gate)
  if (origins.length + gate.artifacts.length + gate.alternatives.length === 0) return null
  return (
    <section className={classes.section}>
      <h3>Evidence</h3>
      {origins.length > 0 && (
        <ul className={classes.origins} aria-label="Where the arguments came from">
          {origins.map(origin => (
            <li key={origin.key} data-source={origin.source}>
              <code>
                {origin.tool}
                {origin.pointer}
              </code>
              <span className={classes.originValue}>
                <LongAgentText mono limit={160} text={origin.value} />
              </span>
              <span className={classes.originSource}>
                {SOURCE_NAMES[origin.source]}
                {origin.where && (
                  <>
                    : <AgentText text={origin.where} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {gate.artifacts.map(artifact => (
        <details key={artifact.path} className={classes.artifact}>
          <summary>
            <AgentText text={artifact.path} /> · {artifact.type} · {artifact.size_bytes.toLocaleString('en')}{' '}
            bytes
          </summary>
          <LongAgentText mono limit={2000} text={artifact.preview ?? 'There is no preview.'} />
        </details>
      ))}
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

interface ShownOrigin extends ArgumentOrigin {
  readonly key: string
  readonly tool: string
}

/** One argument can come from several places; each is shown once. */
function originsOf(gate: Gate): readonly ShownOrigin[] {
  const shown = toolCallsOf(gate).flatMap(({ call_id, tool, origins = [] }) =>
    origins.map(origin => ({ ...origin, tool, key: JSON.stringify([call_id, origin]) })),
  )
  return [...new Map(shown.map(origin => [origin.key, origin])).values()]
}

import type { Artifact, Gate } from 'soulgate/contracts/gate'
import type { ArgumentOrigin } from 'soulgate/contracts/tool-call'
import { ORIGIN_NAMES } from '../calls/origin-chip.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { toolCallsOf } from './decision-draft.ts'
import classes from './inbox.module.css'

/** Section 3 of the card: where each argument came from, what was attached, what else was possible. */
export function Evidence({ gate, showsFiles }: { readonly gate: Gate; readonly showsFiles: boolean }) {
  const origins = originsOf(gate)
  if (origins.length + gate.artifacts.length + gate.alternatives.length === 0) return null
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
      {gate.artifacts.map(artifact => (
        <ArtifactView key={artifact.path} artifact={artifact} isOpen={showsFiles} />
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

/** An attached file by its preview; of a diff the lines that come and go are coloured. */
function ArtifactView({ artifact, isOpen }: { readonly artifact: Artifact; readonly isOpen: boolean }) {
  const text = artifact.preview ?? 'There is no preview.'
  return (
    <details className={classes.artifact} open={isOpen}>
      <summary>
        <AgentText text={artifact.path} /> · {artifact.type} · {artifact.size_bytes.toLocaleString('en')}{' '}
        bytes
      </summary>
      {artifact.type === 'diff' ? (
        <pre className={classes.patch}>
          {text.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
            <span key={index} data-change={line[0] === '+' || line[0] === '-' ? line[0] : undefined}>
              <AgentText text={line} />
              {'\n'}
            </span>
          ))}
        </pre>
      ) : (
        <LongAgentText mono limit={2000} text={text} />
      )}
    </details>
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

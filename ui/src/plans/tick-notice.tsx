import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import plans from './plans.module.css'
import type { useTicks } from './use-ticks.ts'

/** What was just ticked off, with the way back. */
export function TickNotice({ ticks }: { readonly ticks: ReturnType<typeof useTicks> }) {
  const { last, refusal, error } = ticks
  return (
    <>
      {refusal !== undefined && <Complaint>{refusal}</Complaint>}
      {error && <Complaint>{messageOf(error)}</Complaint>}
      <div className={plans.undo} role="status">
        {last && (
          <>
            <span>
              “<AgentText text={last.node.title} />” is {last.isDone ? 'done' : 'open again'}.
            </span>
            <button type="button" onClick={ticks.undo}>
              Undo
            </button>
          </>
        )}
      </div>
    </>
  )
}

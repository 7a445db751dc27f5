import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tellAnswer } from 'soulgate/contracts/answer'
import type { Run } from 'soulgate/contracts/run'
import type { ToolCallResult } from 'soulgate/contracts/tool-call'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { targetOf } from '../calls/call-summary.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { durationText } from '../time/time.ts'
import { undoneCallIds } from './interruptions.ts'
import classes from './runs.module.css'
import { useRunChange, useRunEvents } from './use-runs.ts'

const STATUS_NAMES: Readonly<Record<ToolCallResult['status'], string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  not_run: 'did not run',
  unknown: 'outcome unknown',
}

/** Names of the tools whose calls can be taken back. */
function useUndoableTools(): ReadonlySet<string> {
  const tools = useQuery({
    queryKey: ['tools'],
    queryFn: ({ signal }) => client.tools.list({ signal }),
    staleTime: 60_000,
  })
  const undoable = (tools.data ?? []).filter(tool => tool.reversibility.endsWith('reversible'))
  return new Set(undoable.flatMap(tool => (tool.reversibility === 'irreversible' ? [] : [tool.name])))
}

/** What became of each call of a run. */
export function CallResults(props: {
  readonly runId: string
  readonly results: readonly ToolCallResult[]
  /** What is known of the calls beside their results. */
  readonly calls?: Run['calls']
}) {
  const { undoCall } = useRunChange(props.runId)
  const { role } = useIdentity()
  const mayUndo = role === 'admin' || role === 'reviewer'
  const undone = undoneCallIds(useRunEvents(props.runId).data ?? [])
  const undoable = useUndoableTools()
  return (
    <>
      <ol className={classes.results}>
        {props.results.map(result => (
          <li key={result.call_id} className={classes.result}>
            <div className={classes.resultHead}>
              <span className={classes.target}>
                <AgentText text={actOf(result, props.calls)} />
              </span>
              <span
                className={classes.status}
                data-status={undone.has(result.call_id) ? 'undone' : result.status}
              >
                {undone.has(result.call_id) ? 'taken back' : STATUS_NAMES[result.status]}
              </span>
              <span className={classes.rowFacts}>{durationText(result.duration_ms)}</span>
              {mayUndo &&
                result.status === 'succeeded' &&
                !undone.has(result.call_id) &&
                undoable.has(result.tool_name) && (
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Undo ${escapeHiddenCharacters(result.tool_name)}`}
                    loading={undoCall.isPending && undoCall.variables === result.call_id}
                    onClick={() => undoCall.mutate(result.call_id)}
                  >
                    Undo
                  </Button>
                )}
            </div>
            <LongAgentText limit={400} text={result.error ?? (tellAnswer([result]) || result.message)} />
            {result.output !== undefined && result.output !== null && (
              <details>
                <summary>Output</summary>
                <LongAgentText
                  mono
                  limit={2000}
                  text={
                    typeof result.output === 'string' ? result.output : JSON.stringify(result.output, null, 2)
                  }
                />
              </details>
            )}
          </li>
        ))}
      </ol>
      {isRefused(undoCall.data) && <Complaint>{undoCall.data.problem.detail}</Complaint>}
      {undoCall.data && !isRefused(undoCall.data) && <p role="status">{undoCall.data.message}</p>}
      {undoCall.isError && <Complaint>{messageOf(undoCall.error)}</Complaint>}
    </>
  )
}

/** What a call did: as the run says it, else by its tool and arguments alone. */
function actOf({ call_id, tool_name: tool, input }: ToolCallResult, calls: Run['calls'] = []): string {
  const known = calls.find(call => call.call_id === call_id)?.act
  return known ?? `${tool} ${targetOf({ arguments: input })}`
}

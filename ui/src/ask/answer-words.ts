import type { ReasoningResponse } from 'soulgate/contracts/reasoning'

export interface Headline {
  readonly tone: 'waiting' | 'done' | 'failed' | 'idle'
  readonly title: string
  readonly text: string
}

/** Where a reasoning answer stands, in one title and one sentence. */
export function headlineOf(answer: ReasoningResponse): Headline {
  switch (answer.state) {
    case 'awaiting_approval':
      return { tone: 'waiting', title: 'It waits for a decision', text: 'Nothing runs before that.' }
    case 'clarification_needed':
      return {
        tone: 'waiting',
        title: 'It has questions',
        text: 'The goal can be read in more than one way.',
      }
    case 'pre_validation_failed':
      return {
        tone: 'failed',
        title: 'This cannot work as it stands',
        text: 'It was checked before any tool ran.',
      }
    case 'execution_impossible':
      return { tone: 'failed', title: 'No tool here can do this', text: 'Nothing ran.' }
    case 'low_confidence':
      return { tone: 'idle', title: 'A suggestion only', text: 'The confidence is too low to run anything.' }
    case 'approval_timeout':
      return {
        tone: 'idle',
        title: 'Nobody answered in time',
        text: 'Nothing ran. The gate can be reopened.',
      }
    case 'approval_denied':
      return { tone: 'idle', title: 'It was rejected', text: 'Nothing ran.' }
    case undefined:
      return answer.success
        ? { tone: 'done', title: 'Done', text: doneText(answer) }
        : { tone: 'failed', title: 'It did not work out', text: failedText(answer) }
  }
}

function doneText({ tool_results: results, execution_path: path }: ReasoningResponse): string {
  const count = results.length === 1 ? 'One call' : `${results.length} calls`
  return path === 'approved' ? `${count} ran as approved.` : `${count} ran; policy needed nobody's approval.`
}

function failedText({ tool_results: results }: ReasoningResponse): string {
  const failed = results.filter(result => result.status !== 'succeeded').length
  return results.length === 0 ? 'No call ran.' : `${failed} of ${results.length} calls did not succeed.`
}

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReasoningResponse } from 'soulgate/contracts/reasoning'
import { ConfidenceBars } from '../confidence/confidence-bars.tsx'
import { CallResults } from '../runs/call-results.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { headlineOf } from './answer-words.ts'
import classes from './ask.module.css'
import { Clarification } from './clarification.tsx'
import { ProposedCalls } from './proposed-calls.tsx'
import { useAnswer } from './use-ask.ts'

/** What came of a goal, kept up to date while people decide and tools run. */
export function AskAnswer(props: {
  readonly first: ReasoningResponse
  readonly goal: string
  readonly onClarified: (answer: ReasoningResponse) => void
}) {
  const { first, goal } = props
  const requestId = first.soul_request_id
  const answer = useAnswer(first.run_id, requestId).data ?? first
  const { tone, title, text } = headlineOf(answer)
  const { result } = answer
  const isWaiting = answer.state === 'awaiting_approval'
  // While it waits, message and next steps only repeat for programs what the headline says.
  const words = isWaiting ? result.reasoning_summary : result.message || result.reasoning_summary
  const isAsked = answer.state === 'clarification_needed' || answer.state === 'pre_validation_failed'
  return (
    <article className={classes.answer} aria-label="Answer">
      <p className={classes.asked}>
        <AgentText text={goal} />
      </p>
      <div className={classes.headline} data-tone={tone} role="status">
        <h2>{title}</h2>
        <p>{text}</p>
        {isWaiting && requestId && (
          <Button renderRoot={rest => <Link {...rest} to="/inbox/$gateId" params={{ gateId: requestId }} />}>
            Review and decide
          </Button>
        )}
      </div>
      {!isWaiting && (
        <div className={classes.told}>
          <LongAgentText limit={1500} text={words} />
        </div>
      )}
      {isWaiting && requestId && <ProposedCalls gateId={requestId} approval={answer.approval_request} />}
      {isAsked && requestId && (
        <Clarification runId={first.run_id} gateId={requestId} onAnswered={props.onClarified} />
      )}
      {answer.validation && answer.validation.failures.length > 0 && (
        <ul className={classes.failures}>
          {answer.validation.failures.map(failure => (
            <li key={failure.check + failure.message}>
              <AgentText text={failure.message} />
              {failure.suggestions.length > 0 && (
                <span className={classes.hint}> Did you mean {failure.suggestions.join(', ')}?</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {answer.tool_results.length > 0 && <CallResults runId={first.run_id} results={answer.tool_results} />}
      {isWaiting && <LongAgentText limit={1500} text={words} />}
      {!isWaiting && <Notes title="Next" notes={result.next_steps.filter(isForPeople)} />}
      <details className={classes.score}>
        <summary>{scoreLine(answer)}</summary>
        <ConfidenceBars
          confidence={{ score: answer.confidence, factors: result.confidence_factors, adjustments: [] }}
        />
      </details>
      <footer className={classes.links}>
        <Button
          variant="default"
          renderRoot={rest => <Link {...rest} to="/runs/$runId" params={{ runId: first.run_id }} />}
        >
          Follow the run
        </Button>
      </footer>
    </article>
  )
}

/** The score with the weakest of its reasons, in one line. */
function scoreLine({ confidence, result }: ReasoningResponse): string {
  const weakest = result.confidence_factors.toSorted((a, b) => a.value - b.value)[0]
  const because = weakest?.evidence[0]
  return `Confidence ${Math.round(confidence * 100)} %${because === undefined ? '' : `: ${because}`}`
}

/** Steps that name a route of the API are for programs. */
function isForPeople(note: string): boolean {
  return !/\b(?:GET|POST|PUT|DELETE) \//.test(note)
}

function Notes({ title, notes }: { readonly title: string; readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <div>
      <b>{title}</b>
      <ul className={classes.notes}>
        {[...new Set(notes)].map(note => (
          <li key={note}>
            <AgentText text={note} />
          </li>
        ))}
      </ul>
    </div>
  )
}

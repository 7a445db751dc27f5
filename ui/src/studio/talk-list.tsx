import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { goalOf, RUN_STATUS_NAMES } from '../runs/run-words.ts'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './studio.module.css'
import { useTalks } from './use-talk.ts'

/** The talks there were, by when something last happened in them. */
export function TalkList() {
  const { pages, talks } = useTalks()
  if (pages.isPending) return <LoadingState label="Reading the talks" lines={3} />
  if (pages.isError && !pages.data)
    return <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
  if (talks.length === 0) return null
  return (
    <section className={classes.talks} aria-labelledby="talks">
      <h2 id="talks">Talks</h2>
      <ul>
        {talks.map(({ sessionId, first, last, runs }) => (
          <li key={sessionId}>
            <Link to="/studio/$sessionId" params={{ sessionId }}>
              <span className={classes.talkTitle}>
                <AgentText text={goalOf(first)} />
              </span>
              <span className={classes.talkFacts}>
                <span data-status={last.status} className={classes.talkStatus}>
                  {last.status === 'completed' ? 'Ready' : RUN_STATUS_NAMES[last.status]}
                </span>
                <span>
                  {runs} {runs === 1 ? 'turn' : 'turns'}
                </span>
                <time dateTime={last.created_at}>{clockText(last.created_at)}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show earlier talks
        </Button>
      )}
    </section>
  )
}

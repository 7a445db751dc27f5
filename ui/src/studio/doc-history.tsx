import { Button } from '@mantine/core'
import type { ProductDocPatch } from 'soulgate/contracts/product-doc'
import { useIdentity } from '../application/session.tsx'
import { TextDifference } from '../differences/text-difference.tsx'
import { actorName } from '../runs/run-words.ts'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import classes from './doc.module.css'
import { useDocHistory } from './use-product-doc.ts'

/** Who changed what, newest first, with the difference on demand. */
export function DocHistory({ sessionId }: { readonly sessionId: string }) {
  const history = useDocHistory(sessionId)
  if (history.isPending) return <LoadingState label="Reading the changes" lines={2} />
  if (history.isError) return <FailureState error={history.error} onRetry={() => void history.refetch()} />
  const patches = history.data.pages.flatMap(page => page.items)
  return (
    <section className={classes.history} aria-label="History">
      <h3>History</h3>
      <ol>
        {patches.map(patch => (
          <li key={patch.patch_id}>
            <Change patch={patch} />
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </section>
  )
}

function Change({ patch }: { readonly patch: ProductDocPatch }) {
  const { person } = useIdentity()
  const { before, after } = patch
  const verb = !before ? 'wrote' : after ? 'changed' : 'removed'
  return (
    <details className={classes.change}>
      <summary>
        <b>{actorName(patch.changed_by, person.id)}</b> {verb}{' '}
        <AgentText text={after?.title ?? before?.title ?? patch.section} />
        <time dateTime={patch.at}>{clockText(patch.at)}</time>
        {patch.change_summary !== '' && (
          <span className={classes.summary}>
            <AgentText text={patch.change_summary} />
          </span>
        )}
      </summary>
      <TextDifference before={before?.content ?? ''} after={after?.content ?? ''} />
    </details>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Page, PageVersionSummary } from 'soulgate/contracts/page'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../../application/session.tsx'
import { actorName } from '../../runs/run-words.ts'
import { Complaint, FailureState, LoadingState, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import { clockText } from '../../time/time.ts'
import { PageDifference } from './page-difference.tsx'
import classes from './pages.module.css'
import { PhoneFrame } from './phone-frame.tsx'
import { SnapshotList } from './snapshot-list.tsx'
import { usePageChange, usePageDiff, usePageVersions } from './use-pages.ts'

/** Every state a page was in: what it changed, how it looked, and the way back to it. */
export function VersionsPane({ page }: { readonly page: Page }) {
  const versions = usePageVersions(page)
  if (versions.isPending) return <LoadingState label="Reading the versions" />
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
  return (
    <div className={classes.versions}>
      <h2>Versions of {page.title}</h2>
      <ol>
        {versions.data.map(version => (
          <li key={version.version_id}>
            <VersionRow page={page} version={version} />
          </li>
        ))}
      </ol>
      <SnapshotList sessionId={page.session_id} />
    </div>
  )
}

function Picture({ page, version }: { readonly page: Page; readonly version: number }) {
  return (
    <PhoneFrame shown={{ page, version, look: 0 }} title={`${page.title}, version ${version}`} width={360} />
  )
}

type Opened = 'difference' | 'picture' | undefined

function VersionRow({ page, version }: { readonly page: Page; readonly version: PageVersionSummary }) {
  const { person } = useIdentity()
  const isCurrent = version.version === page.current_version
  const [opened, setOpened] = useState<Opened>(isCurrent && version.version > 1 ? 'difference' : undefined)
  const toggle = (what: Opened) => setOpened(opened === what ? undefined : what)
  return (
    <article className={classes.version} data-current={isCurrent || undefined}>
      <header>
        <b>Version {version.version}</b>
        {isCurrent && <span className={classes.mark}>stands now</span>}
        {version.is_pinned && <span className={classes.mark}>kept for good</span>}
        {version.fallback_used && (
          <span className={classes.warn}>built in, the model’s could not be used</span>
        )}
        <span className={classes.quiet}>
          {actorName(version.created_by, person.id)} ·{' '}
          <time dateTime={version.created_at}>{clockText(version.created_at)}</time>
        </span>
      </header>
      <p>
        <AgentText text={version.description} />
      </p>
      {version.is_released ? (
        <p className={classes.quiet}>Its code was let go; newer versions are kept.</p>
      ) : (
        <VersionActions page={page} version={version} opened={opened} onToggle={toggle} />
      )}
      {opened === 'difference' && !version.is_released && (
        <Difference page={page} version={version.version} />
      )}
      {opened === 'picture' && <Picture page={page} version={version.version} />}
    </article>
  )
}

function VersionActions(props: {
  readonly page: Page
  readonly version: PageVersionSummary
  readonly opened: Opened
  readonly onToggle: (what: Opened) => void
}) {
  const { page, version, opened } = props
  const { pin, rollback } = usePageChange(page.session_id)
  const place = { pageId: page.page_id, version: version.version }
  const refusal = [pin.data, rollback.data].find(answer => isRefused(answer))
  const error = pin.error ?? rollback.error
  const about = ` version ${version.version}`
  return (
    <div className={classes.tools}>
      <Button
        size="xs"
        variant="default"
        aria-expanded={opened === 'difference'}
        onClick={() => props.onToggle('difference')}
      >
        What changed<span className="visually-hidden"> in{about}</span>
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-expanded={opened === 'picture'}
        onClick={() => props.onToggle('picture')}
      >
        Look at it<span className="visually-hidden">,{about}</span>
      </Button>
      {version.version !== page.current_version && (
        <Button
          size="xs"
          variant="default"
          loading={rollback.isPending}
          onClick={() => rollback.mutate(place)}
        >
          Go back to{about}
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        loading={pin.isPending}
        onClick={() => pin.mutate({ ...place, isPinned: !version.is_pinned })}
      >
        {version.is_pinned ? 'Let it go with time' : 'Keep for good'}
        <span className="visually-hidden">,{about}</span>
      </Button>
      {refusal && <Complaint>{refusal.problem.detail}</Complaint>}
      {error && <Complaint>{messageOf(error)}</Complaint>}
    </div>
  )
}

function Difference({ page, version }: { readonly page: Page; readonly version: number }) {
  const diff = usePageDiff(page, version)
  if (diff.isPending) return <LoadingState label="Reading what changed" lines={2} />
  if (diff.isError) return <FailureState error={diff.error} onRetry={() => void diff.refetch()} />
  return <PageDifference diff={diff.data} />
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Page } from 'soulgate/contracts/page'
import { isRefused } from 'soulgate/sdk'
import { Complaint } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './pages.module.css'
import { usePageChange, usePageDiff } from './use-pages.ts'

/** Says that the page became another one while it was looked at: how much, and the way back. */
export function ChangeNotice({ page, onSee }: { readonly page: Page; readonly onSee: () => void }) {
  const [seen, setSeen] = useState(page.current_version)
  const isNew = page.current_version > seen
  const diff = usePageDiff(page, page.current_version, isNew)
  const { rollback } = usePageChange(page.session_id)
  if (!isNew) return null
  return (
    <div className={classes.notice} role="status">
      <p>
        <b>
          <AgentText text={page.title} /> is another one now.
        </b>{' '}
        {diff.data && `${diff.data.added_lines} lines came, ${diff.data.removed_lines} went.`}
      </p>
      <Button size="xs" onClick={onSee}>
        See what changed
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={rollback.isPending}
        onClick={() =>
          rollback.mutate(
            { pageId: page.page_id, version: seen },
            { onSuccess: answer => !isRefused(answer) && setSeen(answer.page.current_version) },
          )
        }
      >
        Go back
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setSeen(page.current_version)}>
        Good
      </Button>
      {isRefused(rollback.data) && <Complaint>{rollback.data.problem.detail}</Complaint>}
    </div>
  )
}

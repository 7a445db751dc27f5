import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Page } from 'soulgate/contracts/page'
import { isRefused } from 'soulgate/sdk'
import { Complaint, FailureState, LoadingState, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './pages.module.css'
import { usePageChange, useShownPage } from './use-pages.ts'

/** The page as it is written, to be read, copied, or changed by hand. */
export function CodePane({ page, look }: { readonly page: Page; readonly look: number }) {
  const shown = useShownPage(page, look)
  const [draft, setDraft] = useState<{ readonly html: string; readonly version: number }>()
  const [isCopied, setCopied] = useState(false)
  const { put } = usePageChange(page.session_id)
  if (shown.isPending) return <LoadingState label="Reading the code" lines={8} />
  if (shown.isError) return <FailureState error={shown.error} onRetry={() => void shown.refetch()} />
  const { source, version } = shown.data
  const copy = () => void navigator.clipboard.writeText(source).then(() => setCopied(true))
  const save = () =>
    draft &&
    put.mutate(
      { pageId: page.page_id, ...draft },
      { onSuccess: answer => !isRefused(answer) && setDraft(undefined) },
    )
  return (
    <div className={classes.code}>
      <div className={classes.tools}>
        <code>pages/{page.slug}.html</code>
        <span className={classes.quiet}>{source.split('\n').length} lines</span>
        {draft ? (
          <>
            <Button size="xs" loading={put.isPending} disabled={draft.html === source} onClick={save}>
              Save as a new version
            </Button>
            <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
              Leave it
            </Button>
          </>
        ) : (
          <>
            <Button size="xs" variant="default" onClick={copy}>
              {isCopied ? 'Copied' : 'Copy'}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDraft({ html: source, version })}>
              Edit by hand
            </Button>
          </>
        )}
      </div>
      {isRefused(put.data) && <Complaint>{put.data.problem.detail}</Complaint>}
      {put.isError && <Complaint>{messageOf(put.error)}</Complaint>}
      {draft ? (
        <Textarea
          aria-label={`Code of ${page.slug}`}
          classNames={{ input: classes.codeField ?? '' }}
          spellCheck={false}
          autoFocus
          rows={30}
          value={draft.html}
          onChange={event => setDraft({ ...draft, html: event.currentTarget.value })}
        />
      ) : (
        <Lines text={source} />
      )}
    </div>
  )
}

function Lines({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard
    <pre className={classes.lines} tabIndex={0}>
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
        <span key={index} className={classes.line}>
          <AgentText text={line} />
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

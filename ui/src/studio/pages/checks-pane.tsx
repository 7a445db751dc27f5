import { Button } from '@mantine/core'
import type { Page, PageIssue, PageValidation } from 'soulgate/contracts/page'
import { isRefused } from 'soulgate/sdk'
import { Complaint, FailureState, LoadingState, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './pages.module.css'
import { usePageChange, usePageValidation } from './use-pages.ts'

/** What is wrong with a page on a phone, where, and the repairs that can be made at once. */
export function ChecksPane({ page, look }: { readonly page: Page; readonly look: number }) {
  const validation = usePageValidation(page, look)
  const { fix } = usePageChange(page.session_id)
  if (validation.isPending) return <LoadingState label="Checking the page" />
  if (validation.isError)
    return <FailureState error={validation.error} onRetry={() => void validation.refetch()} />
  const { issues } = validation.data
  const repairable = issues.filter(issue => issue.fix)
  const fixed = fix.data && !isRefused(fix.data) ? fix.data : undefined
  const repair = (rules?: readonly string[]) =>
    fix.mutate({ pageId: page.page_id, ...(rules ? { rules } : {}) })
  return (
    <article className={classes.versions}>
      <h2>Checks of {page.title}</h2>
      <Score validation={validation.data}>
        {repairable.length > 0 && (
          <Button size="xs" loading={fix.isPending} onClick={() => repair()}>
            Repair {repairable.length === 1 ? 'it' : `all ${repairable.length} that can be`}
          </Button>
        )}
      </Score>
      {fixed && (
        <p role="status">
          {fixed.applied.length} repaired as version {fixed.page.current_version}
          {fixed.left.length > 0 && `, ${fixed.left.length} left`}.
        </p>
      )}
      {isRefused(fix.data) && <Complaint>{fix.data.problem.detail}</Complaint>}
      {fix.isError && <Complaint>{messageOf(fix.error)}</Complaint>}
      <ul className={classes.issues} aria-label="Faults">
        {issues.map((issue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same fault may be found in many places
          <li key={`${issue.rule} ${issue.selector} ${index}`} data-severity={issue.severity}>
            <Issue issue={issue} isBusy={fix.isPending} onRepair={() => repair([issue.rule])} />
          </li>
        ))}
      </ul>
    </article>
  )
}

function Score(props: { readonly validation: PageValidation; readonly children: React.ReactNode }) {
  const { passed, score, issues } = props.validation
  const errors = issues.filter(issue => issue.severity === 'error').length
  return (
    <div className={classes.score}>
      <strong>{score} of 100</strong>
      <span className={passed ? classes.mark : classes.warn}>
        {issues.length === 0 ? 'nothing is wrong' : passed ? 'passed' : `${errors} to repair`}
      </span>
      {props.children}
    </div>
  )
}

function Issue(props: {
  readonly issue: PageIssue
  readonly isBusy: boolean
  readonly onRepair: () => void
}) {
  const { issue } = props
  return (
    <>
      <b>
        <AgentText text={issue.message} />
      </b>
      <code className={classes.quiet}>
        <AgentText text={issue.selector} />
      </code>
      {issue.fix ? (
        <div className={classes.tools}>
          <span className={classes.quiet}>
            <AgentText text={issue.fix.description} />
          </span>
          <Button size="xs" variant="default" disabled={props.isBusy} onClick={props.onRepair}>
            Repair<span className="visually-hidden"> {issue.rule.replaceAll('-', ' ')}</span>
          </Button>
        </div>
      ) : (
        <p className={classes.quiet}>Tell the agent to change this.</p>
      )}
    </>
  )
}

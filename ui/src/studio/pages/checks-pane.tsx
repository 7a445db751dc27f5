import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Page, PageIssue, PageValidation } from 'soulgate/contracts/page'
import { isRefused, type UncheckedMeasurement } from 'soulgate/sdk'
import { Complaint, FailureState, LoadingState, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import { MeasuringFrames } from './measuring-frames.tsx'
import classes from './pages.module.css'
import { usePageChange, usePageValidation } from './use-pages.ts'

/** What is wrong with a page on a phone, where, and the repairs that can be made at once. */
export function ChecksPane({ page, look }: { readonly page: Page; readonly look: number }) {
  const version = page.current_version
  const [told, setTold] = useState<UncheckedMeasurement & { readonly look: number }>()
  const measured =
    told?.version === version && told.look === look ? { version, windows: told.windows } : undefined
  const validation = usePageValidation(page, look, measured)
  const { fix } = usePageChange(page.session_id)
  if (validation.isPending) return <LoadingState label="Checking the page" />
  if (validation.isError)
    return <FailureState error={validation.error} onRetry={() => void validation.refetch()} />
  const { issues } = validation.data
  const repairable = issues.filter(issue => issue.fix)
  const fixed = fix.data && !isRefused(fix.data) ? fix.data : undefined
  const repair = (rules?: readonly string[]) =>
    fix.mutate({ pageId: page.page_id, ...(rules ? { rules } : {}), ...(measured ? { measured } : {}) })
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
      <p className={classes.quiet}>
        {validation.data.not_measured
          ? `Not measured: ${validation.data.not_measured.map(rule => rule.replaceAll('_', ' ')).join(', ')}.`
          : 'Sizes, contrast and width are measured in this browser.'}
      </p>
      <MeasuringFrames
        key={`${version} ${look}`}
        shown={{ page, version, look, isMeasured: true }}
        onMeasured={windows => setTold({ version, look, windows })}
      />
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
  const { passed, score, issues, not_measured } = props.validation
  const errors = issues.filter(issue => issue.severity === 'error').length
  return (
    <div className={classes.score}>
      <strong>{score} of 100</strong>
      <span className={passed ? classes.mark : classes.warn}>
        {issues.length === 0
          ? not_measured
            ? 'nothing found so far'
            : 'nothing is wrong'
          : passed
            ? 'passed'
            : `${errors} to repair`}
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
            Repair<span className="visually-hidden"> {issue.rule.replaceAll('_', ' ')}</span>
          </Button>
        </div>
      ) : (
        <p className={classes.quiet}>Tell the agent to change this.</p>
      )}
    </>
  )
}

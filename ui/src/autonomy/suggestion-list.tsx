import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AutonomyScope, AutonomySuggestion } from 'soulgate/contracts/autonomy'
import { isRefused } from 'soulgate/sdk'
import { ReplayPanel } from '../policy/replay-panel.tsx'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import classes from './autonomy.module.css'
import { GrantForm } from './grant-form.tsx'
import { useSaveDraft, useSuggestions } from './use-autonomy.ts'

/** What would have saved questions; each opens as a draft with its replay, and nothing is made by itself. */
export function SuggestionList({ scopes }: { readonly scopes: readonly AutonomyScope[] }) {
  const suggestions = useSuggestions()
  if (suggestions.data === undefined || suggestions.data.length === 0) return null
  return (
    <section aria-label="What would save questions">
      <h2>What would save questions</h2>
      <p className={classes.hint}>Found in what people decided. Nothing is made until you save it.</p>
      <ul className={classes.list}>
        {suggestions.data.map(suggestion => (
          <SuggestionCard
            key={suggestion.suggestion_id}
            suggestion={suggestion}
            scope={scopes.find(({ scope }) => scope === suggestion.scope)}
          />
        ))}
      </ul>
    </section>
  )
}

const KINDS = { contract: 'Contract', permission: 'Permission', rule: 'Rule' } as const
const SAVES = {
  contract: 'Set its terms',
  permission: 'Give this permission',
  rule: 'Save this rule',
} as const

function SuggestionCard({
  suggestion,
  scope,
}: {
  readonly suggestion: AutonomySuggestion
  readonly scope: AutonomyScope | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const { kind, title, why, risk } = suggestion
  return (
    <li className={runClasses.section}>
      <div className={classes.cardHead}>
        <h3>
          <AgentText text={title} />
        </h3>
        <span className={classes.status}>{KINDS[kind]}</span>
      </div>
      <p>
        <AgentText text={why} />
      </p>
      {risk !== undefined && (
        <p className={classes.hint}>
          Risk: <AgentText text={risk} />
        </p>
      )}
      {!isOpen && (
        <Button
          className={classes.grant}
          variant="default"
          aria-label={`Look at it: ${KINDS[kind]} for ${suggestion.tool}`}
          onClick={() => setOpen(true)}
        >
          Look at it
        </Button>
      )}
      {isOpen && kind === 'contract' && scope !== undefined && (
        <GrantForm scope={scope} onDone={() => setOpen(false)} />
      )}
      {isOpen && kind !== 'contract' && <Draft suggestion={suggestion} onDone={() => setOpen(false)} />}
    </li>
  )
}

function Draft({
  suggestion: { kind, draft, since },
  onDone,
}: {
  readonly suggestion: AutonomySuggestion
  readonly onDone: () => void
}) {
  const save = useSaveDraft()
  return (
    <div className={classes.form}>
      <ReplayPanel tried={{ ...draft, since }} />
      <div className={runClasses.actions}>
        <Button
          loading={save.isPending}
          onClick={() => save.mutate(draft, { onSuccess: made => !made.some(isRefused) && onDone() })}
        >
          {SAVES[kind]}
        </Button>
        <Button variant="default" onClick={onDone}>
          Not now
        </Button>
      </div>
      {save.data?.map(
        made => isRefused(made) && <Complaint key={made.problem.detail}>{made.problem.detail}</Complaint>,
      )}
      {save.isError && <Complaint>{messageOf(save.error)}</Complaint>}
    </div>
  )
}

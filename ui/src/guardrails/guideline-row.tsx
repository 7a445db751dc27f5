import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Guideline } from 'soulgate/contracts/guideline'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import classes from './guardrails.module.css'
import { ACTION_NAMES, CATEGORY_NAMES, gistOf } from './guideline-words.ts'
import { useToggle } from './use-guidelines.ts'

/** One rule: its name, what it does and when, and whether it counts. */
export function GuidelineRow({ rule, mayWrite }: { readonly rule: Guideline; readonly mayWrite: boolean }) {
  const toggle = useToggle()
  return (
    <li className={classes.rule} data-off={!rule.enabled || undefined}>
      <Link to="/guardrails/$guidelineId" params={{ guidelineId: rule.id }} className={classes.ruleLink}>
        <span className={classes.ruleName}>
          <AgentText text={rule.name} />
        </span>
        <span className={classes.gist}>
          <AgentText text={gistOf(rule)} />
        </span>
      </Link>
      <span className={classes.facts}>
        <span className={classes.chip}>{ACTION_NAMES[rule.action.type]}</span>
        <span>{CATEGORY_NAMES[rule.category]}</span>
        <span title="Priority">{rule.priority}</span>
      </span>
      <Switch
        size="sm"
        aria-label={`Rule ${rule.name} counts`}
        checked={rule.enabled}
        disabled={!mayWrite || toggle.isPending}
        onChange={() => toggle.mutate(rule)}
      />
      {isRefused(toggle.data) && <Complaint>{toggle.data.problem.detail}</Complaint>}
      {toggle.isError && <Complaint>{messageOf(toggle.error)}</Complaint>}
    </li>
  )
}

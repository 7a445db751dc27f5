import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { ConfidenceBars } from '../confidence/confidence-bars.tsx'
import { WarningIcon } from '../icons/icons.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { letterCodes, lookalikesIn } from '../text/lookalikes.ts'
import { agentTextOf, hiddenCharactersIn } from './decision-draft.ts'
import { HELD_NAMES } from './gate-words.ts'
import classes from './inbox.module.css'

// Few gates are held by a rule.
const RuleReason = lazy(async () => ({ default: (await import('./rule-reason.tsx')).RuleReason }))

/** Section 2 of the card: every rule that asked for a person, the risks, and how sure the agent can be. */
export function WhyHeldList({ gate }: { readonly gate: Gate }) {
  const hidden = hiddenCharactersIn(gate)
  const lookalikes = lookalikesIn(agentTextOf(gate))
  if (gate.why_held.length + gate.risks.length + hidden + lookalikes.length === 0 && !gate.confidence)
    return null
  return (
    <section className={classes.section}>
      <h3>{'questions' in gate.subject ? 'Why you are asked' : 'Why it was held'}</h3>
      {hidden > 0 && (
        <p className={classes.warning}>
          <WarningIcon size={16} /> {hidden} hidden {hidden === 1 ? 'character' : 'characters'} in what the
          agent wrote, shown by code. Texts like this are used to mislead.
        </p>
      )}
      {lookalikes.length > 0 && (
        <p className={classes.warning}>
          <WarningIcon size={16} />
          <span>
            Made of letters that look like others:{' '}
            {lookalikes.map(word => (
              <span key={word} className={classes.lookalike}>
                <AgentText text={[word, ...letterCodes(word).map(code => `(${code})`)].join(' ')} />
              </span>
            ))}
          </span>
        </p>
      )}
      <ul className={classes.why}>
        {gate.why_held.map(why => (
          <li key={`${why.source}${why.rule_id ?? ''}${why.text}`}>
            <span className={classes.source}>{HELD_NAMES[why.source]}</span>
            <span>
              {why.rule_id ? (
                <Suspense fallback={<AgentText text={why.text} />}>
                  <RuleReason why={why} />
                </Suspense>
              ) : (
                <AgentText text={why.text} />
              )}
              {why.rule_id && <RuleLink ruleId={why.rule_id} />}
            </span>
          </li>
        ))}
        {[...new Set(gate.risks)].map(risk => (
          <li key={risk}>
            <span className={classes.source}>Risk</span>
            <AgentText text={risk} />
          </li>
        ))}
      </ul>
      {gate.confidence && <ConfidenceBars confidence={gate.confidence} />}
    </section>
  )
}

/** The way to the rule that held it; `work_item:…` names an intent of a work item, which has no page. */
function RuleLink({ ruleId }: { readonly ruleId: string }) {
  if (ruleId.includes(':')) return null
  return (
    <Link to="/guardrails/$guidelineId" params={{ guidelineId: ruleId }} className={classes.rule ?? ''}>
      Open the rule
    </Link>
  )
}

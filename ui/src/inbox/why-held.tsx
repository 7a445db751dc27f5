import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Gate, WhyHeld } from 'soulgate/contracts/gate'
import { client } from '../application/client.ts'
import { ConfidenceBars } from '../confidence/confidence-bars.tsx'
import { WarningIcon } from '../icons/icons.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { letterCodes, lookalikesIn } from '../text/lookalikes.ts'
import { agentTextOf, hiddenCharactersIn } from './decision-draft.ts'
import { HELD_NAMES } from './gate-words.ts'
import classes from './inbox.module.css'

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
              <Reason why={why} />
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

/**
 * A reason in words for people. A guardrail's text ends in what its rule tells the agent: where the rule still stands as it
 * was, its name and what it is for are said, and the agent's part apart from them.
 */
function Reason({ why }: { readonly why: WhyHeld }) {
  const isRule = why.source === 'guardrail' && why.rule_id !== undefined && !why.rule_id.includes(':')
  const rule = useQuery({
    queryKey: ['guidelines', 'one', why.rule_id],
    queryFn: ({ signal }) => client.guardrails.get(why.rule_id ?? '', { signal }),
    enabled: isRule,
  })
  const told = rule.data?.action.instruction?.trim()
  if (!rule.data || !told || !isToldBy(why.text, rule.data.name, told)) return <AgentText text={why.text} />
  return (
    <>
      <AgentText text={rule.data.name} />
      {rule.data.description && (
        <>
          . <AgentText text={rule.data.description} />
        </>
      )}
      <details className={classes.told}>
        <summary>What the agent is told</summary>
        <AgentText text={told} />
      </details>
    </>
  )
}

/** The name, a colon, and the beginning of the instruction. */
function isToldBy(text: string, name: string, told: string): boolean {
  if (!text.startsWith(`${name}: `)) return false
  return told.startsWith(text.slice(name.length + 2).replace(/…$/, ''))
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

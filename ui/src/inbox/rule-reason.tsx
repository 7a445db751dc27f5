import { useQuery } from '@tanstack/react-query'
import type { WhyHeld } from 'soulgate/contracts/gate'
import { client } from '../application/client.ts'
import { AgentText } from '../text/agent-text.tsx'
import classes from './inbox.module.css'

/**
 * A reason in words for people. A guardrail's text ends in what its rule tells the agent: where the rule still stands as it
 * was, its name and what it is for are said, and the agent's part apart from them.
 */
export function RuleReason({ why }: { readonly why: WhyHeld }) {
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

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Decision } from 'soulgate/contracts/decision'
import type { Gate } from 'soulgate/contracts/gate'
import { permissionWords } from 'soulgate/contracts/permission-words'
import { isRefused } from 'soulgate/sdk'
import { useIdentity } from '../application/session.tsx'
import { ArgumentsDifference } from '../calls/lazy-difference.tsx'
import { Helped } from '../runs/helped.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { isEditHeld, verdictText } from './gate-words.ts'
import classes from './inbox.module.css'
import { OutcomeBlock } from './outcome-block.tsx'
import { ReceiptExport } from './receipt.tsx'
import { UnsentDraft } from './unsent-draft.tsx'
import { reopenGate, useGateChange } from './use-gates.ts'

/** First what came of it, then who decided what. */
export function Closed({ gate }: { readonly gate: Gate }) {
  const { role } = useIdentity()
  const decision = gate.decisions.findLast(item => !item.late)
  const words = decision?.steer_instructions ?? decision?.reason ?? decision?.feedback
  return (
    <div className={classes.standing} role="status" data-status={gate.status}>
      <OutcomeBlock gate={gate} />
      <p>
        <b>{verdictText(gate)}</b>
        {gate.decided_at && ` · ${clockText(gate.decided_at)}`}
        {gate.cancelled_because && ` · ${gate.cancelled_because.replaceAll('_', ' ')}`}
      </p>
      {words && (
        <p>
          “<AgentText text={words} />”
        </p>
      )}
      <DecisionFacts decision={decision} />
      {gate.type === 'clarification' && gate.status === 'answered' && <Helped about={gate.gate_id} />}
      {gate.superseded_by && (
        <p>
          {isEditHeld(gate) && 'What you changed needs another decision before it runs. '}
          <Link to="/inbox/$gateId" params={{ gateId: gate.superseded_by }}>
            {isEditHeld(gate) ? 'Decide on the changed call' : 'Open the request that replaced it'}
          </Link>
        </p>
      )}
      <UnsentDraft gateId={gate.gate_id} />
      {(role === 'reviewer' || role === 'admin') && <ReceiptExport gateId={gate.gate_id} />}
      {gate.status === 'expired' && !gate.superseded_by && !gate.resumes_on_expiry && <Reopen gate={gate} />}
    </div>
  )
}

/** What a decision carried beside the yes: conditions, for how long it stands, and what it changed. */
function DecisionFacts({ decision }: { readonly decision: Decision | undefined }) {
  if (!decision) return null
  const edits = Object.entries(decision.edited_arguments ?? {})
  return (
    <>
      {decision.conditions?.map(condition => (
        <p key={condition}>
          Condition: <AgentText text={condition} />
        </p>
      ))}
      {decision.remember && decision.remember !== 'once' && (
        <p>{decision.remember === 'run' ? 'For the rest of this run.' : 'Remembered as a rule.'}</p>
      )}
      {decision.permissions?.map(permission => (
        <p key={JSON.stringify(permission.shape)}>
          From now on: <AgentText text={permissionWords(permission).title} />
        </p>
      ))}
      {edits.map(([callId, after]) => (
        <ArgumentsDifference
          key={callId}
          before={decision.original_arguments?.[callId] ?? {}}
          after={after}
        />
      ))}
    </>
  )
}

function Reopen({ gate }: { readonly gate: Gate }) {
  const change = useGateChange()
  const reopened = change.data && !isRefused(change.data) ? change.data : undefined
  return (
    <div className={classes.buttons}>
      <span>Nobody answered in time, so nothing ran.</span>
      <Button
        size="xs"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ gateId: gate.gate_id, change: reopenGate })}
      >
        Ask again
      </Button>
      {isRefused(change.data) && <span>{change.data.problem.detail}</span>}
      {reopened && (
        <Link to="/inbox/$gateId" params={{ gateId: reopened.gate_id }}>
          Open the new gate
        </Link>
      )}
    </div>
  )
}

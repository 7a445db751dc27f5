import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RegisteredTool } from 'soulgate/contracts/tool'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { DANGER_TEXT } from './call-summary.ts'
import classes from './calls.module.css'

/** Lets a reviewer vouch for what a tool says of itself, after reading it; of a definition that changed since, nothing. */
export function ConfirmTool({
  call,
}: {
  readonly call: Pick<ToolCall, 'tool' | 'definition_hash' | 'claimed'>
}) {
  const { role } = useIdentity()
  const [isOpen, setOpen] = useState(false)
  const mayConfirm = call.claimed && (role === 'reviewer' || role === 'admin')
  const tool = useQuery({
    queryKey: ['tools', call.tool],
    queryFn: ({ signal }) => client.tools.get(call.tool, { signal }),
    enabled: mayConfirm && isOpen,
    retry: false,
  })
  if (!mayConfirm || call.definition_hash === 'undeclared') return null
  return (
    <details className={classes.confirm} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Confirm this tool</summary>
      {tool.isError && <Complaint>{messageOf(tool.error)}</Complaint>}
      {tool.data && (
        <Definition tool={tool.data} isSame={tool.data.definition_hash === call.definition_hash} />
      )}
    </details>
  )
}

function Definition({ tool, isSame }: { readonly tool: RegisteredTool; readonly isSame: boolean }) {
  if (!isSame)
    return <p>It has changed since this call was proposed. Confirm it at a call of its new form.</p>
  return (
    <>
      {tool.claimed && <ToolFacts tool={tool} />}
      <VouchForTool tool={tool} />
    </>
  )
}

/** What a tool says it does, what it takes, and how its calls are shown and taken back. */
export function ToolFacts({ tool }: { readonly tool: RegisteredTool }) {
  return (
    <dl className={classes.arguments}>
      <Fact name="It says it does" text={tool.description} />
      <Fact name="Effect" text={DANGER_TEXT[tool.reversibility]} />
      <Fact
        name="Reaches"
        text={tool.annotations.open_world ? 'beyond your own system' : 'your own system only'}
      />
      <Fact name="Shown as" text={tool.display?.act ?? 'its name and most telling arguments'} />
      <Fact
        name="Taken back"
        text={tool.reversibility === 'reversible' ? 'by its own `undo`' : 'by nothing of Soulgate'}
      />
      {tool.simulation !== undefined && (
        <Fact name="Predicts by this code, which has to be free of effects" text={tool.simulation} />
      )}
      <Fact name="Takes" text={JSON.stringify(tool.input_schema, null, 2)} />
    </dl>
  )
}

/** The button by which a reviewer vouches for a definition as it stands. */
export function VouchForTool({ tool }: { readonly tool: RegisteredTool }) {
  const cache = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => client.tools.confirm(tool.name, { definition_hash: tool.definition_hash }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tools'] }),
  })
  if (!tool.claimed || (confirm.data && !isRefused(confirm.data)))
    return <p role="status">Confirmed. Calls that are proposed from now on are judged and shown by it.</p>
  return (
    <>
      <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
        I vouch for this tool
      </Button>
      {isRefused(confirm.data) && <Complaint>{confirm.data.problem.detail}</Complaint>}
      {confirm.isError && <Complaint>{messageOf(confirm.error)}</Complaint>}
    </>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className={classes.argument}>
      <dt>
        <AgentText text={name} />
      </dt>
      <dd>
        <LongAgentText text={text} />
      </dd>
    </div>
  )
}

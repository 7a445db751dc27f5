import { Textarea, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { TaskContext } from 'soulgate/contracts/guideline'
import type { EvaluateGuardrailsResponse } from 'soulgate/contracts/requests/guardrails'
import { type GuidelineDraft, isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { readJson } from '../calls/typed-fields.ts'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import classes from './guardrails.module.css'

const DRAFT_ID = 'draft'
const UNNAMED = 'This rule'
const EMPTY = {
  agent: 'an-agent',
  tool: 'write_file',
  action: '',
  path: '',
  arguments: '{"path": "notes.txt"}',
}
type Fields = typeof EMPTY

/** What the rule would do to a call, with all stored rules beside it; nothing is stored. */
export function TryRule({ draft }: { readonly draft: GuidelineDraft }) {
  const [fields, setFields] = useState(EMPTY)
  const id = draft.id ?? DRAFT_ID
  // A rule can be tried before it has a name.
  const name = draft.name.trim() === '' ? UNNAMED : draft.name
  const guideline = { ...draft, id, name }
  const asked = useDeferredValue(JSON.stringify({ context: contextOf(fields), guideline }))
  const answer = useQuery({
    queryKey: ['rule-trial', asked],
    queryFn: () => {
      const { context, guideline }: { context: Partial<TaskContext>; guideline: GuidelineDraft } =
        JSON.parse(asked)
      return client.guardrails.evaluate(context, { explain: true, guidelines: [guideline] })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const set = (name: keyof Fields) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setFields({ ...fields, [name]: event.currentTarget.value })
  const isJson = fields.arguments.trim() === '' || readJson(fields.arguments).ok
  return (
    <section className={classes.trial} aria-label="Try it">
      <h2>Try it</h2>
      <p className={classes.hint}>What would happen to this call, before anything is saved.</p>
      <div className={classes.pair}>
        <TextInput label="Agent" value={fields.agent} onChange={set('agent')} />
        <TextInput label="Tool" value={fields.tool} onChange={set('tool')} />
        <TextInput label="Action" value={fields.action} onChange={set('action')} />
        <TextInput label="Path" value={fields.path} onChange={set('path')} />
      </div>
      <Textarea
        label="Arguments as JSON"
        rows={3}
        spellCheck={false}
        error={isJson ? null : 'This is not JSON'}
        value={fields.arguments}
        onChange={set('arguments')}
      />
      <div role="status" className={classes.outcome}>
        {answer.isError && <Complaint>{messageOf(answer.error)}</Complaint>}
        {isRefused(answer.data) ? (
          <Complaint>
            {answer.data.problem.detail}{' '}
            {answer.data.problem.errors?.map(({ field, message }) => `${field} ${message}`).join('; ')}
          </Complaint>
        ) : (
          answer.data && <Outcome result={answer.data} draftId={id} />
        )}
      </div>
    </section>
  )
}

function Outcome(props: { readonly result: EvaluateGuardrailsResponse; readonly draftId: string }) {
  const { result, draftId } = props
  const matched = result.guidelines.some(rule => rule.guideline_id === draftId)
  const reason = result.explanations?.find(rule => rule.guideline_id === draftId)
  return (
    <>
      <p className={classes.matched} data-matched={matched}>
        {matched ? 'This rule matches.' : 'This rule does not match.'}
        {reason && (
          <>
            {' '}
            <AgentText text={reason.text} />
          </>
        )}
      </p>
      {result.tool_verdict && !result.tool_verdict.allowed && (
        <p>
          <b>Denied.</b> <AgentText text={result.tool_verdict.why ?? ''} />
        </p>
      )}
      {result.hitl_gates.map(gate => (
        <p key={gate.guideline_id}>
          <b>Asks a person</b> ({gate.gate_type.replaceAll('_', ' ')}): <AgentText text={gate.text} />
        </p>
      ))}
      {result.confidence_delta !== 0 && <p>Changes the confidence by {result.confidence_delta}.</p>}
      {result.errors.map(error => (
        <Complaint key={error.guideline_id}>
          {error.guideline_id}: {error.message}. It holds the call.
        </Complaint>
      ))}
      <p className={classes.hint}>
        {result.matched_count === 0
          ? 'No rule matches this call.'
          : `In force here: ${result.guidelines.map(rule => rule.guideline_name).join(', ')}`}
      </p>
    </>
  )
}

function contextOf(fields: Fields): Partial<TaskContext> {
  const read = readJson(fields.arguments || '{}')
  const isObject =
    read.ok && typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value)
  return {
    ...(fields.agent === '' ? {} : { agent: fields.agent }),
    ...(fields.tool === '' ? {} : { tool: fields.tool }),
    ...(fields.action === '' ? {} : { action: fields.action }),
    ...(fields.path === '' ? {} : { paths: [fields.path] }),
    ...(isObject ? { arguments: read.value as TaskContext['arguments'] } : {}),
  }
}

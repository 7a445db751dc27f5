import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import runClasses from '../runs/runs.module.css'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './agents.module.css'

/** Makes the token of a worker, which names the agents that it may carry; its secret is shown once. */
export function WorkerToken() {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [agents, setAgents] = useState('')
  const named = agents.split(/[\s,]+/).filter(Boolean)
  const add = useMutation({
    mutationFn: () => client.tokens.create({ name: name.trim(), role: 'worker', agents: named }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const isReady = name.trim() !== '' && named.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !add.isPending) add.mutate()
  }
  return (
    <section className={runClasses.section}>
      <h2>A token for a worker</h2>
      <form className={classes.form} onSubmit={submit} aria-label="Make a token for a worker">
        <TextInput label="Name" value={name} onChange={event => setName(event.currentTarget.value)} />
        <TextInput
          label="Agents that it may carry"
          description="Names, with commas between them; it carries no others."
          value={agents}
          onChange={event => setAgents(event.currentTarget.value)}
        />
        <Button type="submit" className={classes.start ?? ''} loading={add.isPending} disabled={!isReady}>
          Make a token
        </Button>
      </form>
      {add.data && !isRefused(add.data) && (
        <p role="status">
          Copy it now; it is never shown again: <code className={classes.secret}>{add.data.token}</code>
        </p>
      )}
      {isRefused(add.data) && <Complaint>{add.data.problem.detail}</Complaint>}
      {add.isError && <Complaint>{messageOf(add.error)}</Complaint>}
    </section>
  )
}

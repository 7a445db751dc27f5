import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ModelProviderEntry, ModelsOverview } from 'soulgate/contracts/model-provider'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './models.module.css'
import { ProviderForm } from './provider-form.tsx'
import { TryIt } from './try-it.tsx'
import { useRemoveProvider } from './use-models.ts'

const ORIGINS: Readonly<Record<ModelProviderEntry['origin'], string>> = {
  environment: 'from the environment',
  machine: 'chosen at the start',
  program: 'from the program',
  room: 'added here',
}
const KEYS: Readonly<Record<ModelProviderEntry['key'], string>> = {
  none: 'no key',
  environment: 'key in the environment',
  sealed: 'key sealed',
  unreadable: 'key does not open here',
}

export function ProviderList(props: { readonly models: ModelsOverview; readonly isAdmin: boolean }) {
  const { models, isAdmin } = props
  if (models.providers.length === 0) return <p className={classes.quiet}>There is none yet.</p>
  return (
    <ul className={classes.list} aria-label="Providers">
      {models.providers.map(provider => (
        <ProviderRow key={provider.name} provider={provider} isAdmin={isAdmin} />
      ))}
    </ul>
  )
}

function ProviderRow(props: { readonly provider: ModelProviderEntry; readonly isAdmin: boolean }) {
  const { provider, isAdmin } = props
  const [isOpen, setIsOpen] = useState(false)
  const { name, base_url, origin, key, models } = provider
  return (
    <li>
      <div className={classes.head}>
        <b>{name}</b>
        <span className={classes.quiet} data-tone={key === 'unreadable' ? 'failed' : undefined}>
          {KEYS[key]} · {ORIGINS[origin]}
        </span>
      </div>
      {base_url !== '' && (
        <p className={classes.address}>
          <AgentText text={base_url} />
        </p>
      )}
      {models.length > 0 && (
        <p className={classes.quiet}>
          <AgentText text={models.join(', ')} />
        </p>
      )}
      {isAdmin && (
        <>
          <TryIt provider={provider} />
          {origin === 'room' && (
            <div className={classes.buttons}>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-expanded={isOpen}
                aria-label={`Change ${name}`}
                onClick={() => setIsOpen(!isOpen)}
              >
                Change
              </Button>
              <Remove name={name} />
            </div>
          )}
          {isOpen && <ProviderForm provider={provider} onDone={() => setIsOpen(false)} />}
        </>
      )}
    </li>
  )
}

/** Asked once more: its key goes for good, and its models leave every tier. */
function Remove({ name }: { readonly name: string }) {
  const [isSure, setIsSure] = useState(false)
  const remove = useRemoveProvider()
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={remove.isPending}
        aria-label={isSure ? `Remove ${name} and its key` : `Remove ${name}`}
        onClick={() => (isSure ? remove.mutate(name) : setIsSure(true))}
        onBlur={() => setIsSure(false)}
      >
        {isSure ? 'Remove it and its key' : 'Remove'}
      </Button>
      {isRefused(remove.data) && <Complaint>{remove.data.problem.detail}</Complaint>}
      {remove.isError && <Complaint>{messageOf(remove.error)}</Complaint>}
    </>
  )
}

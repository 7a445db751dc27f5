import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { FailureState, LoadingState } from '../states/states.tsx'
import { DegradedMode } from './degraded-mode.tsx'
import { ModelsRoom } from './models/models-room.tsx'
import { PeopleList } from './people-list.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { SignInState } from './sign-in-state.tsx'
import { TokenList } from './token-list.tsx'
import { WebhookList } from './webhook-list.tsx'

/** What an operator tunes while everything runs: thresholds, flags, people, tokens. */
export function SettingsRoom() {
  const { role } = useIdentity()
  const opened = globalThis.location.hash.slice(1)
  const isAdmin = role === 'admin'
  return (
    <div className={classes.room}>
      <h1>Settings</h1>
      <Tabs defaultValue={opened === 'models' ? opened : 'policy'} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="policy">Approvals</Tabs.Tab>
          <Tabs.Tab value="models">Models</Tabs.Tab>
          {isAdmin && <Tabs.Tab value="people">People</Tabs.Tab>}
          {isAdmin && <Tabs.Tab value="tokens">Tokens</Tabs.Tab>}
          {isAdmin && <Tabs.Tab value="notices">Notices</Tabs.Tab>}
          <Tabs.Tab value="you">You</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="policy" className={classes.panel}>
          <Policy isAdmin={isAdmin} />
        </Tabs.Panel>
        <Tabs.Panel value="models" className={classes.panel}>
          <ModelsRoom isAdmin={isAdmin} />
        </Tabs.Panel>
        {isAdmin && (
          <Tabs.Panel value="people" className={classes.panel}>
            <PeopleList />
          </Tabs.Panel>
        )}
        {isAdmin && (
          <Tabs.Panel value="tokens" className={classes.panel}>
            <TokenList />
          </Tabs.Panel>
        )}
        {isAdmin && (
          <Tabs.Panel value="notices" className={classes.panel}>
            <WebhookList />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="you" className={classes.panel}>
          <SignInState />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

function Policy({ isAdmin }: { readonly isAdmin: boolean }) {
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.settings.get({ signal }),
  })
  if (settings.isPending) return <LoadingState label="Reading settings" lines={6} />
  if (settings.isError) return <FailureState error={settings.error} onRetry={() => void settings.refetch()} />
  return (
    <>
      <DegradedMode settings={settings.data} />
      <SettingsForm settings={settings.data} isReadOnly={!isAdmin} />
    </>
  )
}

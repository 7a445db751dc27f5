import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Settings } from 'soulgate/contracts/settings'
import { client } from '../application/client.ts'
import { Complaint } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import { FLAG_NAMES } from './flag-names.ts'
import { steppedBack } from './settings-draft.ts'

/** What a rollback rule switched off by itself and nobody has switched on again, with its reason. */
export function DegradedMode({ settings }: { readonly settings: Settings }) {
  const steps = useQuery({
    queryKey: ['settings', 'stepped-back', settings.version],
    queryFn: ({ signal }) => client.audit.list({ type: 'rollback_applied', limit: 20 }, { signal }),
  })
  return (
    <>
      {steppedBack(settings, steps.data?.items ?? []).map(({ at, why, flag }) => (
        <Complaint key={flag}>
          A rollback rule stepped back on {clockText(at)}: {why} Switch “{FLAG_NAMES[flag]}” on again below
          when its cause is gone.
        </Complaint>
      ))}
      {settings.rollback.suggest_only.map(requester => (
        <SuggestOnly key={requester} requester={requester} settings={settings} />
      ))}
    </>
  )
}

/** One agent's key that a rollback rule restricted, and the way to lift it. */
function SuggestOnly({ requester, settings }: { readonly requester: string; readonly settings: Settings }) {
  const cache = useQueryClient()
  const lift = useMutation({
    mutationFn: () => {
      const suggest_only = settings.rollback.suggest_only.filter(other => other !== requester)
      return client.settings.update({ version: settings.version, rollback: { suggest_only } })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['settings'] }),
  })
  return (
    <Complaint>
      Too many approvals that {requester} asked for were not answered in time, so it only gets suggestions.{' '}
      <Button size="compact-xs" variant="default" loading={lift.isPending} onClick={() => lift.mutate()}>
        Let it ask again
      </Button>
    </Complaint>
  )
}

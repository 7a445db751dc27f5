import { useQuery } from '@tanstack/react-query'
import type { Settings } from 'soulgate/contracts/settings'
import { client } from '../application/client.ts'
import { Complaint } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import { FLAG_NAMES } from './flag-names.ts'
import { steppedBack } from './settings-draft.ts'

/** What a rollback rule switched off by itself and nobody has switched on again, with its reason. */
export function SteppedBack({ settings }: { readonly settings: Settings }) {
  const steps = useQuery({
    queryKey: ['settings', 'stepped-back', settings.version],
    queryFn: ({ signal }) => client.audit.list({ type: 'rollback_applied', limit: 20 }, { signal }),
  })
  return steppedBack(settings, steps.data?.items ?? []).map(({ at, why, flag }) => (
    <Complaint key={flag}>
      A rollback rule stepped back on {clockText(at)}: {why} Switch “{FLAG_NAMES[flag]}” on again below when
      its cause is gone.
    </Complaint>
  ))
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import classes from './inbox.module.css'

/** A sign of life is good for 30 seconds. */
const ATTEND_EVERY_MS = 12_000

/** Who else looks at this gate now, so that two people do not work on the same thing unknowingly. */
export function PresenceLine({ gateId }: { readonly gateId: string }) {
  const { person, role } = useIdentity()
  const present = useQuery({
    queryKey: ['presence', gateId],
    queryFn: async () => {
      const answer = await client.gates.attend(gateId)
      return isRefused(answer) ? [] : answer
    },
    refetchInterval: ATTEND_EVERY_MS,
    enabled: role !== 'viewer',
    retry: false,
  })
  useEffect(() => {
    if (role === 'viewer') return
    return () => void client.gates.leave(gateId).catch(() => undefined)
  }, [gateId, role])
  const others = (present.data ?? []).filter(each => each.person_id !== person.id)
  if (others.length === 0) return null
  return (
    <p className={classes.presence} role="status">
      {others.map(each => each.name).join(', ')} {others.length === 1 ? 'is' : 'are'} looking at this too.
    </p>
  )
}

import { useMutation } from '@tanstack/react-query'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './runs.module.css'

/** One tap about a finished run or an answered clarification; a later tap replaces the earlier one. */
export function Helped({ about }: { readonly about: string }) {
  const { role } = useIdentity()
  const give = useMutation({
    mutationFn: (helpful: boolean) => client.insights.giveFeedback({ about, helpful }),
  })
  if (role === 'viewer') return null
  return (
    <section className={classes.helped} aria-label="Feedback">
      <span>Did this help?</span>
      {[true, false].map(helpful => (
        <button
          key={String(helpful)}
          type="button"
          className={classes.helpedButton}
          aria-pressed={give.variables === helpful && give.isSuccess}
          disabled={give.isPending}
          onClick={() => give.mutate(helpful)}
        >
          {helpful ? 'Yes' : 'No'}
        </button>
      ))}
      {give.isSuccess && !give.data && <span role="status">Thank you.</span>}
      {give.data && <Complaint>{give.data.problem.detail}</Complaint>}
      {give.isError && <Complaint>{messageOf(give.error)}</Complaint>}
    </section>
  )
}

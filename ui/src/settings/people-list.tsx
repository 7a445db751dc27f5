import { useQuery } from '@tanstack/react-query'
import { client } from '../application/client.ts'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AddPerson } from './add-person.tsx'
import { PersonRow } from './person-row.tsx'
import classes from './settings.module.css'

/** Who may sign in, as what, and the way in for each: a link that works once. */
export function PeopleList() {
  const people = usePeople()
  if (people.isPending) return <LoadingState label="Reading people" />
  if (people.isError) return <FailureState error={people.error} onRetry={() => void people.refetch()} />
  return (
    <div className={classes.form}>
      <ul className={classes.list} aria-label="People">
        {people.data.map(person => (
          <PersonRow key={person.person_id} person={person} />
        ))}
      </ul>
      <AddPerson />
    </div>
  )
}

export function usePeople() {
  return useQuery({ queryKey: ['people'], queryFn: ({ signal }) => client.people.list({ signal }) })
}

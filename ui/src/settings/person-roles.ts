import type { Person } from 'soulgate/contracts/principal'

export const PERSON_ROLES: readonly Person['role'][] = ['viewer', 'member', 'reviewer', 'admin']

/** What each may do, for who has to choose. */
export const ROLE_WORDS: Readonly<Record<Person['role'], string>> = {
  viewer: 'reads everything, changes nothing',
  member: 'starts runs, answers questions about them',
  reviewer: 'decides on calls, changes guidelines',
  admin: 'also settings, people and tokens',
}

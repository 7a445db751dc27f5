import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import { Person, type Principal } from '../../contracts/principal.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import type { AccessParts } from './parts.ts'
import { KINDS, readPeople, readPerson, toBody } from './records.ts'
import { type AccessRefusal, addressTaken, forbidden, invalid, notFound } from './refusals.ts'
import { may } from './roles.ts'

type PersonAnswer = { readonly refused?: false; readonly person: Person } | AccessRefusal

const NAMES_ONLY_ADMINS = 'Only an admin may manage people.'

/** People of this Soulgate and their roles. At least one admin always remains able to sign in. */
export function createPeople(parts: AccessParts) {
  const { store, clock, ids } = parts
  return {
    createPerson: async (
      who: Principal,
      body: { name: string; email?: string; role: Person['role'] },
    ): Promise<PersonAnswer> => {
      if (!may(who.role, 'person.manage')) return forbidden(NAMES_ONLY_ADMINS)
      const at = toIso(clock.now())
      const parsed = Person.safeParse({ ...body, person_id: ids.newId('person'), created_at: at })
      if (!parsed.success) return invalid(...firstIssue(parsed.error.issues))
      return store.transact(async tx => {
        const taken = await claimAddress(tx, parsed.data, at)
        if (taken) return taken
        await putPerson(tx, parsed.data, at)
        await tx.appendEvents([personChanged(who, parsed.data, { created: true }, at)])
        return { person: parsed.data }
      })
    },
    listPeople: async (who: Principal): Promise<readonly Person[]> =>
      may(who.role, 'person.manage') ? readPeople(store) : [],
    updatePerson: async (who: Principal, personId: string, patch: PersonPatch): Promise<PersonAnswer> => {
      if (!may(who.role, 'person.manage')) return forbidden(NAMES_ONLY_ADMINS)
      const at = toIso(clock.now())
      return store.transact(tx => changePerson(tx, { who, personId, patch, at }))
    },
  }
}

/** What an admin changes of a person; `email: null` takes the address away. */
export interface PersonPatch {
  readonly name?: string
  readonly email?: string | null
  readonly role?: Person['role']
  readonly disabled?: boolean
}

interface PersonChange {
  readonly who: Principal
  readonly personId: string
  readonly patch: PersonPatch
  readonly at: string
}

async function changePerson(tx: StoreTransaction, change: PersonChange): Promise<PersonAnswer> {
  const { who, personId, patch, at } = change
  const standing = await readPerson(tx, personId)
  if (!standing) return notFound(`No person ${personId} exists. List them with GET /api/people.`)
  const { disabled_at: _disabled, ...enabled } = standing
  const { email: _email, ...base } = patch.disabled === false ? enabled : standing
  const email = patch.email === undefined ? standing.email : (patch.email ?? undefined)
  const parsed = Person.safeParse({
    ...base,
    ...(email === undefined ? {} : { email }),
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.role === undefined ? {} : { role: patch.role }),
    ...(patch.disabled === true && !standing.disabled_at ? { disabled_at: at } : {}),
  })
  if (!parsed.success) return invalid(...firstIssue(parsed.error.issues))
  const others = (await readPeople(tx)).filter(person => person.person_id !== personId)
  if (isActiveAdmin(standing) && ![...others, parsed.data].some(isActiveAdmin)) {
    return invalid('role', `${personId} is the last admin. Make somebody else admin first.`)
  }
  if (normalAddress(email) !== normalAddress(standing.email)) {
    const taken = await claimAddress(tx, parsed.data, at)
    if (taken) return taken
    await forgetProviderAccounts(tx, personId)
  }
  await putPerson(tx, parsed.data, at)
  const changes: JsonObject = Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  )
  await tx.appendEvents([personChanged(who, parsed.data, changes, at)])
  return { person: parsed.data }
}

/** The person whom an unaddressed sign-in link means: the first active admin, made now when there is nobody. */
export async function firstAdmin(tx: StoreTransaction, parts: AccessParts): Promise<Person | undefined> {
  const people = await readPeople(tx)
  const standing = people.find(isActiveAdmin)
  if (standing || people.length > 0) return standing
  const at = toIso(parts.clock.now())
  const person: Person = {
    person_id: parts.ids.newId('person'),
    name: 'Admin',
    role: 'admin',
    created_at: at,
  }
  // Two first sign-ins at once meet at this document: only one of them makes the person.
  await tx.putDocument({ kind: KINDS.mark, id: 'first_admin', body: {}, at, expectedVersion: 0 })
  await putPerson(tx, person, at)
  await tx.appendEvents([
    personChanged({ kind: 'system', id: 'system:access' }, person, { created: true }, at),
  ])
  return person
}

/** Refuses an address that somebody else has. Two changes of addresses at once meet at one document. */
async function claimAddress(
  tx: StoreTransaction,
  { person_id, email }: Person,
  at: string,
): Promise<AccessRefusal | undefined> {
  if (email === undefined) return undefined
  const isSame = (other: Person) => normalAddress(other.email) === normalAddress(email)
  const holder = (await readPeople(tx)).find(other => other.person_id !== person_id && isSame(other))
  if (holder) return addressTaken(email, holder)
  const mark = { kind: KINDS.mark, id: 'addresses' }
  const expectedVersion = (await tx.getDocument(mark.kind, mark.id))?.version ?? 0
  await tx.putDocument({ ...mark, body: {}, at, expectedVersion })
  return undefined
}

/** Who an account at the provider belongs to follows from the address; with another one it is found anew. */
async function forgetProviderAccounts(tx: StoreTransaction, personId: string): Promise<void> {
  for (const { id } of await tx.listDocuments(KINDS.oidcIdentity, { lookup: personId }))
    await tx.deleteDocument(KINDS.oidcIdentity, id)
}

function normalAddress(email: string | undefined): string | undefined {
  return email?.toLowerCase()
}

async function putPerson(tx: StoreTransaction, person: Person, at: string): Promise<void> {
  await tx.putDocument({ kind: KINDS.person, id: person.person_id, body: toBody(person), at })
}

function isActiveAdmin(person: Person): boolean {
  return person.role === 'admin' && !person.disabled_at
}

function personChanged(
  who: Pick<Principal, 'kind' | 'id'>,
  person: Person,
  changes: JsonObject,
  at: string,
): EventDraft {
  const { person_id, name, role } = person
  const payload = { person_id, name, role, changes }
  return { stream: 'system', type: 'person_changed', at, actor: { kind: who.kind, id: who.id }, payload }
}

function firstIssue(issues: readonly { path: readonly PropertyKey[]; message: string }[]): [string, string] {
  const [issue] = issues
  return [issue?.path.map(String).join('.') ?? 'body', issue?.message ?? 'is not valid']
}

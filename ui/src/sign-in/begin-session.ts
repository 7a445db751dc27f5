import { type Identity, isRefused, makeRequestKey, type NewIdentity, type Refused } from 'soulgate/sdk'
import { keepBegun, keepSession, takeBegun } from '../application/browser-session.ts'
import { client } from '../application/client.ts'
import { removeWorkers } from './workers.ts'

type RegisteredKey = Awaited<ReturnType<typeof makeRequestKey>>

/** Signs in: makes the key of this browser here, has it registered with the session, and keeps both. */
export async function beginSession(
  signIn: (publicKey: RegisteredKey['public_key']) => Promise<NewIdentity | Refused>,
): Promise<Identity | Refused> {
  const { key, public_key } = await prepareKey()
  return keepAnswer(await signIn(public_key), key)
}

/** Where a sign-in at the provider begins; only this browser can end it. */
export async function beginAtProvider(): Promise<{ readonly url: string } | Refused> {
  const { key, public_key } = await prepareKey()
  const answer = await client.auth.startOidc(public_key)
  if (isRefused(answer)) return answer
  const state = new URL(answer.url).searchParams.get('state') ?? ''
  await keepBegun({ state, key, public_key })
  return answer
}

/** Ends what this browser began; what another one began is no sign-in here. */
export async function endAtProvider(
  parameters: Readonly<Record<string, string>>,
): Promise<Identity | Refused> {
  const begun = await takeBegun(parameters.state)
  if (begun === undefined) throw new Error('This sign-in was not begun in this browser. Begin again.')
  return keepAnswer(await client.auth.finishOidc(parameters, begun.public_key), begun.key)
}

async function prepareKey(): Promise<RegisteredKey> {
  if (globalThis.crypto?.subtle === undefined)
    throw new Error(
      'This browser signs nothing on a page without HTTPS. Open Soulgate by https, or on localhost.',
    )
  await removeWorkers()
  return makeRequestKey()
}

async function keepAnswer(
  answer: NewIdentity | Refused,
  key: RegisteredKey['key'],
): Promise<Identity | Refused> {
  if (!isRefused(answer)) await keepSession({ session_id: answer.session_id, key })
  return answer
}

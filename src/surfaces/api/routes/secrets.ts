import { z } from 'zod'
import { isRefusal } from '../../../contracts/refusal.ts'
import { PutSecretRequest, RotateSecretsRequest, SecretEntry } from '../../../contracts/secret.ts'
import { present } from '../present.ts'
import { json, noContent, pathValue, type Route, route } from '../route.ts'

/** Stored secrets, by name; no answer holds a value. */
export const secretRoutes: readonly Route[] = [
  route({
    id: 'listSecrets',
    tag: 'secrets',
    method: 'GET',
    path: '/api/secrets',
    action: 'secret.manage',
    summary: 'list stored secrets by name, never their values',
    answers: { status: 200, schema: z.object({ secrets: z.array(SecretEntry) }) },
    handle: async ({ soulgate, who }) => {
      const answer = await soulgate.secrets.list(who)
      return isRefusal(answer) ? answer : json({ secrets: answer.secrets })
    },
  }),
  route({
    id: 'rotateSecrets',
    tag: 'secrets',
    method: 'POST',
    path: '/api/secrets/rotate',
    action: 'secret.manage',
    summary: 'seal every stored secret anew under a new key',
    body: RotateSecretsRequest,
    answers: { status: 200, schema: z.object({ key_id: z.string(), secrets: z.int() }) },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.secrets.rotate(who, body.forget_old)
      return isRefusal(answer) ? answer : json({ key_id: answer.key_id, secrets: answer.secrets })
    },
  }),
  route({
    id: 'getSecret',
    tag: 'secrets',
    method: 'GET',
    path: '/api/secrets/{name}',
    action: 'secret.manage',
    summary: 'see what is known of a stored secret, never its value',
    answers: { status: 200, schema: SecretEntry },
    handle: async call => {
      const answer = await call.soulgate.secrets.get(call.who, pathValue(call, 'name'))
      return isRefusal(answer) ? answer : json(answer.secret)
    },
  }),
  route({
    id: 'putSecret',
    tag: 'secrets',
    method: 'PUT',
    path: '/api/secrets/{name}',
    action: 'secret.manage',
    summary: 'store a secret; what stood under its name is replaced',
    body: PutSecretRequest,
    hides: ['value'],
    answers: { status: 200, schema: SecretEntry },
    handle: async call => {
      const answer = await call.soulgate.secrets.put(call.who, pathValue(call, 'name'), present(call.body))
      return isRefusal(answer) ? answer : json(answer.secret)
    },
  }),
  route({
    id: 'removeSecret',
    tag: 'secrets',
    method: 'DELETE',
    path: '/api/secrets/{name}',
    action: 'secret.manage',
    summary: 'remove a stored secret',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.secrets.remove(call.who, pathValue(call, 'name'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
]

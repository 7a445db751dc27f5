import { z } from 'zod'
import {
  AgentTrigger,
  PutTriggerSecretRequest,
  TriggerSecret,
  UpdateTriggerRequest,
  WebhookReceipt,
} from '../../../contracts/agent-trigger.ts'
import { type Refusal, refuse } from '../../../contracts/refusal.ts'
import { ProblemError } from '../problems.ts'
import { json, jsonOrRefusal, pathValue, type RawCall, type Route, route } from '../route.ts'

/** Agents of one's own that a webhook or an event starts. */
export const triggerRoutes: readonly Route[] = [
  route({
    id: 'listTriggers',
    tag: 'triggers',
    method: 'GET',
    path: '/api/triggers',
    action: 'insight.read',
    summary: 'list which webhooks and events start agents of one’s own',
    answers: { status: 200, schema: z.object({ triggers: z.array(AgentTrigger) }) },
    handle: async ({ soulgate }) => json({ triggers: await soulgate.triggers.list() }),
  }),
  route({
    id: 'updateTrigger',
    tag: 'triggers',
    method: 'PATCH',
    path: '/api/triggers/{agent}/{name}',
    action: 'schedule.manage',
    summary: 'pause a trigger, or let it start runs again from now on',
    body: UpdateTriggerRequest,
    answers: { status: 200, schema: AgentTrigger },
    handle: async call =>
      jsonOrRefusal(await call.soulgate.triggers.setStatus(call.who, named(call), call.body.status)),
  }),
  route({
    id: 'putTriggerSecret',
    tag: 'triggers',
    method: 'PUT',
    path: '/api/triggers/{agent}/{name}/secret',
    action: 'secret.manage',
    summary: 'store the secret that a webhook is signed with, or make one, which is answered once',
    body: PutTriggerSecretRequest,
    hides: ['secret'],
    answers: { status: 200, schema: TriggerSecret },
    handle: async call =>
      jsonOrRefusal(await call.soulgate.triggers.putSecret(call.who, named(call), call.body.secret)),
  }),
  route({
    id: 'receiveWebhook',
    tag: 'triggers',
    method: 'POST',
    path: '/api/triggers/{agent}/{name}/webhook',
    action: 'public',
    limit: 'webhook',
    summary: 'start an agent by a signed webhook, once for each id',
    rawBody: true,
    body: z.instanceof(Uint8Array),
    answers: { status: 202, schema: WebhookReceipt },
    handle: async call => {
      const trigger = named(call)
      const delivery = { headers: call.headers, body: call.body }
      const admit = () => call.takeWebhook(`${trigger.agent}/${trigger.name}`)
      const received = await call.soulgate.triggers.receive(trigger, delivery, admit)
      if (received.outcome === 'taken')
        return json(received.receipt, received.receipt.status === 'started' ? 202 : 200)
      return toRefusal(received)
    },
  }),
]

function named(call: Pick<RawCall, 'path'>) {
  return { agent: pathValue(call, 'agent'), name: pathValue(call, 'name') }
}

type Refused =
  | { readonly outcome: 'unverified' }
  | { readonly outcome: 'elsewhere' }
  | { readonly outcome: 'unfit' | 'full'; readonly detail: string }

/** One answer for everything that is not verified, so that nobody learns which triggers there are. */
function toRefusal(received: Refused): Refusal {
  switch (received.outcome) {
    case 'unfit':
      return refuse('invalid', received.detail)
    case 'full':
      throw new ProblemError(429, 'too_many_open_gates', received.detail, { retryAfterSeconds: 60 })
    case 'elsewhere':
      throw new ProblemError(503, 'not_carried', 'No agent here takes this webhook at the moment.', {
        retryAfterSeconds: 10,
      })
    case 'unverified':
      return refuse(
        'webhook_not_verified',
        'No active webhook takes this request here. Check its address, secret, signature and time.',
      )
  }
}

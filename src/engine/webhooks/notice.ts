import { headingOf } from '../../contracts/act-line.ts'
import type { Event } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import { type Notice, NoticeType, type Webhook } from '../../contracts/webhook.ts'

/** What an event looks like from outside; undefined when it is nothing to be told. */
export function noticeOf(
  event: Event,
  {
    gate,
    linkTo,
    tellsAct = false,
  }: {
    readonly gate: Gate | undefined
    readonly linkTo: LinkTo
    /** What the calls of the gate do leaves too. */
    readonly tellsAct?: boolean
  },
): Notice | undefined {
  const type = NoticeType.safeParse(event.type)
  if (!type.success) return undefined
  const url = linkTo(event)
  return {
    type: type.data,
    timestamp: event.at,
    data: {
      ...(event.gate_id === undefined ? {} : { gate_id: event.gate_id }),
      ...(gate === undefined ? {} : { gate_type: gate.type, requested_by: gate.requested_by }),
      ...(gate?.briefing.act === undefined || !tellsAct ? {} : { act: headingOf(gate) }),
      ...statusOf(event),
      ...(event.run_id === undefined ? {} : { run_id: event.run_id }),
      ...(event.session_id === undefined ? {} : { session_id: event.session_id }),
      ...personOf(event),
      ...(gate?.expires_at === undefined || !WAITS.has(event.type) ? {} : { expires_at: gate.expires_at }),
      ...(url === undefined ? {} : { url }),
    },
  }
}

/** Where a person reads on, after signing in. */
export type LinkTo = (event: Pick<Event, 'gate_id' | 'run_id'>) => string | undefined

/** Whether a webhook is to be told: its types, and of one made for a person only what comes to that person. */
export function concerns(webhook: Webhook, event: Event, gate: Gate | undefined): boolean {
  if (!webhook.events.some(type => type === event.type)) return false
  if (event.type === 'gate_escalated' && event.payload?.notify === false) return false
  if (webhook.person_id === undefined) return true
  const { assignee, escalated_to } = personOf(event)
  return [assignee, escalated_to, gate?.assignee].includes(webhook.person_id)
}

const WAITS: ReadonlySet<string> = new Set(['gate_opened', 'gate_warned', 'gate_assigned', 'gate_escalated'])

/** Statuses are words of a closed set; nothing that an agent wrote is among them. */
function statusOf({ payload }: Event): { readonly status?: string } {
  return typeof payload?.status === 'string' ? { status: payload.status } : {}
}

function personOf({ type, payload }: Event): { readonly assignee?: string; readonly escalated_to?: string } {
  if (type === 'gate_assigned' && typeof payload?.assignee === 'string') return { assignee: payload.assignee }
  if (type === 'gate_escalated' && typeof payload?.to === 'string') return { escalated_to: payload.to }
  return {}
}

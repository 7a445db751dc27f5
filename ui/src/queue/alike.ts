import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import { client } from '../application/client.ts'
import { toolCallsOf } from '../inbox/decision-draft.ts'

const PAGE_SIZE = 500
/** So many are read at most; the rest comes up once these are decided. */
const MAX_ALIKE = 2000

/** Every waiting gate that asks the same as this one about other values, in the order of the queue. */
export async function readAlike(gate: Gate): Promise<readonly Gate[]> {
  const template = reviewTemplate(gate)
  const q = [...new Set(toolCallsOf(gate).map(call => call.tool))].join(' ')
  const filter = {
    ...({ status: 'pending', snoozed: 'hide', sort: 'section' } as const),
    ...{ type: gate.type, agent: gate.requested_by, q, limit: PAGE_SIZE },
  }
  const alike: Gate[] = []
  let cursor: string | undefined
  for (let read = 0; read < MAX_ALIKE; read += PAGE_SIZE) {
    const page = await client.gates.list({ ...filter, cursor })
    alike.push(...page.items.filter(other => reviewTemplate(other) === template))
    cursor = page.next_cursor
    if (cursor === undefined) break
  }
  return alike
}

import { toIso } from '../../base/clock.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { StoreTransaction } from '../../store/store.ts'
import type { Execution } from './execution.ts'

const MESSAGE = 'run_message'
const MAILBOX = 'run_mailbox'

/** What somebody outside tells a run; it is data, and whoever receives it decides what it means. */
export interface RunMessage {
  readonly run_id: string
  readonly mailbox: string
  readonly body: JsonObject
}

/** Puts a message behind those that are there already. The caller has locked the run, so that numbers stay dense. */
export async function putMessage(tx: StoreTransaction, message: RunMessage, at: string): Promise<void> {
  const { run_id: runId, mailbox, body } = message
  const counter = { kind: MAILBOX, id: `${runId}:${mailbox}` }
  const known = Object((await tx.getDocument(counter.kind, counter.id))?.body)
  const nth = (typeof known.sent === 'number' ? known.sent : 0) + 1
  await tx.putDocument({ ...counter, body: { sent: nth }, at })
  await tx.putDocument({ kind: MESSAGE, id: keyOf(runId, mailbox, nth), body, at })
}

/** Whether the message that a step waits for is there. */
export async function isThere(tx: Pick<StoreTransaction, 'getDocument'>, key: string): Promise<boolean> {
  return (await tx.getDocument(MESSAGE, key)) !== undefined
}

/** Frees the run until the nth message of the mailbox came; the record answers at a replay. */
export async function receiveMessage(
  execution: Execution,
  mailbox: string,
  nth: number,
): Promise<JsonObject> {
  execution.check()
  const { environment, run } = execution
  const place = execution.journal.place(`receive:${mailbox}`, 'compute', { nth })
  if (place.record?.settled !== undefined) {
    await execution.journal.recorded(place)
    return bodyOf(place.record.output)
  }
  const key = keyOf(run.run_id, mailbox, nth)
  if (place.record === undefined) {
    await execution.journal.live()
    execution.check()
    execution.buffer({ steps: [execution.stepOf(place, { status: 'started', output: { message: key } })] })
  }
  const received = Promise.withResolvers<JsonObject>()
  execution.waiting.set(place.seq, {
    kind: 'message',
    id: key,
    place,
    check: async () => {
      const document = await environment.store.getDocument(MESSAGE, key)
      if (!document) return undefined
      const body = bodyOf({ body: document.body })
      return settled => {
        const ended_at = toIso(environment.clock.now())
        execution.buffer({
          steps: [execution.stepOf(place, { status: 'succeeded', output: { body }, settled, ended_at })],
          write: async tx => {
            await tx.deleteDocument(MESSAGE, key)
            return undefined
          },
        })
        received.resolve(body)
      }
    },
  })
  execution.checkWaits()
  return received.promise
}

function bodyOf(output: JsonValue | undefined): JsonObject {
  const { body } = Object(output)
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
}

function keyOf(runId: string, mailbox: string, nth: number): string {
  return `${runId}:${mailbox}:${nth}`
}

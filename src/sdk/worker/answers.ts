import { SoulgateError } from '../../base/errors.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { WorkerAnswer, WorkerError, WorkerMessage } from '../../contracts/worker-protocol.ts'

type WithoutSeq<Message> = Message extends unknown ? Omit<Message, 'seq'> : never

/** A message before it has its number. */
export type Said = WithoutSeq<WorkerMessage>

/** An error as it travels. */
export function toWorkerError(error: unknown): WorkerError {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 8_000)
  return error instanceof SoulgateError
    ? { code: error.code, message }
    : {
        message,
        ...(error instanceof Error && error.name !== 'Error' ? { name: error.name.slice(0, 100) } : {}),
      }
}

/** What a promise came to, as it travels. */
export async function toAnswer(work: () => Promise<JsonValue> | JsonValue): Promise<WorkerAnswer> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, error: toWorkerError(error) }
  }
}

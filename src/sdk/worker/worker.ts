import { createConnection } from './connection.ts'
import { describeCarried } from './describe.ts'
import type { ConnectedWorker, WorkerOptions } from './options.ts'
import { createRunner } from './runner.ts'

export type { ConnectedWorker, WorkerEvent, WorkerOptions } from './options.ts'

/**
 * Carries agents and tools beside the secrets of this process, over connections that it opens itself. The server decides
 * what runs: a tool is touched only for a call whose grant was consumed. Throws `invalid_worker` for options that cannot
 * work.
 */
export function connectWorker(options: WorkerOptions): ConnectedWorker {
  const carried = describeCarried(options)
  const runner = createRunner(carried)
  return createConnection(options, carried, runner)
}

import { Socket } from 'node:net'

/**
 * A socket on which statements that are sent in one turn of the event loop leave together: each alone would be a
 * system call here and a wake-up of the server. The driver corks it around each statement.
 */
export class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

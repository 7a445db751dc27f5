import { setImmediate as turn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { listenForNotices } from './notices.ts'

/**
 * Listeners whose first heartbeat fails, each told something a turn of the event loop later than the one before, so that
 * one is told between its giving up and its end. Says `alive` when all are through. A thread of its own, so that one that
 * never comes back to its event loop can be stopped from outside.
 */
const { url, listeners } = workerData as { readonly url: string; readonly listeners: number }
for (let turns = 0; turns < listeners; turns += 1) {
  const notices = await listenForNotices(
    // The heartbeat finds a view of this name that fails.
    { connectionString: url, options: '-c search_path=broken,pg_catalog' },
    () => {},
  )
  for (let count = 0; count < turns; count += 1) await turn()
  notices.tell(['something'])
  await notices.close()
}
parentPort?.postMessage('alive')

import { randomUUID } from 'node:crypto'
import pg from 'pg'

const CHANNEL = 'soulgate_committed'
/** PostgreSQL refuses payloads of 8000 bytes. */
const LARGEST_PAYLOAD = 7_900
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const HEARTBEAT_MS = 10_000

/** Everything may have changed: read again. */
export const ANYTHING = '*'

export interface Notices {
  /** SQL that tells the other processes; to be sent inside the transaction, it is heard after the commit. */
  announcement(topics: readonly string[]): string
  close(): Promise<void>
}

/**
 * Hears what other processes committed, over one connection of its own. A lost connection is made again with
 * growing pauses; what was missed meanwhile cannot be known, so that listeners are then told `*`.
 */
export async function listenForNotices(
  config: pg.ClientConfig,
  hear: (topics: readonly string[]) => void,
): Promise<Notices> {
  const self = randomUUID()
  let closed = false
  let current: pg.Client | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const client = new pg.Client({ ...config, keepAlive: true, query_timeout: HEARTBEAT_MS })
    client.on('error', () => {})
    client.on('notification', message => {
      const [from, ...topics] = (message.payload ?? '').split('\n')
      if (from !== self && topics.length > 0) hear(topics)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    current = client
    client.once('end', () => reconnect(FIRST_PAUSE_MS))
    heartbeat = setInterval(() => checkAlive(client), HEARTBEAT_MS).unref()
  }
  const checkAlive = (client: pg.Client) => {
    client.query('select 1').catch(() => client.end().catch(() => {}))
  }
  const reconnect = (pauseMs: number): void => {
    clearInterval(heartbeat)
    current = undefined
    if (closed) return
    retry = setTimeout(() => {
      connect().then(
        () => hear([ANYTHING]),
        () => reconnect(Math.min(LONGEST_PAUSE_MS, pauseMs * 2)),
      )
    }, pauseMs).unref()
  }

  await connect()
  return {
    announcement: topics => payloadsOf(self, topics).map(toStatement).join(''),
    close: async () => {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await current?.end()
    },
  }
}

function toStatement(payload: string): string {
  return `select pg_notify('${CHANNEL}', ${pg.escapeLiteral(payload)});`
}

function payloadsOf(self: string, topics: readonly string[]): readonly string[] {
  const payloads: string[] = []
  let payload = self
  let size = self.length
  for (const topic of topics) {
    const told = isTellable(topic) ? topic : ANYTHING
    const bytes = Buffer.byteLength(told) + 1
    if (size + bytes > LARGEST_PAYLOAD) {
      payloads.push(payload)
      payload = self
      size = self.length
    }
    payload += `\n${told}`
    size += bytes
  }
  payloads.push(payload)
  return payloads
}

function isTellable(topic: string): boolean {
  return Buffer.byteLength(topic) < LARGEST_PAYLOAD / 2 && !topic.includes('\n') && !topic.includes('\0')
}

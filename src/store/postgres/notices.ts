import { randomUUID } from 'node:crypto'
import pg from 'pg'

const CHANNEL = 'soulgate_committed'
const LISTENER = 'soulgate listener'
/** PostgreSQL refuses payloads of 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900
const MAX_WAITING = 10_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
const ANSWER_WITHIN_MS = 5_000
/** How soon the others learn that a process has gone. */
export const HEARTBEAT_MS = 2_000

/** Everything may have changed: read again. */
const ANYTHING = '*'

export interface Notices {
  /** Tells the other processes what was committed here; what is told while a message is under way goes with the next. */
  tell(topics: readonly string[]): void
  close(): Promise<void>
}

/**
 * Tells and hears what was committed, over one connection of its own. Notices do not travel inside the
 * transactions, because PostgreSQL lets only one transaction that carries a notice commit at a time. So a process
 * that is killed can take its last notices with it; when one disappears, the others are told `*`, as they are
 * after a lost connection was made again.
 */
export async function listenForNotices(
  config: pg.ClientConfig,
  hear: (topics: readonly string[]) => void,
): Promise<Notices> {
  const self = randomUUID()
  const waiting = new Set<string>()
  let closed = false
  let current: Listener | undefined
  let sending: Promise<void> | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const listener = await openListener(config, message => {
      const [from, ...topics] = message.split('\n')
      if (from !== self) hear(topics)
    })
    current = listener
    listener.client.once('end', () => reconnect(FIRST_PAUSE_MS))
    heartbeat = watchPeers(listener, () => hear([ANYTHING]))
    send()
  }
  const reconnect = (pauseMs: number): void => {
    clearInterval(heartbeat)
    current = undefined
    if (closed) return
    retry = setTimeout(() => {
      connect().then(
        () => hear([ANYTHING]),
        () => reconnect(Math.min(MAX_PAUSE_MS, pauseMs * 2)),
      )
    }, pauseMs).unref()
  }
  const send = (): void => {
    if (sending !== undefined || current === undefined || waiting.size === 0) return
    const statements = payloadsOf(self, [...waiting])
      .map(toStatement)
      .join('')
    waiting.clear()
    const listener = current
    sending = listener
      .ask(statements)
      .then(
        () => {},
        () => {
          waiting.add(ANYTHING)
          // What failed once is not asked again: a dead connection refuses without ever returning to the event loop.
          if (current === listener) current = undefined
          listener.client.end().catch(() => {})
        },
      )
      .finally(() => {
        sending = undefined
        send()
      })
  }

  await connect()
  return {
    tell: topics => {
      for (const topic of topics) waiting.add(topic)
      if (waiting.size > MAX_WAITING) {
        waiting.clear()
        waiting.add(ANYTHING)
      }
      send()
    },
    close: async () => {
      while (sending !== undefined) await sending
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await current?.client.end()
    },
  }
}

interface Listener {
  readonly client: pg.Client
  /** One question after another: the connection is given the next when it has answered the last. */
  ask(text: string, values?: readonly string[]): Promise<pg.QueryResult>
}

async function openListener(
  config: pg.ClientConfig,
  onMessage: (message: string) => void,
): Promise<Listener> {
  const client = new pg.Client({
    ...config,
    application_name: LISTENER,
    query_timeout: ANSWER_WITHIN_MS,
    // Nothing durable is written here, so nothing has to wait for the disk.
    options: `${config.options ?? ''} -c synchronous_commit=off`,
  })
  client.on('error', () => {})
  client.on('notification', notice => onMessage(notice.payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    return { client, ask: inTurn(client) }
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

function inTurn(client: pg.Client): Listener['ask'] {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const ask = (): Promise<pg.QueryResult> => client.query(text, values && [...values])
    const mine = last.then(ask, ask)
    last = mine
    return mine
  }
}

/** Ends the connection when it does not answer any more; tells when another process's listener has gone. */
function watchPeers({ client, ask }: Listener, onGone: () => void): NodeJS.Timeout {
  let known: ReadonlySet<unknown> = new Set()
  const look = async (): Promise<void> => {
    const { rows } = await ask(
      'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
      [LISTENER],
    )
    const alive = new Set(rows.map(row => Number(row.pid)))
    const gone = [...known].some(pid => !alive.has(Number(pid)))
    known = alive
    if (gone) onGone()
  }
  const beat = () => {
    look().catch(() => client.end().catch(() => {}))
  }
  beat()
  return setInterval(beat, HEARTBEAT_MS).unref()
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
    if (size + bytes > MAX_PAYLOAD_BYTES) {
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
  return Buffer.byteLength(topic) < MAX_PAYLOAD_BYTES / 2 && !topic.includes('\n') && !topic.includes('\0')
}

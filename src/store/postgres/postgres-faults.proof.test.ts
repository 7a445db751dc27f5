import { connect, createServer, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/postgres/test-database.ts'
import { SCHEMA_VERSION } from '../migrations/migrations.ts'
import type { Store } from '../store.ts'
import { feedIsWhole } from '../store-events-conformance.ts'
import { codeOf } from '../store-nouns-conformance.ts'
import { AT, sampleDraft, sampleRun } from '../store-samples.ts'
import { HEARTBEAT_MS } from './notices.ts'
import { openPostgresStore } from './postgres.ts'

const open = (url: string, poolSize = 4) => openPostgresStore({ url, now: () => AT, poolSize })

let url: string
let store: Store
let admin: pg.Client
beforeAll(async () => {
  url = await createTestDatabase()
  store = await open(url)
  admin = new pg.Client({ connectionString: url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await store.close()
})

describe('the feed on PostgreSQL', () => {
  it('shows nothing that an older open transaction can still precede, and then everything in order', async () => {
    const append = (stream: string) => store.transact(tx => tx.appendEvents([sampleDraft(stream)]))
    await append('run:before')
    await feedIsWhole(store)
    let commit = () => {}
    // Left open it would hold back the feeds of all other tests on this server.
    onTestFinished(() => commit())
    const appended = new Promise<void>(resolve => {
      void store
        .transact(async tx => {
          await tx.appendEvents([sampleDraft('run:older')])
          resolve()
          await new Promise<void>(free => {
            commit = free
          })
        })
        .then(() => append('run:after'))
    })
    await appended
    await append('run:younger')
    const read = async (since: number) => (await store.listFeed({}, since, 100)).map(event => event)
    const early = await read(0)
    expect(early.map(event => event.stream)).toEqual(['run:before'])
    commit()
    const since = early[0]?.position ?? 0
    let late = await read(since)
    while (late.length < 3) late = await read(since)
    expect(late.map(event => event.stream)).toEqual(['run:older', 'run:younger', 'run:after'])
    expect(await read(late[1]?.position ?? 0)).toEqual(late.slice(2))
  })
})

describe('a transaction on PostgreSQL', () => {
  it('runs a work again that collided with another, and keeps one outcome', async () => {
    await store.transact(async tx => {
      for (const id of ['run_a', 'run_b']) await tx.insertRun(sampleRun(id))
    })
    let runs = 0
    const crossing = (first: string, second: string) =>
      store.transact(async tx => {
        runs += 1
        for (const id of [first, second]) {
          const run = await tx.lockRun(id)
          if (run) await tx.updateRun(run, { steps: run.steps + 1 })
          await tx.executeSql?.('select pg_sleep(0.05)', [])
        }
      })
    await Promise.all([crossing('run_a', 'run_b'), crossing('run_b', 'run_a')])
    expect(runs).toBe(3)
    expect(await store.getRun('run_a')).toMatchObject({ steps: 2 })
    expect(await store.getRun('run_b')).toMatchObject({ steps: 2 })
  })

  it('gives up a work that collides every time, having run it ten times', async () => {
    let runs = 0
    const doomed = store.transact(async tx => {
      runs += 1
      await tx.executeSql?.(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`, [])
    })
    expect(await codeOf(doomed)).toBe('store_unavailable')
    expect(runs).toBe(10)
  })

  it.each(['53100', '25006', '57P03', '08006'])('calls the store unavailable at SQLSTATE %s', async state => {
    const raise = `do $$ begin raise exception 'x' using errcode = '${state}'; end $$`
    expect(await codeOf(store.transact(async tx => void (await tx.executeSql?.(raise, []))))).toBe(
      'store_unavailable',
    )
  })

  it('fails with the reason of the first write that failed, whatever the work did after it', async () => {
    const doubled = store.transact(async tx => {
      await tx.insertRun(sampleRun('run_doubled'))
      await tx.insertRun(sampleRun('run_doubled'))
      await tx.getRun('run_doubled')
    })
    await expect(doubled).rejects.toMatchObject({ code: '23505' })
    const last = store.transact(async tx => {
      await tx.insertRun(sampleRun('run_doubled'))
      await tx.insertRun(sampleRun('run_doubled'))
    })
    await expect(last).rejects.toMatchObject({ code: '23505' })
    expect(await store.getRun('run_doubled')).toBeUndefined()
  })

  it('keeps nothing when one of its writes finds that another worker has the run', async () => {
    const run = sampleRun('run_taken')
    await store.transact(async tx => {
      await tx.insertRun(run)
      await tx.updateRun(run, { lease_token: run.lease_token + 1 })
    })
    const stale = store.transact(async tx => {
      await tx.updateRun(run, { steps: 7 })
      await tx.appendEvents([sampleDraft('run:run_taken')])
    })
    expect(await codeOf(stale)).toBe('lease_lost')
    expect(await store.listStream('run:run_taken', 0, 10)).toEqual([])
  })

  it('reads what it wrote, and refuses a write that it forgot until it had ended', async () => {
    let late: () => Promise<unknown> = async () => {}
    const seen = await store.transact(async tx => {
      await tx.insertRun(sampleRun('run_own'))
      late = () => tx.insertRun(sampleRun('run_late'))
      return tx.getRun('run_own')
    })
    expect(seen?.run_id).toBe('run_own')
    expect(await codeOf(late())).toBe('transaction_ended')
  })

  it('refuses to call a change done whose failure the work passed over', async () => {
    const careless = store.transact(async tx => {
      await tx.insertRun(sampleRun('run_careless'))
      await tx.executeSql?.('select 1/0', []).catch(() => {})
    })
    expect(await codeOf(careless)).toBe('transaction_aborted')
    expect(await store.getRun('run_careless')).toBeUndefined()
  })

  it('writes nothing when its connection is lost, and the store goes on', async () => {
    const cut = store.transact(async tx => {
      await tx.insertRun(sampleRun('run_cut'))
      const answer = await tx.executeSql?.('select pg_backend_pid() as pid', [])
      const [row] = answer?.rows as { pid: number }[]
      await admin.query('select pg_terminate_backend($1)', [row?.pid])
      await tx.insertRun(sampleRun('run_cut_too'))
    })
    expect(await codeOf(cut)).toBe('store_unavailable')
    expect(await store.getRun('run_cut')).toBeUndefined()
    await store.transact(tx => tx.insertRun(sampleRun('run_after_cut')))
  })

  it.each([
    ['before it reached the server', false],
    ['after the server had committed', true],
  ])('says that a commit is unknown whose answer was lost %s', async (_, forwarded) => {
    const proxy = await startProxy(url, forwarded)
    const distant = await open(proxy.url, 1)
    await distant.transact(tx => tx.insertRun(sampleRun(`run_known_${forwarded}`)))
    proxy.cutNextCommit()
    const unknown = distant.transact(tx => tx.insertRun(sampleRun(`run_unknown_${forwarded}`)))
    expect(await codeOf(unknown)).toBe('commit_unknown')
    let found = await store.getRun(`run_unknown_${forwarded}`)
    while (forwarded && !found) found = await store.getRun(`run_unknown_${forwarded}`)
    expect(found !== undefined).toBe(forwarded)
    await distant.ping()
    await distant.close()
    proxy.stop()
  })

  it('answers a text with U+0000 by naming it', async () => {
    const write = store.transact(tx => tx.insertRun(sampleRun('run_\0')))
    expect(await codeOf(write)).toBe('invalid_text')
  })

  it('lets a work read outside its transaction though every connection is busy', async () => {
    const works = Array.from({ length: 12 }, (_, n) =>
      store.transact(async tx => {
        await tx.insertRun(sampleRun(`run_outside_${n}`))
        return store.getRun('run_a')
      }),
    )
    expect((await Promise.all(works)).every(Boolean)).toBe(true)
  })
})

describe('opening a PostgreSQL store', () => {
  it('migrates an empty database once though four processes open it together', async () => {
    const fresh = await createTestDatabase()
    const stores = await Promise.all([1, 2, 3, 4].map(() => open(fresh)))
    await stores[0]?.transact(tx => tx.insertRun(sampleRun('run_1')))
    for (const each of stores) expect(await each.getRun('run_1')).toBeDefined()
    await Promise.all(stores.map(each => each.close()))
  })

  it('says that the store is unavailable when nobody answers or the password is wrong', async () => {
    expect(await codeOf(open('postgres://soulgate:x@127.0.0.1:1/none'))).toBe('store_unavailable')
    const wrong = new URL(url)
    wrong.password = 'wrong'
    expect(await codeOf(open(wrong.href))).toBe('store_unavailable')
  })

  it('refuses a schema that a newer version made', async () => {
    const fresh = await createTestDatabase()
    await (await open(fresh)).close()
    const newer = new pg.Client({ connectionString: fresh })
    await newer.connect()
    await newer.query('insert into soulgate.schema_versions values ($1, $2, $3)', [
      SCHEMA_VERSION + 1,
      'x',
      AT,
    ])
    await newer.end()
    expect(await codeOf(open(fresh))).toBe('schema_too_new')
  })
})

describe('notices between processes on PostgreSQL', () => {
  const LISTENERS = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'soulgate listener'`

  it('reach every process after the commit, however long the list of topics', async () => {
    const other = await open(url)
    const topics = Array.from({ length: 2_000 }, (_, n) => `topic ${n} 'quoted' \\ ż`)
    const heard = hear(other)
    await store.transact(async tx => {
      for (const topic of topics) tx.notify(topic)
    })
    await heard.until(seen => topics.every(topic => seen.has(topic)))
    const back = hear(store)
    await other.transact(async tx => tx.notify('back'))
    await back.until(seen => seen.has('back'))
    await other.close()
  })

  it('are replaced by "anything may have changed" after the listening connection was lost', async () => {
    const heard = hear(store)
    await admin.query(LISTENERS)
    await heard.until(seen => seen.has('*'))
    const other = await open(url)
    await other.transact(async tx => tx.notify('after the loss'))
    await heard.until(seen => seen.has('after the loss'))
    await other.close()
  })

  it('told while the listening connection is being given up do not hold the process', async () => {
    await admin.query('create schema broken')
    await admin.query('create view broken.pg_stat_activity as select 1 / 0 as pid')
    const fixture = new URL('./ending-listener-fixture.ts', import.meta.url)
    const thread = new Worker(fixture, { workerData: { url, listeners: 80 } })
    const said = await Promise.race([
      new Promise(resolve => thread.once('message', resolve)),
      new Promise(resolve => thread.once('error', resolve)),
      // A thread that is held never says anything; a busy machine is slow.
      new Promise(resolve => setTimeout(resolve, 60_000, 'held')),
    ])
    await thread.terminate()
    expect(said).toBe('alive')
  }, 90_000)

  it('are replaced by "anything may have changed" when another process has gone', async () => {
    const other = await open(url)
    const heard = hear(store)
    await new Promise(resolve => setTimeout(resolve, HEARTBEAT_MS + 200))
    await other.close()
    await heard.until(seen => seen.has('*'))
  }, 20_000)
})

function hear(listening: Store) {
  const seen = new Set<string>()
  let check = (): void => {}
  listening.subscribe(topics => {
    for (const topic of topics) seen.add(topic)
    check()
  })
  return {
    until: (condition: (seen: ReadonlySet<string>) => boolean) =>
      new Promise<void>(resolve => {
        check = () => {
          if (condition(seen)) resolve()
        }
        check()
      }),
  }
}

/** A proxy that cuts the connection at a commit: before it goes to the server, or before its answer comes back. */
async function startProxy(target: string, forwarded: boolean) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let armed = false
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname)
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    let committing = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', cut)
    }
    client.on('data', data => {
      if (armed && data.includes('commit\0')) {
        armed = false
        if (!forwarded) return cut()
        committing = true
      }
      upstream.write(data)
    })
    upstream.on('data', data => (committing ? cut() : client.write(data)))
  })
  const own = await new Promise<number>(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const through = new URL(target)
  through.port = String(own)
  return {
    url: through.href,
    cutNextCommit: () => {
      armed = true
    },
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeClock, toIso } from '../base/clock.ts'
import { openSqliteStore } from '../store/sqlite/sqlite.ts'
import type { Store } from '../store/store.ts'
import { waitFor } from './waiting.ts'

const START_MS = Date.parse('2026-03-01T09:00:00.000Z')

let store: Store
const clock = fakeClock(START_MS)
beforeEach(async () => {
  store = await openSqliteStore({ path: ':memory:', now: () => toIso(START_MS) })
})
afterEach(() => store.close())

const announce = (topic: string) => store.transact(async tx => tx.notify(topic))
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Waits for what `look` finds; counts the looks. */
function waitOn(look: () => Promise<string | undefined>, waitMs = 1_000) {
  const looks = { count: 0 }
  const probe = async () => {
    looks.count += 1
    return look()
  }
  return { looks, waited: waitFor({ store, timers: clock.timers }, { topic: 'run:1', waitMs }, probe) }
}

describe('waiting for something', () => {
  it('answers at once what is there', async () => {
    const { looks, waited } = waitOn(async () => 'there')
    expect(await waited).toBe('there')
    expect(looks.count).toBe(1)
  })

  it('looks once and does not wait when no time is given', async () => {
    const { looks, waited } = waitOn(async () => undefined, 0)
    expect(await waited).toBeUndefined()
    expect(looks.count).toBe(1)
  })

  it('looks again when the topic is announced, and not for others', async () => {
    let value: string | undefined
    const { looks, waited } = waitOn(async () => value)
    await turn()
    await announce('run:2')
    await turn()
    expect(looks.count).toBe(1)
    value = 'come'
    await announce('run:1')
    expect(await waited).toBe('come')
  })

  it('misses nothing that is announced while it looks', async () => {
    let value: string | undefined
    const { waited } = waitOn(async () => {
      const seen = value
      if (seen === undefined) {
        value = 'come'
        await announce('run:1')
      }
      return seen
    })
    expect(await waited).toBe('come')
  })

  it('looks a last time when the time is over', async () => {
    let value: string | undefined
    const { looks, waited } = waitOn(async () => value)
    await turn()
    value = 'unannounced'
    clock.advance(1_000)
    expect(await waited).toBe('unannounced')
    expect(looks.count).toBe(2)
  })

  it('answers nothing when nothing came in time, also when the time ends while it looks', async () => {
    const slow = waitOn(async () => {
      clock.advance(2_000)
      return undefined
    })
    expect(await slow.waited).toBeUndefined()
    const idle = waitOn(async () => undefined)
    await turn()
    clock.advance(1_000)
    expect(await idle.waited).toBeUndefined()
  })

  it('fails with what fails the look, and listens no longer', async () => {
    const { looks, waited } = waitOn(async () => {
      throw new Error('broken')
    })
    await expect(waited).rejects.toThrow('broken')
    await announce('run:1')
    await turn()
    expect(looks.count).toBe(1)
  })
})

import { readdir, stat } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../../test/soulgate/program-fixture.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.leave())

describe('the home of the program', () => {
  it('belongs to one program at a time', async () => {
    const first = await place.open()
    await expect(place.open()).rejects.toMatchObject({ code: 'store_in_use' })
    await first.close()
    await place.open()
  })

  it('is given back when the program cannot start', async () => {
    const broken = place.open({ settingsSeed: { autonomy_level: 9 } })
    await expect(broken).rejects.toThrow()
    const soulgate = await place.open()
    expect((await soulgate.health.ready()).ready).toBe(true)
  })

  it('is nobody else’s to read', async () => {
    await place.open()
    expect((await stat(place.home)).mode & 0o077).toBe(0)
    expect(await readdir(place.workspace)).toEqual([])
  })

  it('can be closed twice', async () => {
    const soulgate = await place.open()
    await Promise.all([soulgate.close(), soulgate.close()])
    await soulgate.close()
  })
})

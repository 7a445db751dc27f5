import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Soulgate } from '../../src/soulgate.ts'
import { admin, builder, granted, makePlace, type Place } from './program-fixture.ts'

let place: Place
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.leave())

/** A program whose guidelines deny reading and writing in `vault` and of one accented file. */
async function openDenying(foldsCase: boolean): Promise<Soulgate> {
  const soulgate = await place.open({ foldsCase })
  for (const paths of [['vault/*'], ['notes/é.txt']]) {
    const denial = {
      name: `Denied ${paths[0]}`,
      category: 'security',
      condition: { paths },
      action: { type: 'tool_restriction', tools_denied: ['*'] },
    }
    await granted(soulgate.guardrails.create(admin, denial))
  }
  return soulgate
}

const write = async (soulgate: Soulgate, path: string) => {
  const call = { tool: 'write_file', arguments: { path, content: 'x' } }
  return (await granted(soulgate.calls.propose(builder, call))).outcome
}

const OTHER_CASE = ['VAULT/x', 'Vault/deep/x', './vAULT//x', 'VAULT\\x']
const PLAIN = ['vault/x', './vault//x', 'notes/é.txt', 'notes/e\u0301.txt']

describe('a rule about paths', () => {
  it('holds in every letter case where the file system takes them for the same', async () => {
    const soulgate = await openDenying(true)
    const absolute = join(place.workspace, 'Vault', 'x')
    const elsewhere = join(place.workspace.toUpperCase(), 'vault', 'x')
    for (const path of [...PLAIN, ...OTHER_CASE, 'NOTES/É.TXT', 'notes/E\u0301.txt', absolute, elsewhere])
      expect([path, await write(soulgate, path)]).toEqual([path, 'denied'])
    const reads = { tool: 'read_file', arguments: { path: 'Vault/key.txt' } }
    expect(await granted(soulgate.calls.propose(builder, reads))).toMatchObject({ outcome: 'denied' })
  })

  it('holds for composed and decomposed letters everywhere, and for one case where there are two', async () => {
    const soulgate = await openDenying(false)
    for (const path of PLAIN) expect([path, await write(soulgate, path)]).toEqual([path, 'denied'])
    for (const path of ['VAULT/x', 'Vault/deep/x'])
      expect([path, await write(soulgate, path)]).toEqual([path, 'held'])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalize } from '../../src/base/canonical-json.ts'
import { verifyExport } from '../../src/engine/audit/audit.ts'
import type { Store } from '../../src/store/store.ts'
import { verifyLines } from '../../ui/src/audit/verify-lines.ts'
import {
  admin,
  memoryKeys,
  memoryStore,
  openAudit,
  parse,
  type TestAudit,
  withEnd,
} from '../engine/audit-fixture.ts'

let store: Store
let chain: TestAudit
let lines: string[]

beforeEach(async () => {
  store = await memoryStore()
  chain = openAudit(store)
  for (const stream of ['run:a', 'run:b', 'system', 'run:a']) await chain.append(stream)
  await chain.audit.checkpoint({ force: true })
  for (const stream of ['run:a', 'run:b', 'run:b']) await chain.append(stream, { session_id: 'ses_1' })
  await chain.audit.checkpoint({ force: true })
  await chain.audit.rotateKey(admin)
  for (const stream of ['run:a', 'run:c']) await chain.append(stream)
  lines = await chain.lines()
})
afterEach(async () => {
  chain.audit.close()
  await store.close()
})

async function* told(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}

describe('what the browser says of an export', () => {
  it('is what the server says of a whole one', async () => {
    const here = await verifyLines(told(lines))
    const { events, streams, checkpoints, unsealed, keys, footer } = await verifyExport(lines)
    expect(here).toEqual({
      ...{ ok: true, events, streams, checkpoints, unsealed, keys, wholeAt: footer?.at },
    })
  })

  it('is whether each key is trusted, and that a foreign one is not', async () => {
    const other = await memoryStore()
    const forger = openAudit(other, memoryKeys(2))
    await forger.append('run:a')
    await forger.audit.checkpoint({ force: true })
    const [{ key_id: own }, { key_id: foreign }] = [await chain.audit.key(), await forger.audit.key()]
    for (const trusted of [[], [foreign], [own]]) {
      for (const each of [lines, await forger.lines()]) {
        const there = await verifyExport(each, { ownKey: own, trustedKeys: trusted })
        const here = await verifyLines(told(each), { own, trusted })
        expect({ ok: here.ok, keys: here.keys }).toEqual({ ok: there.ok, keys: there.keys })
        expect(here.ok).toBe(each === lines || trusted.includes(foreign))
      }
    }
    expect((await verifyLines(told(await forger.lines()), { own, trusted: [] })).bad).toContain(
      'neither trusted nor endorsed',
    )
    await other.close()
  })

  it('is that the end was cut off where its footer was taken out', async () => {
    const { footer: _, ...end } = parse(lines.at(-1) ?? '')
    const without = lines.with(-1, canonicalize(end))
    expect((await verifyLines(told(without))).bad).toContain('footer is missing')
  })

  it('is that it is broken, whichever line is gone, doubled or moved', async () => {
    const changes = lines
      .slice(0, -1)
      .flatMap((line, index) => [
        lines.filter((_, at) => at !== index),
        lines.toSpliced(index, 0, line),
        lines.toSpliced(index, 2, lines[index + 1] ?? '', line),
      ])
    for (const changed of changes.map(each => withEnd(each))) {
      const [there, here] = [await verifyExport(changed), await verifyLines(told(changed))]
      expect({ changed, ok: here.ok }).toEqual({ changed, ok: there.ok })
    }
  })

  it('is that it is broken, whichever value was changed', async () => {
    for (const [index, line] of lines.entries()) {
      const values = [...line.matchAll(/:"([^"]{3,})"/g)]
      for (const match of values) {
        const at = match.index + 3
        const other = line[at] === 'a' ? 'b' : 'a'
        const changed = lines.with(index, `${line.slice(0, at)}${other}${line.slice(at + 1)}`)
        const [there, here] = [await verifyExport(changed), await verifyLines(told(changed))]
        expect({ changed: changed[index], ok: here.ok }).toEqual({ changed: changed[index], ok: there.ok })
      }
    }
  })

  it('names the first entry that does not fit', async () => {
    const index = lines.findIndex(
      line =>
        line.includes('"kind":"event"') && line.includes('"stream":"run:b"') && line.includes('"seq":2'),
    )
    const changed = lines.with(index, (lines[index] ?? '').replace('"type":"', '"type":"x'))
    expect((await verifyLines(told(changed))).bad).toMatch(/^run:b#2/)
  })
})

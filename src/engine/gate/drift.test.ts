import { describe, expect, test } from 'vitest'
import type { CallEvidence } from '../../contracts/evidence.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { findDrift, readEvidence } from './drift.ts'
import type { ReadEvidence } from './gate-ports.ts'

const call = (id: string, ...targets: readonly string[]) =>
  ({ call_id: id, tool: 'touch', arguments: { targets } }) as unknown as ToolCall

/** Reads the targets of a call from a small world. */
function world(files: Readonly<Record<string, Omit<CallEvidence, 'target'>>>): ReadEvidence {
  return async ({ arguments: { targets } }) =>
    (targets as string[]).map(target => {
      if (files[target] === undefined) throw new Error(`${target} cannot be read`)
      return { target, ...files[target] }
    })
}
const file = (sha256: string) => ({ state: 'file', sha256 }) as const
const folder = (sha256: string, entries: number) => ({ state: 'folder', sha256, entries }) as const
const absent = { state: 'absent' } as const

describe('what calls rest on', () => {
  test('leaves out what an earlier call of the same proposal changes, in it or above it', async () => {
    const read = world({ a: file('1'), 'a/b': file('2'), ab: file('3'), c: absent })
    const calls = [call('1', 'a'), call('2', 'a/b', 'c'), call('3', 'ab', 'a')]
    expect(await readEvidence(read, calls)).toEqual({
      1: [{ target: 'a', ...file('1') }],
      2: [{ target: 'c', ...absent }],
      3: [{ target: 'ab', ...file('3') }],
    })
  })

  test('is nothing where no tool can say, or where it cannot be read', async () => {
    expect(await readEvidence(async () => undefined, [call('1', 'a')])).toBeUndefined()
    expect(await readEvidence(world({}), [call('1', 'a')])).toBeUndefined()
  })
})

describe('what changed since', () => {
  const cases: readonly (readonly [Omit<CallEvidence, 'target'>, Omit<CallEvidence, 'target'>, string])[] = [
    [file('1'), file('2'), 'x was changed.'],
    [file('1'), absent, 'x was deleted.'],
    [absent, file('1'), 'x was created.'],
    [file('1'), folder('1', 0), 'x is a folder now.'],
    [folder('1', 2), folder('2', 3), 'x held 2 entries and holds 3 now.'],
    [folder('1', 2), folder('2', 2), 'What x holds was changed.'],
  ]
  test.each(cases)('%j and then %j: %s', async (was, now, text) => {
    const before = await readEvidence(world({ x: was }), [call('1', 'x')])
    expect(await findDrift(world({ x: was }), before, [call('1', 'x')])).toEqual([])
    expect(await findDrift(world({ x: now }), before, [call('1', 'x')])).toEqual([
      { call_id: '1', target: 'x', text },
    ])
  })

  test('what cannot be read any more counts as changed', async () => {
    const before = await readEvidence(world({ x: file('1') }), [call('1', 'x')])
    expect(await findDrift(world({}), before, [call('1', 'x')])).toMatchObject([
      { target: 'x', text: 'x cannot be compared any more.' },
    ])
    expect(await findDrift(async () => undefined, before, [call('1', 'x')])).toHaveLength(1)
  })

  test('a target that edited arguments do not name is not compared', async () => {
    const before = await readEvidence(world({ x: file('1') }), [call('1', 'x')])
    expect(await findDrift(world({ y: file('2') }), before, [call('1', 'y')])).toEqual([])
  })
})

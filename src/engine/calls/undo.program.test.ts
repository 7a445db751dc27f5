import { afterEach, describe, expect, it } from 'vitest'
import {
  admin,
  agent,
  type Desk,
  declared,
  found,
  granted,
  member,
  openDesk,
  refused,
  reviewer,
  viewer,
} from '../../../test/engine/desk-fixture.ts'
import { mover, settled, startEngine, startRun } from '../../../test/engine/engine-fixture.ts'
import type { ExecutableTool } from '../tools/tools.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close()
})

/** A shelf of texts; writing to it can be taken back as long as the text is as it was written. */
function shelf(): {
  readonly texts: Map<string, string>
  readonly undone: string[]
  readonly keys: string[]
  /** Texts whose undo never comes back, as where the process dies. */
  readonly dying: Set<string>
  readonly tool: ExecutableTool
} {
  const texts = new Map<string, string>()
  const undone: string[] = []
  const keys: string[] = []
  const dying = new Set<string>()
  const tool: ExecutableTool = {
    definition: declared('move_thing'),
    execute: async call => {
      const path = String(call.arguments.path)
      texts.set(path, 'written')
      return { result: { success: true, output: {} }, undo: { path } }
    },
    undo: async (record, { idempotencyKey }) => {
      const { path } = record as { path: string }
      keys.push(idempotencyKey)
      if (dying.has(path)) return new Promise(() => {})
      const text = texts.get(path) ?? null
      if (text !== 'written') {
        const changes = [{ target: path, expected: 'w', found: text, diff: '-written\n+changed' }]
        return { status: 'refused', because: 'target_changed', message: `${path} has changed.`, changes }
      }
      await new Promise(resolve => setImmediate(resolve))
      texts.delete(path)
      undone.push(path)
      return { status: 'undone', message: `${path} is as it was.`, restored: [path] }
    },
  }
  return { texts, undone, keys, dying, tool }
}

/** A run of a member that wrote three texts, and a desk over the same store. */
async function ranRun(): Promise<
  ReturnType<typeof shelf> & { desk: Desk; runId: string; callIds: string[] }
> {
  const things = shelf()
  const engine = await startEngine({ agents: [mover], tools: [things.tool] })
  const run = await startRun(engine, { paths: ['a', 'b', 'c'], confidence: 0.95 })
  expect(await settled(engine, run.run_id)).toMatchObject({ status: 'completed' })
  const desk = await openDesk({ store: engine.store, tools: [things.tool], clock: engine.clock })
  open.push(desk, { close: engine.stop })
  const calls = await engine.store.listCalls(run.run_id)
  return { ...things, desk, runId: run.run_id, callIds: calls.map(call => call.call_id) }
}

describe('taking a call back', () => {
  it('restores what was there, once, and is in the chain', async () => {
    const { desk, texts, callIds, runId } = await ranRun()
    const callId = found(callIds[1])
    const answer = await granted(desk.calls.undo(reviewer, callId))
    expect(answer).toMatchObject({ undone: [callId] })
    expect([...texts.keys()]).toEqual(['a', 'c'])
    expect(await desk.store.getCall(callId)).toMatchObject({ status: 'undone' })
    expect(await desk.eventTypes(`run:${runId}`)).toContain('call_undone')
    expect((await refused(desk.calls.undo(reviewer, callId))).code).toBe('nothing_to_undo')
  })

  it('happens once where two ask at the same moment, and again only where it did not come through', async () => {
    const { desk, texts, undone, callIds } = await ranRun()
    const [a, b] = [found(callIds[0]), found(callIds[1])]
    const answers = await Promise.all([reviewer, admin, reviewer].map(who => desk.calls.undo(who, a)))
    expect(answers.filter(answer => !('code' in answer))).toHaveLength(1)
    expect(undone).toEqual(['a'])
    texts.set('b', 'changed')
    expect(await refused(desk.calls.undo(reviewer, b))).toMatchObject({ data: { because: 'target_changed' } })
    texts.set('b', 'written')
    await granted(desk.calls.undo(reviewer, b))
    expect(undone).toEqual(['a', 'b'])
  })

  it('may be asked for again where the process died in its middle, under the key of the first time', async () => {
    const { desk, texts, keys, dying, callIds } = await ranRun()
    const a = found(callIds[0])
    dying.add('a')
    void desk.calls.undo(reviewer, a)
    await expect.poll(() => keys).toEqual([`undo:${a}`])
    dying.delete('a')
    expect(await refused(desk.calls.undo(reviewer, a))).toMatchObject({ data: { because: 'under_way' } })
    desk.clock.advance(120_000)
    await granted(desk.calls.undo(reviewer, a))
    await granted(desk.calls.undo(reviewer, found(callIds[1])))
    expect(keys).toEqual([`undo:${a}`, `undo:${a}`, `undo:${callIds[1]}`])
    expect([...texts.keys()]).toEqual(['c'])
  })

  it('is refused with the difference when the target has changed since', async () => {
    const { desk, texts, callIds } = await ranRun()
    texts.set('b', 'changed')
    const refusal = await refused(desk.calls.undo(reviewer, found(callIds[1])))
    expect(refusal).toMatchObject({
      code: 'not_undoable',
      data: { because: 'target_changed', changes: [{ target: 'b', diff: '-written\n+changed' }] },
    })
    expect(texts.get('b')).toBe('changed')
    expect(await desk.store.getCall(found(callIds[1]))).toMatchObject({ status: 'succeeded' })
  })

  it('is for reviewers and for the member whose run it was, never for agents', async () => {
    const { desk, undone, callIds } = await ranRun()
    const [a, b] = callIds
    const otto = { ...member, id: 'person_otto' }
    for (const who of [agent, { ...agent, role: 'admin' } as const, viewer, otto]) {
      expect((await refused(desk.calls.undo(who, found(a)))).code).toBe('forbidden')
    }
    expect(undone).toEqual([])
    await granted(desk.calls.undo(member, found(a)))
    await granted(desk.calls.undo(admin, found(b)))
    expect((await refused(desk.calls.undo(reviewer, 'call_none'))).code).toBe('not_found')
  })
})

describe('taking a run back', () => {
  it('goes in reverse order', async () => {
    const { desk, undone, texts, callIds, runId } = await ranRun()
    const answer = await granted(desk.calls.undoRun(member, runId))
    expect(answer.undone).toEqual(callIds.toReversed())
    expect(undone).toEqual(['c', 'b', 'a'])
    expect(texts.size).toBe(0)
    expect((await refused(desk.calls.undoRun(member, runId))).code).toBe('nothing_to_undo')
  })

  it('stops where something changed, and says what was taken back before', async () => {
    const { desk, texts, undone, callIds, runId } = await ranRun()
    texts.set('b', 'changed')
    const refusal = await refused(desk.calls.undoRun(reviewer, runId))
    expect(refusal).toMatchObject({
      code: 'not_undoable',
      data: { because: 'target_changed', undone: [callIds[2]] },
    })
    expect(undone).toEqual(['c'])
    expect([...texts.keys()]).toEqual(['a', 'b'])
  })

  it('is not for agents', async () => {
    const { desk, undone, runId } = await ranRun()
    expect((await refused(desk.calls.undoRun(agent, runId))).code).toBe('forbidden')
    expect(undone).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { Step } from '../../contracts/step.ts'
import { ASIDE, createJournal, journalStalled, type Place } from './journal.ts'

/** Turns of the event loop that end when the test says so, and how often somebody waited. */
function createHooks() {
  const turns: (() => void)[] = []
  const hooks = {
    turn: () => new Promise<void>(resolve => void turns.push(resolve)),
    onWait: () => {
      counted.waits += 1
    },
  }
  const counted = { hooks, waits: 0, open: () => turns.length, next: () => takeTurn(turns) }
  return counted
}

/** Ends the turn that was asked for first, and lets everything that follows from it happen. */
async function takeTurn(turns: (() => void)[]): Promise<void> {
  turns.shift()?.()
  await new Promise(resolve => setImmediate(resolve))
}

/** A journal as it would have been recorded: the places of these operations, settled in this order. */
function record(
  operations: readonly { name: string; input?: JsonValue; settled?: number }[],
): readonly Step[] {
  const journal = createJournal('run_1', [], createHooks().hooks)
  return operations.map(({ name, input, settled }) =>
    stepOf(journal.place(name, 'compute', input ?? null), settled),
  )
}

function stepOf({ seq, name, kind, input_digest }: Place, settled?: number): Step {
  const common = { run_id: 'run_1', seq, name, kind, input_digest, status: 'succeeded' as const }
  return { ...common, started_at: '2026-03-01T09:00:00.000Z', ...(settled === undefined ? {} : { settled }) }
}

/** Which of these have been handed out, in order. */
function watch(waits: Readonly<Record<string, Promise<unknown>>>): readonly string[] {
  const seen: string[] = []
  for (const [name, wait] of Object.entries(waits)) void wait.then(() => seen.push(name))
  return seen
}

describe('a place in the journal', () => {
  const steps = record([{ name: 'look', input: { at: 1 }, settled: 1 }])
  const journal = () => createJournal('run_1', steps, createHooks().hooks)

  it('has its record when the same is asked for again, and none after the last', () => {
    const again = journal()
    expect(again.place('look', 'compute', { at: 1 }).record).toEqual(steps[0])
    expect(again.place('look', 'compute', { at: 1 })).toMatchObject({ seq: 2, record: undefined })
    expect(again.length()).toBe(2)
  })

  it.each([
    ['another name', () => journal().place('see', 'compute', { at: 1 }), 'see'],
    ['another kind', () => journal().place('look', 'model', { at: 1 }), 'look'],
    ['another input', () => journal().place('look', 'compute', { at: 2 }), 'look'],
  ])('is refused to %s, and a person decides', (_, ask, found) => {
    const data = { run_id: 'run_1', seq: 1, recorded: 'look', found }
    expect(ask).toThrow(
      expect.objectContaining({ code: 'run_definition_changed', retry: 'after_human', data }),
    )
  })

  it('says which recorded results were never asked for', () => {
    const two = createJournal('run_1', record([{ name: 'a' }, { name: 'b' }]), createHooks().hooks)
    expect(two.unasked().map(step => step.name)).toEqual(['a', 'b'])
    two.place('a', 'compute', null)
    expect(two.unasked().map(step => step.name)).toEqual(['b'])
    two.place('b', 'compute', null)
    two.place('c', 'compute', null)
    expect(two.unasked()).toEqual([])
  })
})

describe('a question about an operation', () => {
  const asked = createJournal('run_1', [], createHooks().hooks)
  const parent = asked.place('tool:move', 'tool', null)
  const other = asked.place('tool:send', 'tool', null)
  const second = asked.aside(parent, 2, 'in_doubt:move')

  it('stands apart from the operations, each about its own', () => {
    expect(second).toMatchObject({ seq: parent.seq + 2 * ASIDE, kind: 'gate', name: 'in_doubt:move' })
    expect(asked.length()).toBe(2)
    const digests = [second, asked.aside(parent, 1, 'in_doubt:move'), asked.aside(other, 2, 'in_doubt:move')]
    expect(new Set(digests.map(place => place.input_digest)).size).toBe(3)
  })

  it('keeps the name under which it was recorded', () => {
    const steps = [stepOf(parent, 1), stepOf(other, 2), stepOf(second)]
    const again = createJournal('run_1', steps, createHooks().hooks)
    const place = again.place('tool:move', 'tool', null)
    expect([1, 2, 3].map(nth => again.hasAside(place, nth))).toEqual([false, true, false])
    expect(again.aside(place, 2, 'another name')).toMatchObject({ name: 'in_doubt:move', record: steps[2] })
  })
})

describe('recorded results', () => {
  const steps = record([{ name: 'late', settled: 2 }, { name: 'early', settled: 1 }, { name: 'open' }])

  it('are handed out in their first order, one a turn, and new ones after all of them', async () => {
    const counted = createHooks()
    const journal = createJournal('run_1', steps, counted.hooks)
    const [late, early] = ['late', 'early'].map(name => journal.place(name, 'compute', null))
    if (!late || !early) throw new TypeError('both are recorded')
    const seen = watch({
      live: journal.live(),
      late: journal.recorded(late),
      early: journal.recorded(early),
    })
    expect(journal.isReplaying()).toBe(true)
    await counted.next()
    expect(seen).toEqual(['early'])
    expect(journal.isReplaying()).toBe(true)
    await counted.next()
    expect(seen).toEqual(['early', 'late', 'live'])
    expect([journal.isReplaying(), journal.isStalled(), counted.open()]).toEqual([false, false, 0])
  })

  it('that come next and are not waited for stall the journal', async () => {
    const counted = createHooks()
    const journal = createJournal('run_1', steps, counted.hooks)
    expect(journal.isStalled()).toBe(true)
    const late = journal.place('late', 'compute', null)
    const seen = watch({ late: journal.recorded(late), live: journal.live() })
    await counted.next()
    expect([journal.isStalled(), seen]).toEqual([true, []])
    void journal.recorded(journal.place('early', 'compute', null))
    expect([journal.isStalled(), journal.isReplaying()]).toEqual([false, true])
  })

  it('tell who suspends that somebody waits, and that the last was handed out', async () => {
    const counted = createHooks()
    const journal = createJournal('run_1', record([{ name: 'only', settled: 1 }]), counted.hooks)
    void journal.live()
    expect(counted.waits).toBe(1)
    void journal.recorded(journal.place('only', 'compute', null))
    expect(counted.waits).toBe(2)
    await counted.next()
    expect(counted.waits).toBe(3)
  })
})

describe('new results', () => {
  it('are numbered on from the recorded ones, each in a turn of its own', async () => {
    const counted = createHooks()
    const journal = createJournal('run_1', record([{ name: 'only', settled: 7 }]), counted.hooks)
    const seen: number[] = []
    for (const _ of [1, 2]) void journal.handOver().then(number => seen.push(number))
    void journal.recorded(journal.place('only', 'compute', null))
    await counted.next()
    expect([seen, counted.open()]).toEqual([[], 1])
    await counted.next()
    expect([seen, counted.open()]).toEqual([[8], 1])
    await counted.next()
    expect(seen).toEqual([8, 9])
    expect([journal.nextSettled(), journal.nextSettled()]).toEqual([10, 11])
  })

  it('of a journal that holds none begin at one and wait for nothing', async () => {
    const counted = createHooks()
    const journal = createJournal('run_1', [], counted.hooks)
    expect([journal.isReplaying(), journal.isStalled()]).toEqual([false, false])
    await journal.live()
    expect([counted.waits, journal.nextSettled()]).toEqual([0, 1])
  })
})

it('a journal that stalls is for a person to decide about', () => {
  expect(journalStalled('run_1')).toMatchObject({ retry: 'after_human', data: { run_id: 'run_1' } })
})

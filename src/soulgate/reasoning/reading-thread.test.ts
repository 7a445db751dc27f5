import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { systemTimers, type Timers } from '../../base/clock.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { readHere } from '../../engine/reasoning/reasoning.ts'
import { createReadingThread, type ReadingThread } from './reading-thread.ts'

const TOOLS: readonly RegisteredTool[] = [
  declared('water_bed', 'Waters a bed of the garden.', { bed: { type: 'string' } }),
  declared('order_seeds', 'Orders seeds from the seed merchant.', { kind: { type: 'string' } }),
]
/** More around a goal than what is read at once. */
const MUCH = { notes: 'The weather was fine. '.repeat(500) }
const ASKED = { goal: 'Water the bed "tomatoes"', tools: TOOLS, context: MUCH, history: [], now: 0 }
/** As long as a goal may be, and of a kind that takes long to read. */
const LONG = { ...ASKED, goal: 'move report 12 to box 4, '.repeat(800) }

/** A thread costs a second to start: whoever does not end it shares this one. */
const shared = createReadingThread(systemTimers)
afterAll(() => shared.close())
let thread: ReadingThread | undefined
afterEach(async () => {
  await thread?.close()
  thread = undefined
})

function declared(name: string, description: string, properties: object): RegisteredTool {
  return {
    name,
    description,
    input_schema: { type: 'object', properties, required: Object.keys(properties) },
    annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
    reversibility: 'reversible',
    prerequisites: [],
    produces: [],
    origin: 'declared',
    claimed: false,
    definition_hash: name,
  } as unknown as RegisteredTool
}

/** Timers whose tasks run when the test says so, as often as it says so. */
function timersByHand() {
  const tasks = new Set<() => void>()
  const timers: Timers = {
    after: (_delayMs, task) => {
      tasks.add(task)
      return () => void tasks.delete(task)
    },
  }
  const fire = (): void => {
    for (const task of [...tasks]) {
      tasks.delete(task)
      task()
    }
  }
  return { timers, fire }
}

/** Lets the watch look again and again, as time would, until somebody has an answer. */
async function fireUntil(answered: Promise<unknown>, fire: () => void): Promise<void> {
  let isOver = false
  void answered.then(() => {
    isOver = true
  })
  while (!isOver) {
    fire()
    await new Promise(resolve => setImmediate(resolve))
  }
}

describe('a thread reads', () => {
  test('what is read in the thread is word for word what is read here', async () => {
    const { reader } = shared
    const validation = await reader.validate(ASKED)
    expect(validation).toEqual(await readHere.validate(ASKED))
    expect(await reader.understand(ASKED)).toEqual(await readHere.understand(ASKED))
    expect(await reader.reason(ASKED)).toEqual(await readHere.reason(ASKED))
    expect(await reader.plan(ASKED)).toEqual(await readHere.plan(ASKED))
    const asking = { ...ASKED, goal: 'water it', validation, missing: [] }
    expect(await reader.ask(asking)).toEqual(await readHere.ask(asking))
  })

  test('another set of tools is read with itself, and the first one again after many others', async () => {
    const toolsProposed = async (tools: readonly RegisteredTool[]) =>
      (await shared.reader.plan({ ...ASKED, tools }))?.calls.map(call => call.tool)
    expect(await toolsProposed(TOOLS)).toEqual(['water_bed'])
    for (let set = 0; set < 10; set += 1)
      expect(await toolsProposed(TOOLS.slice(1))).not.toContain('water_bed')
    expect(await toolsProposed(TOOLS)).toEqual(['water_bed'])
  })

  test('it looks through the one who asked, and an error there is an answer', async () => {
    const tools = ['list_files', 'read_file', 'move_file'].map(name => {
      const tool = declared(name, `${name} of the workspace`, { path: { type: 'string' } })
      return { ...tool, annotations: { ...tool.annotations, read_only: name !== 'move_file' } }
    })
    const asked = { ...ASKED, tools, goal: 'Move every .log file into archive/' }
    const looked: string[] = []
    const reasoned = await shared.reader.reason(asked, async tool => {
      looked.push(tool)
      throw new Error('the disk is away')
    })
    expect(looked).toContain('list_files')
    expect(reasoned.reads.map(read => read.text).join()).toContain('the disk is away')
    expect(reasoned.proposal.tool_calls).toEqual([])
  })
})

describe('a goal that takes too long', () => {
  test('is answered as unread and stops nobody else: the thread begins anew with the others', async () => {
    const { timers, fire } = timersByHand()
    thread = createReadingThread(timers)
    const long = thread.reader.reason(LONG)
    const other = thread.reader.plan(ASKED)
    await fireUntil(long, fire)
    const unread = await long
    expect(unread).toMatchObject({ goal_understanding: 0, proposal: { tool_calls: [] } })
    expect(unread.proposal.reasoning_summary).toContain('too long to read')
    expect(await other).toEqual(await readHere.plan(ASKED))
  })

  test('fails its checks, so that nothing of it runs, and says what helps', async () => {
    const { timers, fire } = timersByHand()
    thread = createReadingThread(timers)
    const long = thread.reader.validate(LONG)
    await fireUntil(long, fire)
    expect(await long).toMatchObject({
      validation_status: 'pre_validation_failed',
      recommendation: 'clarify_or_provide_context',
      failures: [{ answerable: true, message: expect.stringContaining('fewer words') }],
    })
  })
})

describe('a short goal', () => {
  test('is read at once, beside a thread that is busy with a long one', async () => {
    thread = createReadingThread(systemTimers)
    const long = thread.reader.reason(LONG).catch(() => 'closed')
    const short = { ...ASKED, context: {} }
    expect(await thread.reader.plan(short)).toEqual(await readHere.plan(short))
    await thread.close()
    expect(await long).toBe('closed')
  })
})

describe('the end of a thread', () => {
  test('who waits when it is closed hears so, and nothing is read afterwards', async () => {
    thread = createReadingThread(systemTimers)
    const waiting = thread.reader.plan(ASKED)
    const heard = expect(waiting).rejects.toThrow('the program closes')
    await thread.close()
    await heard
    await expect(thread.reader.plan(ASKED)).rejects.toThrow('the program closes')
  })

  test('a question that cannot be read is an error of that question alone', async () => {
    const broken = { ...ASKED, tools: [{ name: 'x' } as unknown as RegisteredTool] }
    await expect(shared.reader.reason(broken)).rejects.toThrow()
    expect(await shared.reader.plan(ASKED)).toEqual(await readHere.plan(ASKED))
  })
})

import { Worker } from 'node:worker_threads'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { GoalReadings, ReadingName } from '../../engine/reasoning/reasoning.ts'
import { type FromThread, TOOL_SETS_KEPT, type ToThread } from './reading-messages.ts'

/** A thread that reads goals, as the one that asks sees it. */
export interface RunningThread {
  readonly ask: (asked: {
    readonly id: number
    readonly name: ReadingName
    readonly question: GoalReadings[ReadingName]['question']
    readonly looks: boolean
  }) => void
  readonly tell: (message: ToThread) => void
  /** The question that is being read at this moment; 0 while none is. */
  readonly inHand: () => number
  /** Nothing is asked for the moment: the thread does not keep the process alive. */
  readonly rest: () => void
  readonly end: () => Promise<void>
}

/** Starts a thread; `onDeath` hears when it ends by itself. */
export function startThread({
  hear,
  onDeath,
}: {
  readonly hear: (message: FromThread) => void
  readonly onDeath: (error: Error) => void
}): RunningThread {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const reading = new Int32Array(shared)
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./reading-worker.${ending}`, import.meta.url), { workerData: shared })
  const sets = createSentSets(message => worker.postMessage(message))
  let isEnding = false
  const die = (error: Error): void => {
    if (isEnding) return
    isEnding = true
    onDeath(error)
  }
  worker.on('message', hear)
  worker.on('error', die)
  worker.on('exit', code => die(new Error(`The thread that reads goals ended with code ${code}.`)))
  return {
    ask: ({ id, name, question: { tools, ...question }, looks }) => {
      worker.ref()
      worker.postMessage({ kind: 'ask', id, name, set: sets.send(tools), question, looks } satisfies ToThread)
    },
    tell: message => worker.postMessage(message),
    inHand: () => Atomics.load(reading, 0),
    rest: () => worker.unref(),
    end: async () => {
      isEnding = true
      await worker.terminate()
    },
  }
}

/** Sends each set of tools once, as long as the thread keeps it. */
function createSentSets(post: (message: ToThread) => void) {
  const sent = new Map<readonly RegisteredTool[], number>()
  let last = 0
  return {
    send: (tools: readonly RegisteredTool[]): number => {
      const known = sent.get(tools)
      if (known !== undefined) return known
      last += 1
      sent.set(tools, last)
      const [oldest] = sent.keys()
      if (sent.size > TOOL_SETS_KEPT && oldest !== undefined) sent.delete(oldest)
      post({ kind: 'tools', set: last, tools })
      return last
    },
  }
}

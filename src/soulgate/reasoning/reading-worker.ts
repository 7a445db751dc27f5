import { parentPort, workerData } from 'node:worker_threads'
import type { RegisteredTool, ToolResult } from '../../contracts/tool.ts'
import { type Look, readHere } from '../../engine/reasoning/reasoning.ts'
import { type FromThread, TOOL_SETS_KEPT, type ToThread } from './reading-messages.ts'

/** The reading thread itself: reads goals that it is sent, one after the other, and looks through whoever asked. */
const port = parentPort
if (port === null) throw new Error('This file is the body of a reading thread and does nothing by itself.')

/** The question that is being read at this moment, shared with who asked; 0 while nothing is. */
const reading = new Int32Array(workerData as SharedArrayBuffer)
const toolSets = new Map<number, readonly RegisteredTool[]>()
const looks = new Map<string, (result: ToolResult) => void>()

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'tools':
      keepTools(message)
      break
    case 'looked':
      goOn(message)
      break
    case 'ask':
      void answer(message)
  }
})

function keepTools({ set, tools }: ToThread & { readonly kind: 'tools' }): void {
  toolSets.set(set, tools)
  const [oldest] = toolSets.keys()
  if (toolSets.size > TOOL_SETS_KEPT && oldest !== undefined) toolSets.delete(oldest)
}

async function answer({ id, name, set, question, looks: mayLook }: ToThread & { readonly kind: 'ask' }) {
  Atomics.store(reading, 0, id)
  try {
    const tools = toolSets.get(set)
    if (tools === undefined) throw new Error(`The tools of question ${id} were not sent.`)
    // The sender pairs names and questions; see ToThread.
    const read = readHere[name] as (question: unknown, look?: Look) => Promise<unknown>
    const answer = await read({ ...question, tools }, mayLook ? lookFor(id) : undefined)
    say({ kind: 'answer', id, answer })
  } catch (error) {
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  } finally {
    rest()
  }
}

function lookFor(id: number): Look {
  let at = 0
  return (tool, args) => {
    at += 1
    const key = `${id} ${at}`
    say({ kind: 'look', id, at, tool, arguments: args })
    rest()
    return new Promise(resolve => looks.set(key, resolve))
  }
}

/** What was looked at is there: the reading that waited for it is in hand again until it waits or ends. */
function goOn({ id, at, result }: ToThread & { readonly kind: 'looked' }): void {
  const key = `${id} ${at}`
  const resolve = looks.get(key)
  looks.delete(key)
  Atomics.store(reading, 0, id)
  resolve?.(result)
  setImmediate(rest)
}

function rest(): void {
  Atomics.store(reading, 0, 0)
}

function say(message: FromThread): void {
  port?.postMessage(message)
}

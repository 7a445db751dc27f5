import { eventToResponse, type LiveDelta, restToResponse } from '../../engine/loop/loop.ts'
import type { StoredRun } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { toRun } from '../visibility.ts'
import { isQueuedInVain, noWorkerFor } from '../waiting.ts'
import type { ChatFrame } from './chat-part.ts'
import { concerns, findRest } from './chat-rest.ts'
import { withPreview } from './with-preview.ts'

const PAGE = 100

/**
 * The frames about a run from `since` on: its events, what they mean, and its text as it is written. Where no worker is
 * alive to execute it, the first one says so; the others follow when one comes.
 */
export async function* followChat(
  engine: Engine,
  run: StoredRun,
  { since, signal }: { readonly since: number; readonly signal: AbortSignal },
): AsyncGenerator<ChatFrame> {
  const { store } = engine
  const { run_id: runId } = run
  const inbox = createInbox(engine, runId, signal)
  const text = createTextFrames()
  let seq = since
  try {
    if (await isQueuedInVain(engine, run)) {
      const response = { ...restToResponse(toRun(run), []), message: noWorkerFor(run) }
      yield { kind: 'response', response, isStreamed: false }
    }
    while (!signal.aborted) {
      yield* text.take(inbox.takeDeltas())
      if (!inbox.takeDue()) {
        await inbox.arrival()
        continue
      }
      // Looked at before the events, so that none of a run that has come to rest can be missed.
      const rest = await findRest(store, runId)
      let page = await store.listStream(`run:${runId}`, seq, PAGE)
      while (page.length > 0) {
        for (const event of page) {
          yield* text.take(inbox.takeDeltas())
          yield { kind: 'event', event }
          const response = eventToResponse(event)
          if (response) yield { kind: 'response', response, isStreamed: text.wasStreamed(response.message) }
        }
        seq = page.at(-1)?.seq ?? seq
        page = await store.listStream(`run:${runId}`, seq, PAGE)
      }
      if (!rest) continue
      yield* text.take(inbox.takeDeltas())
      const response = await withPreview(engine, restToResponse(rest.run, rest.gates))
      yield { kind: 'response', response, isStreamed: text.wasStreamed(response.message) }
      return
    }
  } finally {
    inbox.close()
  }
}

/** Text of the running model as frames, and what of it has been sent whole. */
function createTextFrames() {
  let step = 0
  let streamed = ''
  return {
    *take(deltas: readonly LiveDelta[]): Generator<ChatFrame> {
      for (const { step: of, delta } of deltas) {
        if (of !== step) streamed = ''
        step = of
        if (delta.type === 'text') {
          streamed += delta.text
          yield { kind: 'delta', text: delta.text }
        } else if (delta.type === 'reset' && streamed !== '') {
          streamed = ''
          yield { kind: 'reset', because: delta.because }
        }
      }
    },
    wasStreamed: (message: string): boolean => streamed !== '' && streamed === message,
  }
}

/** What came for one watcher: text at once, and a hint that the store has news. */
function createInbox({ store, live }: Engine, runId: string, signal: AbortSignal) {
  const isMine = concerns(runId)
  let deltas: LiveDelta[] = []
  let isDue = true
  let ring = (): void => {}
  const onAbort = (): void => ring()
  const stopLive = live.watch(runId, delta => {
    deltas.push(delta)
    ring()
  })
  const unsubscribe = store.subscribe(topics => {
    if (!topics.some(isMine)) return
    isDue = true
    ring()
  })
  signal.addEventListener('abort', onAbort)
  return {
    takeDeltas: (): readonly LiveDelta[] => {
      const taken = deltas
      deltas = []
      return taken
    },
    takeDue: (): boolean => {
      const was = isDue
      isDue = false
      return was
    },
    arrival: (): Promise<void> => {
      if (isDue || deltas.length > 0 || signal.aborted) return Promise.resolve()
      return new Promise(resolve => {
        ring = resolve
      })
    },
    close: () => {
      stopLive()
      unsubscribe()
      signal.removeEventListener('abort', onAbort)
    },
  }
}

import { toIso } from '../../base/clock.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { deleteKept, KEPT_TOPIC, type Kept, listKept, putKept } from '../../engine/loop/loop.ts'
import type { StoredRun } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { findActiveChat } from './chat-rest.ts'

/** Messages that wait for the end of a run; each starts the next one of its session, once, on whichever process sees it. */
export interface ChatQueue {
  keep(kept: Kept): Promise<void>
  forget(keptId: string): Promise<void>
  find(sessionId: string, keptId: string): Promise<Kept | undefined>
  close(): void
}

/** Kept messages are documents, so that none is lost; runs that end are noticed by what they commit. */
export function createChatQueue(engine: Engine): ChatQueue {
  const { store, clock } = engine
  const sessionsByRunId = new Map<string, string>()
  const startNext = createStarter(engine)
  const start = (sessionId: string): void => {
    startNext(sessionId).catch(error =>
      engine.report(error, { during: 'kept messages', session_id: sessionId }),
    )
  }
  const reload = async (): Promise<void> => {
    const waiting = (await listKept(store)).filter(kept => kept.mode !== 'kept')
    sessionsByRunId.clear()
    for (const kept of waiting) sessionsByRunId.set(kept.run_id, kept.session_id)
    for (const sessionId of new Set(sessionsByRunId.values())) start(sessionId)
  }
  const reloadSoon = (): void => {
    reload().catch(error => engine.report(error, { during: 'kept messages' }))
  }
  const unsubscribe = store.subscribe(topics => {
    if (topics.includes(KEPT_TOPIC) || topics.includes('*')) reloadSoon()
    if (sessionsByRunId.size === 0) return
    for (const topic of topics) {
      const sessionId = topic.startsWith('run:') ? sessionsByRunId.get(topic.slice('run:'.length)) : undefined
      if (sessionId !== undefined) start(sessionId)
    }
  })
  reloadSoon()
  return {
    keep: kept => store.transact(tx => putKept(tx, kept, toIso(clock.now()))),
    forget: async keptId => {
      await store.transact(tx => deleteKept(tx, keptId))
    },
    find: async (sessionId, keptId) =>
      (await listKept(store, sessionId)).find(kept => kept.kept_id === keptId),
    close: unsubscribe,
  }
}

/** One look at a time for each session; a look asked for meanwhile follows. */
function createStarter(engine: Engine): (sessionId: string) => Promise<void> {
  const looking = new Map<string, { again: boolean }>()
  return async sessionId => {
    const standing = looking.get(sessionId)
    if (standing) {
      standing.again = true
      return
    }
    const state = { again: true }
    looking.set(sessionId, state)
    try {
      while (state.again) {
        state.again = false
        await startOne(engine, sessionId)
      }
    } finally {
      looking.delete(sessionId)
    }
  }
}

async function startOne(engine: Engine, sessionId: string): Promise<void> {
  const { store } = engine
  const waiting = (await listKept(store, sessionId)).filter(kept => kept.mode !== 'kept')
  const [next, ...others] = waiting
  if (!next || (await findActiveChat(store, sessionId))) return
  const started = await engine.runs.start({
    who: next.who,
    kind: 'chat',
    session_id: sessionId,
    input: JSON.parse(JSON.stringify(next.input)),
    trigger_source: 'chat',
    idempotency_key: next.kept_id,
  })
  if (isRefusal(started)) {
    if (started.code === 'session_busy') return
    engine.report(new Error(started.detail), { during: 'kept messages', session_id: sessionId })
  }
  await settle(engine, next, { others, ...(isRefusal(started) ? {} : { run: started.run }) })
}

/** The message that started a run is forgotten; those behind it now wait for the end of that run. */
async function settle(
  { store, clock }: Engine,
  next: Kept,
  { others, run }: { readonly others: readonly Kept[]; readonly run?: StoredRun },
): Promise<void> {
  await store.transact(async tx => {
    await deleteKept(tx, next.kept_id)
    if (!run) return
    for (const other of others) {
      await putKept(tx, { ...other, mode: 'queue', run_id: run.run_id }, toIso(clock.now()))
    }
  })
}

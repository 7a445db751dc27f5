import type { JsonValue } from '../contracts/json-value.ts'
import type { ToolOutcome, UndoOutcome, UndoStore } from '../engine/tools/tools.ts'
import { refusal } from './paths.ts'
import type { Place, Root } from './root.ts'
import { undoChange } from './undo.ts'

/** What every tool with an effect on files works with. Effects and undos of one workspace run one at a time. */
export interface EffectContext {
  readonly root: Root
  readonly undoStore: UndoStore
  /** Runs one effect on the entry a path names, with its folders made; they are removed when nothing came of it. */
  readonly effect: (
    path: string,
    signal: AbortSignal,
    act: (place: Place) => Promise<ToolOutcome>,
  ) => Promise<ToolOutcome>
  readonly serially: <T>(act: () => Promise<T>) => Promise<T>
  readonly undo: (record: JsonValue) => Promise<UndoOutcome>
}

/** Binds the parts that effects share. */
export function createEffectContext(root: Root, undoStore: UndoStore): EffectContext {
  const serially = createSerializer()
  return {
    root,
    undoStore,
    serially,
    effect: (path, signal, act) => serially(() => runEffect(root, path, signal, act)),
    undo: record => serially(() => undoChange({ root, undoStore }, record)),
  }
}

async function runEffect(
  root: Root,
  path: string,
  signal: AbortSignal,
  act: (place: Place) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  if (signal.aborted) throw refusal('cancelled', 'The call was cancelled before it began.')
  return root.locate(path, { for: 'effect', createFolders: true }, async place => {
    let isDone = false
    try {
      const outcome = await act(place)
      isDone = outcome.result.success
      return outcome
    } finally {
      if (!isDone) await removeCreated(root, place.created)
    }
  })
}

async function removeCreated(root: Root, created: readonly string[]): Promise<void> {
  for (const path of [...created].reverse()) {
    await root
      .locate(path, { for: 'effect' }, place => root.fileSystem.rmdir(place.folder.at(place.name)))
      .catch(() => undefined)
  }
}

function createSerializer(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const next = last.then(act, act)
    last = next.catch(() => undefined)
    return next
  }
}

import { createIds } from '../../src/base/ids.ts'
import { isRefusal, type Refusal } from '../../src/contracts/refusal.ts'
import { createPages, type PageAuthor, type Pages } from '../../src/engine/pages/pages.ts'
import { sampleRun } from '../../src/store/store-samples.ts'
import { grace, openMemory, SESSION, type TestMemory } from './memory-fixture.ts'
import { scriptedLlm } from './memory-llm.ts'

export const person: PageAuthor = { kind: 'user', who: grace }
const agent = (run_id: string): PageAuthor => ({ kind: 'agent', agent: 'chat', run_id })

export interface OpenPages extends TestMemory {
  readonly pages: Pages
  /** A run with this message, as the author of what it writes. */
  runSaying(run_id: string, message: string): Promise<PageAuthor>
  /** Writes a page of `ses_1` with this HTML; every call is a change of its own. */
  write(slug: string, html: string, more?: Partial<Parameters<Pages['write']>[0]>): ReturnType<Pages['write']>
}

/** Pages over an empty database in memory, with a clock that is turned by hand. */
export async function openPages(): Promise<OpenPages> {
  const open = await openMemory(scriptedLlm([]))
  const { store, clock, memory } = open
  const ids = createIds({ clock })
  const pages = createPages({ store, clock, ids, memory })
  return {
    ...open,
    pages,
    runSaying: async (run_id, message) => {
      const session_id = SESSION
      await store.transact(tx => tx.insertRun(sampleRun(run_id, { session_id, input: { message } })))
      return agent(run_id)
    },
    write: (slug, html, more = {}) =>
      pages.write({
        session_id: SESSION,
        change_id: ids.newId('change'),
        author: person,
        slug,
        html,
        change: 'written',
        source: 'auto',
        ...more,
      }),
  }
}

export function done<Answer extends object>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.detail}`)
  return answer
}

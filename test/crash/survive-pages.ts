import { expect } from 'vitest'
import { type FakeClock, fakeClock } from '../../src/base/clock.ts'
import { createIds } from '../../src/base/ids.ts'
import type { ModelRequest } from '../../src/contracts/model.ts'
import { createMemory } from '../../src/engine/memory/memory.ts'
import { createPages, createPageTools } from '../../src/engine/pages/pages.ts'
import type { ExecutableTool } from '../../src/engine/tools/tools.ts'
import type { ScriptedStep } from '../../src/llm/scripted/scripted.ts'
import type { Store } from '../../src/store/store.ts'
import { call, startChatEngine, turn } from '../engine/chat-fixture.ts'
import { START_MS } from '../engine/engine-fixture.ts'
import { scriptedLlm } from '../engine/memory-llm.ts'
import { checkChain, type Survive } from './survive.ts'
import { surviveTalk } from './two-lives.ts'

const SESSION = 'ses_pages'
const page = (slug: string) => call('generate_page', { slug, title: slug, description: `The ${slug}.` })

const TURNS: readonly ScriptedStep[] = [
  turn(
    'I read the brief.',
    call('analyze_brief', { user_request: 'A coffee shop app. Menu: Flat white €4.20, Tea €3.10' }),
  ),
  turn('I make the look.', call('create_design_system', {})),
  turn('I make the pages.', page('menu'), page('cart')),
  turn(
    'I change one.',
    call('edit_page', { slug: 'menu', edit_instructions: 'change "Flat white" to "Cortado"' }),
  ),
  turn('And back.', call('restore_pages', { slug: 'menu' })),
  turn('All done.'),
]

/** Answers by what was said last: a call that is made again says the same. */
function script(request: ModelRequest): ScriptedStep {
  const last = request.messages.findLast(message => message.role === 'assistant')?.content
  const index = TURNS.findIndex(step => 'answer' in step && step.answer.text === last) + 1
  return TURNS[index] ?? turn('There is nothing more to say.')
}

/** Builds pages in a process that is killed at one write, goes on in the next, and checks what stands. */
export const survivePages: Survive = surviveTalk(() => {
  const clock = fakeClock(START_MS)
  return {
    session: SESSION,
    message: 'Build it',
    start: store => startChatEngine({ script, clock, store, tools: pageTools(store, clock) }),
    decisionOn: () => ({ decision: 'approve' }),
    check: (_engine, store) => check(store),
  }
})

function pageTools(store: Store, clock: FakeClock): readonly ExecutableTool[] {
  const ids = createIds({ clock })
  const llm = scriptedLlm([])
  const offline = { ...llm, describe: () => ({ ...llm.describe('FAST'), isOffline: true }) }
  const memory = createMemory({ store, clock, ids, llm })
  return createPageTools({
    pages: createPages({ store, clock, ids, memory }),
    llm: offline,
    moneyLeft: async () => 1,
    targetPages: async () => [],
    loadImage: async () => ({ bytes: new Uint8Array() }),
  })
}

/** Every page is there, written as often as it was asked for and not once more, and nothing of it is lost. */
async function check(store: Store): Promise<void> {
  const [run] = (await store.listRuns({}, { limit: 10 })).items
  expect([run?.status, run?.error]).toEqual(['completed', undefined])
  const pages = await store.listPages(SESSION)
  expect(pages.map(item => [item.slug, item.current_version])).toEqual([
    ['menu', 3],
    ['cart', 1],
  ])
  const html: (string | null)[] = []
  for (const { page_id, current_version } of pages) {
    const versions = await store.listPageVersions(page_id)
    expect(versions).toHaveLength(current_version)
    for (const { version } of versions)
      html.push((await store.getPageVersion(page_id, version))?.html ?? null)
  }
  const [third, second, first, cart] = html
  expect(third).toBe(first)
  expect(second).toBe(first?.replaceAll('Flat white', 'Cortado'))
  expect(cart).toContain('<!doctype html>')
  expect((await store.getDesignSystem(SESSION))?.version).toBe(1)
  const calls = run ? await store.listCalls(run.run_id) : []
  expect(calls.map(item => item.status)).toEqual(calls.map(() => 'succeeded'))
  expect(calls).toHaveLength(6)
  if (run) await checkChain(store, `run:${run.run_id}`)
}

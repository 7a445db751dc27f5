import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { done, type OpenPages, openPages, person } from '../../../test/engine/pages-fixture.ts'
import { isRefusal } from '../../contracts/refusal.ts'

const SESSION = 'ses_1'
let open: OpenPages
beforeEach(async () => {
  open = await openPages()
})
afterEach(() => open.close())

const html = (text: string) => `<!doctype html>\n<title>Page</title>\n<p>${text}</p>\n`
const codeOf = (answer: object) => (isRefusal(answer) ? answer.code : 'granted')

describe('a page', () => {
  it('is written as a version after the other, and tells who watches', async () => {
    const author = await open.runSaying('run_1', 'make it')
    const first = done(await open.write('menu', html('one'), { author, title: 'Menu', progress: 40 }))
    expect(first).toMatchObject({ created: true, changed: true, page: { slug: 'menu', current_version: 1 } })
    const second = done(await open.write('menu', html('two'), { author }))
    expect(second).toMatchObject({ created: false, page: { title: 'Menu', current_version: 2 } })
    expect(await open.pages.read(first.page.page_id)).toMatchObject({ html: html('two'), run_id: 'run_1' })
    expect(await open.pages.read(first.page.page_id, 1)).toMatchObject({ html: html('one') })
    const events = await open.store.listStream('run:run_1', 0, 20)
    expect(events.map(event => event.type)).toEqual([
      'page_created',
      'page_version_created',
      'page_preview_ready',
      'page_version_created',
      'page_preview_ready',
    ])
    expect(events[2]?.payload).toMatchObject({
      preview_url: `/api/pages/${first.page.page_id}/preview`,
      progress: 40,
    })
  })

  it('is written once for one change, and not at all where the same stands already', async () => {
    const first = done(await open.write('menu', html('one'), { change_id: 'c1' }))
    const again = done(await open.write('menu', html('other'), { change_id: 'c1' }))
    expect(again.version).toStrictEqual(first.version)
    expect(done(await open.write('menu', html('one')))).toMatchObject({ changed: false })
    expect(await open.pages.versions(first.page.page_id)).toHaveLength(1)
  })

  it('is named by a slug and nothing else, and is not too long', async () => {
    for (const slug of ['', '../etc', 'Menu', 'a b', 'x'.repeat(41), 'menü', 'a.html']) {
      expect(codeOf(await open.write(slug, html('one')))).toBe('invalid')
    }
    expect(codeOf(await open.write('menu', 'x'.repeat(500_001)))).toBe('invalid')
    expect(codeOf(await open.write('menu', html('one'), { session_id: 'ses_none' }))).toBe('not_found')
    expect(await open.pages.list(SESSION)).toEqual([])
  })

  it('refuses a write over a version that was not read', async () => {
    await open.write('menu', html('one'))
    expect(codeOf(await open.write('menu', html('two'), { if_version: 0 }))).toBe('version_conflict')
    expect(codeOf(await open.write('menu', html('two'), { if_version: 1 }))).toBe('granted')
  })

  it('shows what changed between two versions, line by line', async () => {
    const { page } = done(await open.write('menu', html('one')))
    await open.write('menu', html('two'))
    expect(await open.pages.diff(page.page_id, {})).toMatchObject({
      ...{ slug: 'menu', from_version: 1, to_version: 2, added_lines: 1, removed_lines: 1 },
      hunks: [{ before_start: 3, after_start: 3, removed: ['<p>one</p>'], added: ['<p>two</p>'] }],
    })
    expect(await open.pages.diff(page.page_id, { from: 0, to: 1 })).toMatchObject({ removed_lines: 0 })
  })
})

describe('old versions', () => {
  const write = async (count: number) => {
    for (let n = 1; n <= count; n += 1) await open.write('menu', html(`${n}`))
    const page = await open.pages.find(SESSION, 'menu')
    if (!page) throw new Error('no page')
    return page.page_id
  }
  const standing = async (pageId: string) =>
    (await open.pages.versions(pageId)).filter(item => !item.is_released).map(item => item.version)

  it('give up their HTML, but for the current one, the pinned and the five newest', async () => {
    const pageId = await write(2)
    expect(await open.pages.pin(pageId, 1, true)).toMatchObject({ is_pinned: true })
    await write(10)
    expect(await standing(pageId)).toEqual([12, 11, 10, 9, 8, 7, 1])
    expect(codeOf(await open.pages.read(pageId, 3))).toBe('version_released')
    expect(await open.pages.read(pageId, 1)).toMatchObject({ html: html('1') })
  })

  it('are pinned at most twice, and a third one is told which', async () => {
    const pageId = await write(4)
    await open.pages.pin(pageId, 1, true)
    await open.pages.pin(pageId, 2, true)
    const third = await open.pages.pin(pageId, 3, true)
    expect(third).toMatchObject({ refused: true, code: 'pinned_limit_exceeded' })
    expect(isRefusal(third) && third.data?.current_pinned).toHaveLength(2)
    await open.pages.pin(pageId, 1, false)
    expect(codeOf(await open.pages.pin(pageId, 3, true))).toBe('granted')
  })

  it('stand again as new ones, so that nothing in between is lost', async () => {
    const pageId = await write(3)
    const back = done(
      await open.pages.rollback({ author: person, page_id: pageId, version: 1, change_id: 'r' }),
    )
    expect(back.version).toMatchObject({ version: 4, source: 'rollback', html: html('1') })
    expect(await standing(pageId)).toEqual([4, 3, 2, 1])
    const missing = { author: person, page_id: pageId, version: 9, change_id: 's' }
    expect(codeOf(await open.pages.rollback(missing))).toBe('not_found')
  })
})

describe('a snapshot', () => {
  const section = (content: string) => ({
    session_id: SESSION,
    author: { kind: 'llm' as const, agent: 'chat' },
    sections: [{ section: 'overview', title: 'Overview', content }],
  })

  it('is taken before the first change of a run, and brings everything back', async () => {
    const [first, second] = [
      await open.runSaying('run_1', 'make a shop'),
      await open.runSaying('run_2', 'make it bigger\nplease'),
    ]
    await open.memory.productDocs.change(section('A shop.'))
    await open.write('menu', html('small'), { author: first, title: 'Menu' })
    await open.write('cart', html('cart'), { author: first })
    await open.memory.productDocs.change(section('A large shop.'))
    await open.write('menu', html('big'), { author: second })
    await open.write('extra', html('extra'), { author: second })
    const undo = await open.pages.lastDifferent(SESSION, 'undo')
    expect(undo).toMatchObject({ number: 1, label: 'Before: make it bigger', source: 'auto' })
    const restore = { author: person, snapshot_id: undo?.snapshot_id ?? '', change_id: 'undo' }
    expect(await open.pages.restoreSnapshot(restore)).toMatchObject({ affected: ['menu', 'extra'] })
    expect(await open.pages.lastDifferent(SESSION, 'undo')).toMatchObject({ number: 1 })
    expect((await open.pages.list(SESSION)).map(page => page.slug)).toEqual(['menu', 'cart'])
    const menu = await open.pages.find(SESSION, 'menu')
    expect(await open.pages.read(menu?.page_id ?? '')).toMatchObject({ html: html('small'), version: 3 })
    expect((await open.memory.productDocs.get(SESSION))?.sections.overview?.content).toBe('A large shop.')
    expect((await open.pages.snapshots(SESSION))[0]).toMatchObject({
      label: 'Before going back to snapshot 1',
      pages: [{ slug: 'menu' }, { slug: 'cart' }, { slug: 'extra' }],
    })
  })

  it('brings back what was taken away since, and the product doc as it was', async () => {
    await open.memory.productDocs.change(section('Before.'))
    await open.write('menu', html('one'), { title: 'Menu', description: 'What there is.' })
    const taken = done(
      await open.pages.takeSnapshot({
        session_id: SESSION,
        change_id: 'mine',
        author: person,
        label: 'mine',
        source: 'manual',
      }),
    )
    await open.memory.productDocs.change(section('After.'))
    const { page } = done(await open.write('menu', html('two')))
    await open.pages.remove(page.page_id)
    const restore = { author: person, snapshot_id: taken.snapshot.snapshot_id, change_id: 'back' }
    done(await open.pages.restoreSnapshot(restore))
    expect(await open.pages.list(SESSION)).toMatchObject([{ title: 'Menu', description: 'What there is.' }])
    expect((await open.memory.productDocs.get(SESSION))?.sections.overview?.content).toBe('Before.')
  })

  it('is restored once for one change', async () => {
    await open.write('menu', html('one'))
    const wish = {
      session_id: SESSION,
      change_id: 'a',
      author: person,
      label: 'a',
      source: 'manual' as const,
    }
    const { snapshot } = done(await open.pages.takeSnapshot(wish))
    await open.write('menu', html('two'))
    const restore = { author: person, snapshot_id: snapshot.snapshot_id, change_id: 'once' }
    done(await open.pages.restoreSnapshot(restore))
    done(await open.pages.restoreSnapshot(restore))
    const page = await open.pages.find(SESSION, 'menu')
    expect(page?.current_version).toBe(3)
    expect(await open.pages.snapshots(SESSION)).toHaveLength(2)
  })

  it('gives its content up behind the five newest, and says so', async () => {
    await open.write('menu', html('one'))
    const numbers: string[] = []
    for (let n = 1; n <= 8; n += 1) {
      await open.write('menu', html(`${n}`))
      const wish = { session_id: SESSION, change_id: `${n}`, author: person, label: `${n}` }
      const { snapshot } = done(await open.pages.takeSnapshot({ ...wish, source: 'manual' }))
      numbers.push(snapshot.snapshot_id)
    }
    const restore = { author: person, change_id: 'old' }
    expect(codeOf(await open.pages.restoreSnapshot({ ...restore, snapshot_id: numbers[0] ?? '' }))).toBe(
      'snapshot_released',
    )
    expect(codeOf(await open.pages.restoreSnapshot({ ...restore, snapshot_id: numbers[7] ?? '' }))).toBe(
      'granted',
    )
  })
})

it('everything of a session can be forgotten', async () => {
  await open.write('menu', html('one'))
  expect(await open.store.transact(tx => open.pages.erase(tx, SESSION))).toBe(2)
  expect(await open.pages.list(SESSION)).toEqual([])
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { grace, openMemory, SESSION, type TestMemory } from '../../../test/engine/memory-fixture.ts'
import { scriptedLlm } from '../../../test/engine/memory-llm.ts'
import type { ProductDoc } from '../../contracts/product-doc.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { DocChangeAnswer, SectionChange } from './memory.ts'

let test: TestMemory
beforeEach(async () => {
  test = await openMemory(scriptedLlm([]))
})
afterEach(() => test.close())

const model = { kind: 'llm', agent: 'agent:loop', run_id: 'run_1' } as const
const person = { kind: 'user', who: grace } as const
const write = (section: string, content: string): SectionChange => ({ section, title: section, content })

function done(answer: DocChangeAnswer): ProductDoc {
  if (isRefusal(answer) || !answer.doc) throw new Error(JSON.stringify(answer))
  return answer.doc
}

describe('a product doc', () => {
  it('begins with its first section, and keeps every change with what stood before', async () => {
    const { productDocs } = test.memory
    expect(await productDocs.get(SESSION)).toBeUndefined()
    const first = done(
      await productDocs.change({
        session_id: SESSION,
        author: model,
        sections: [write('overview', 'a shop'), write('pages', 'home')],
      }),
    )
    expect(first).toMatchObject({ version: 1, status: 'draft' })
    expect(first.project_card).toContain('overview: a shop')
    test.clock.advance(1000)
    const second = done(
      await productDocs.change({
        session_id: SESSION,
        author: person,
        sections: [write('overview', 'a bakery')],
        change_summary: 'it is a bakery',
      }),
    )
    expect(second).toMatchObject({ version: 2, sections: { overview: { updated_by: 'user' } } })
    expect(second.project_card).toContain('overview: a bakery')
    expect(await productDocs.get(SESSION)).toEqual(second)
    const { items } = await productDocs.history(SESSION, { limit: 10 }, 'overview')
    expect(items).toMatchObject([
      {
        version: 2,
        changed_by: grace.id,
        change_summary: 'it is a bakery',
        before: { content: 'a shop', updated_by: 'llm' },
        after: { content: 'a bakery', updated_by: 'user' },
      },
      { version: 1, changed_by: 'agent:loop', after: { content: 'a shop' } },
    ])
    expect(items[1]).not.toHaveProperty('before')
    expect((await productDocs.history(SESSION, { limit: 10 })).items).toHaveLength(3)
  })

  it('keeps what the person wrote when the model writes over it, and says so in answer and event', async () => {
    const { productDocs } = test.memory
    await productDocs.change({ session_id: SESSION, author: person, sections: [write('style', 'dark')] })
    const sections = [write('style', 'bright'), write('pages', 'home')]
    const answer = await productDocs.change({ session_id: SESSION, author: model, sections })
    expect(answer).toMatchObject({ kept: [{ section: 'style', because: 'persons_own' }] })
    expect(done(answer).sections).toMatchObject({ style: { content: 'dark' }, pages: { content: 'home' } })
    const [event] = await test.store.listStream('run:run_1', 0, 10)
    expect(event).toMatchObject({
      type: 'product_doc_updated',
      session_id: SESSION,
      run_id: 'run_1',
      actor: { kind: 'agent', id: 'agent:loop' },
      payload: {
        version: 2,
        sections: [{ section: 'pages', change: 'added', title: 'pages' }],
        kept: [{ section: 'style', because: 'persons_own' }],
      },
    })
    const asked = { ...model, person_words: 'Make the style bright.' }
    expect(
      done(await productDocs.change({ session_id: SESSION, author: asked, sections })).sections.style,
    ).toMatchObject({ content: 'bright', updated_by: 'llm' })
  })

  it('does not let the model bring back a section that a person removed', async () => {
    const { productDocs } = test.memory
    const change = { session_id: SESSION, author: model, sections: [write('legal', 'terms')] }
    await productDocs.change(change)
    await productDocs.change({
      ...change,
      author: person,
      sections: [{ section: 'legal', remove: true }],
    })
    expect(await productDocs.change(change)).toMatchObject({
      applied: [],
      kept: [{ section: 'legal', because: 'persons_own' }],
    })
    const asked = { ...model, person_words: 'add the legal section again' }
    expect(done(await productDocs.change({ ...change, author: asked })).sections).toHaveProperty('legal')
  })

  it('makes a change once however often it is sent, and answers the same', async () => {
    const { productDocs } = test.memory
    await productDocs.change({ session_id: SESSION, author: person, sections: [write('style', 'dark')] })
    const change = {
      session_id: SESSION,
      change_id: 'change_7',
      author: model,
      sections: [write('style', 'bright'), write('pages', 'home')],
    }
    const first = await productDocs.change(change)
    await productDocs.change({ session_id: SESSION, author: person, sections: [write('pages', 'mine')] })
    const again = await productDocs.change(change)
    expect(again).toMatchObject({
      applied: 'applied' in first ? first.applied : [],
      kept: [{ section: 'style', because: 'persons_own' }],
      doc: { version: 3, sections: { pages: { content: 'mine' } } },
    })
    expect(await test.store.listStream('run:run_1', 0, 10)).toHaveLength(1)
  })

  it('refuses a change that was made without seeing the last one of the same section', async () => {
    const { productDocs } = test.memory
    const base = { session_id: SESSION, author: person }
    await productDocs.change({ ...base, sections: [write('a', '1'), write('b', '1')] })
    await productDocs.change({ session_id: SESSION, author: model, sections: [write('c', '1')] })
    const other = await productDocs.change({ ...base, sections: [write('a', '2')], if_version: 1 })
    expect(done(other).version).toBe(3)
    expect(await productDocs.change({ ...base, sections: [write('a', '3')], if_version: 2 })).toMatchObject({
      refused: true,
      code: 'version_conflict',
      data: { section: 'a', version: 3, standing: { content: '2' } },
    })
    expect(
      done(await productDocs.change({ ...base, sections: [write('a', '3')], if_version: 3 })).version,
    ).toBe(4)
  })

  it('is confirmed as it was seen, and outdated by any change after that', async () => {
    const { productDocs } = test.memory
    const base = { session_id: SESSION, author: model }
    expect(await productDocs.confirm(grace, SESSION)).toMatchObject({ code: 'not_found' })
    await productDocs.change({ ...base, sections: [write('a', '1')] })
    await productDocs.change({ ...base, sections: [write('a', '2')] })
    expect(await productDocs.confirm(grace, SESSION, 1)).toMatchObject({ code: 'version_conflict' })
    const confirmed = done(await productDocs.confirm(grace, SESSION, 2))
    expect(confirmed).toMatchObject({ status: 'confirmed', version: 3 })
    expect(confirmed.project_card).toContain('confirmed')
    expect(done(await productDocs.confirm(grace, SESSION, 3)).version).toBe(3)
    expect(done(await productDocs.change({ ...base, sections: [write('a', '2')] })).status).toBe('confirmed')
    expect(done(await productDocs.change({ ...base, sections: [write('a', '3')] })).status).toBe('outdated')
    expect(done(await productDocs.confirm(grace, SESSION)).status).toBe('confirmed')
  })

  it('refuses a person’s change whole, naming the field', async () => {
    const { productDocs } = test.memory
    const refuse = async (change: SectionChange) =>
      productDocs.change({ session_id: SESSION, author: person, sections: [change] })
    expect(await refuse(write('a', 'x'.repeat(13_000)))).toMatchObject({
      code: 'invalid',
      errors: [{ field: 'content' }],
    })
    expect(await refuse(write('../a', 'x'))).toMatchObject({
      code: 'invalid',
      errors: [{ field: 'section' }],
    })
    expect(await refuse({ section: 'a', remove: true })).toMatchObject({ code: 'not_found' })
    expect(await productDocs.change({ session_id: 'ses_2', author: person, sections: [] })).toMatchObject({
      code: 'not_found',
    })
    expect(await productDocs.get(SESSION)).toBeUndefined()
  })

  it('loses no change of thirty that come at once', async () => {
    const { productDocs } = test.memory
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        productDocs.change({
          session_id: SESSION,
          author: model,
          sections: [write(`s${n % 15}`, `text ${n}`)],
        }),
      ),
    )
    expect(answers.every(answer => !isRefusal(answer))).toBe(true)
    const doc = await productDocs.get(SESSION)
    expect(doc).toMatchObject({ version: 30 })
    expect(Object.keys(doc?.sections ?? {})).toHaveLength(15)
    expect((await productDocs.history(SESSION, { limit: 100 })).items).toHaveLength(30)
  })
})

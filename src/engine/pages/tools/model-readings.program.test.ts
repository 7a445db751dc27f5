import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPageDesk, outputOf } from '../../../../test/engine/page-desk.ts'
import { type OpenPages, openPages } from '../../../../test/engine/pages-fixture.ts'

const WORDS =
  'Site for our kiln Tide & Clay. Pages: Pots, Visit. Harbour mug £22, Tall jug £48. Visit: 4 Quay Lane, St Ives. Open Tue to Sat 10-16.'
const SESSION = 'ses_1'
let open: OpenPages
beforeEach(async () => {
  open = await openPages()
  await open.runSaying('run_1', WORDS)
})
afterEach(() => open.close())

const FILLED = {
  product_type: 'landing',
  language: 'en',
  name: { value: 'Tide & Clay', quote: 'our kiln Tide & Clay' },
  pages: [
    { title: 'Pots', purpose: 'What there is.', quote: 'Pages: Pots, Visit' },
    { title: 'Visit', purpose: 'Where.', quote: 'Pages: Pots, Visit' },
  ],
  items: [
    { name: 'Harbour mug', price_text: '£22', page: 'Pots', quote: 'Harbour mug £22' },
    { name: 'Tall jug', price_text: '£48', page: 'Pots', quote: 'Tall jug £48' },
  ],
  statements: [
    { kind: 'place', value: '4 Quay Lane, St Ives', page: 'Visit', quote: 'Visit: 4 Quay Lane, St Ives' },
    { kind: 'hours', value: 'Tue to Sat 10-16', page: 'Visit', quote: 'Open Tue to Sat 10-16' },
  ],
  columns: [],
  exclusions: [],
  colors: [],
  not_placed: [],
}

test('a brief is filled by the model in one call, each entry with the words it rests on', async () => {
  const desk = openPageDesk(open, [JSON.stringify(FILLED)])
  const brief = outputOf(await desk.call('analyze_brief', { user_request: WORDS }))
  expect(brief).toMatchObject({ read_by: 'model', name: 'Tide & Clay', not_placed: [] })
  expect(brief.items).toMatchObject([
    { name: 'Harbour mug', price: 22, price_text: '£22', quote: 'Harbour mug £22' },
    { name: 'Tall jug', price: 48 },
  ])
  expect(brief.suggested_pages.map(({ title }: { title: string }) => title)).toEqual(['Pots', 'Visit'])
  expect(desk.asked()).toHaveLength(1)
})

test('a long brief goes to the POWERFUL tier', async () => {
  const desk = openPageDesk(open, [JSON.stringify(FILLED), JSON.stringify(FILLED)])
  await desk.call('analyze_brief', { user_request: WORDS })
  await desk.call('analyze_brief', { user_request: `${WORDS}${' Mugs are thrown by hand.'.repeat(60)}` })
  expect(desk.tiers()).toEqual(['STANDARD', 'POWERFUL'])
})

test('what the words do not bear out goes back once, is left out then, and what was passed over is kept as open', async () => {
  const invented = {
    ...FILLED,
    items: [
      { name: 'Harbour mug', price_text: '£25', page: 'Pots', quote: 'Harbour mug £22' },
      { name: 'Glazed vase', page: 'Pots', quote: 'Glazed vase £90' },
    ],
  }
  const desk = openPageDesk(open, [JSON.stringify(invented), JSON.stringify(invented)])
  const brief = outputOf(await desk.call('analyze_brief', { user_request: WORDS }))
  expect(desk.asked()[1]).toContain('Glazed vase')
  expect(brief.items).toEqual([])
  expect(brief.not_placed.join(' ')).toContain('£22')
  expect(brief.not_placed.join(' ')).toContain('Tall jug')
  expect(brief.read_note).toContain('Glazed vase')
})

test('a model that gives no brief is done without, and the brief says so', async () => {
  const desk = openPageDesk(open, ['{"product_type":"a shop"}', '{}'])
  const brief = outputOf(await desk.call('analyze_brief', { user_request: WORDS }))
  expect(brief).toMatchObject({ read_by: 'rules', name: 'Tide & Clay' })
  expect(brief.read_note).toContain('without a language model')
  expect(desk.asked()).toHaveLength(2)
})

async function built(): Promise<void> {
  const desk = openPageDesk(open)
  const { suggested_pages: pages } = outputOf(await desk.call('analyze_brief', { user_request: WORDS }))
  await desk.call('create_design_system', {})
  for (const { slug, title, purpose } of pages)
    await desk.call('generate_page', { slug, title, description: purpose })
}

const source = async (slug: string): Promise<string> => {
  const page = await open.pages.find(SESSION, slug)
  const read = await open.pages.read(page?.page_id ?? '')
  return 'html' in read ? (read.html ?? '') : ''
}

test('an instruction becomes the operations that the model proposes, and nothing else changes', async () => {
  await built()
  const visit = await source('visit')
  const instruction = 'our big jug is up to £52, and I fancy somebody to translate it all'
  const proposed = {
    operations: [
      { said: 'our big jug is up to £52', operation: { kind: 'set_price', item: 'Tall jug', value: '£52' } },
    ],
    asked: [],
    not_understood: ['I fancy somebody to translate it all'],
  }
  const desk = openPageDesk(open, [JSON.stringify(proposed)])
  const changed = outputOf(await desk.call('change_pages', { instruction }))
  expect(changed.applied).toMatchObject([{ before: '£48', after: '£52' }])
  expect(changed.not_understood).toEqual(['I fancy somebody to translate it all'])
  expect(await source('pots')).toContain('£52')
  expect(await source('visit')).toBe(visit)
})

test('words that the model would put on a page of its own accord are asked about, not written', async () => {
  await built()
  const before = await source('pots')
  const proposed = JSON.stringify({
    operations: [
      {
        said: 'add some reviews',
        operation: { kind: 'add_section', page: 'pots', title: 'Reviews', text: 'Best mugs in Cornwall!' },
      },
    ],
    asked: [],
    not_understood: [],
  })
  const desk = openPageDesk(open, [proposed, proposed])
  const changed = outputOf(await desk.call('change_pages', { instruction: 'add some reviews' }))
  expect(changed).toMatchObject({ applied: [], asked: [{ said: 'add some reviews' }] })
  expect(await source('pots')).toBe(before)
  expect(desk.tiers()).toEqual(['STANDARD', 'POWERFUL'])
})

import { expect, test } from 'vitest'
import { docChangeIn, type TalkCall, toldResult } from './talk-entries.ts'

const listing = (content: string, isError = false): TalkCall => ({
  id: 'call_1',
  name: 'list_files',
  arguments: { sort_by: 'size', order: 'descending', limit: 1 },
  result: { content, isError },
})

test('the result of a call is told as its answer, not as the JSON of the tool', () => {
  const output = {
    path: '.',
    entries: [{ path: 'big.txt', type: 'file', size_bytes: 5000 }],
    truncated: false,
  }
  expect(toldResult(listing(JSON.stringify(output)))).toBe('The largest file is big.txt (5.0 kB).')
})

test('a failure and words of a tool are told as they stand', () => {
  expect(toldResult(listing('{"a":1}', true))).toBeUndefined()
  expect(toldResult(listing('It is done.'))).toBeUndefined()
})

test('a change of the product doc is told section by section, with what was left as it was', () => {
  const sections = [
    { section: 'overview', title: 'Overview', content: 'A shop.' },
    { section: 'menu', title: 'Menu', content: 'Tea.' },
    { section: 'old', remove: true },
  ]
  const content = JSON.stringify({
    changed: ['overview', 'old'],
    left_as_they_were: [{ section: 'menu', because: 'A person wrote it.' }],
  })
  const call = { id: 'c', name: 'change_product_doc', arguments: { sections } }
  expect(docChangeIn({ ...call, result: { content, isError: false } })).toEqual([
    { section: 'overview', title: 'Overview', content: 'A shop.' },
    { section: 'menu', title: 'Menu', content: 'Tea.', because: 'A person wrote it.' },
    { section: 'old', title: 'old' },
  ])
  expect(docChangeIn(call)).toBeUndefined()
  expect(docChangeIn({ ...call, result: { content: 'It failed.', isError: true } })).toBeUndefined()
})

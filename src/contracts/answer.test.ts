import { expect, it } from 'vitest'
import { tellAnswer } from './answer.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

const tell = (tool_name: string, output: JsonValue, input: JsonObject = {}) =>
  tellAnswer([{ tool_name, output, input, success: true, message: '' }])

const file = (path: string, size_bytes: number, modified_at = '2026-11-23T14:02:11.000Z') => ({
  path,
  type: 'file',
  size_bytes,
  modified_at,
})

it('tells the result of a calculation, and the file that was asked for', () => {
  expect(tell('calculate', { expression: '15% of 240', result: '36', value: 36 })).toBe('36')
  const entries = [file('notes/b.md', 1200)]
  const newest = { sort_by: 'modified', order: 'descending', limit: 1 }
  expect(tell('list_files', { path: '.', entries }, newest)).toBe(
    'The newest file is notes/b.md (changed 2026-11-23 14:02 UTC).',
  )
  expect(tell('list_files', { path: '.', entries }, { sort_by: 'size', order: 'descending', limit: 1 })).toBe(
    'The largest file is notes/b.md (1.2 kB).',
  )
})

it('counts and names what a listing holds, and says when nothing fits', () => {
  const entries = [file('a.md', 1), file('b.md', 2), { path: 'docs', type: 'folder' }]
  expect(tell('list_files', { path: '.', entries })).toBe('2 files and 1 folder: a.md, b.md, docs/')
  expect(tell('list_files', { path: 'docs', entries: [] })).toBe('There is nothing in docs.')
  expect(tell('list_files', { path: '.', entries: [] }, { larger_than_bytes: 5 })).toBe('No file fits that.')
  const many = Array.from({ length: 30 }, (_, n) => file(`f${n}`, n))
  expect(tell('list_files', { path: '.', entries: many })).toMatch(/^30 files: .*, and 10 more$/)
})

it('tells which files mention a text, and how much a file holds', () => {
  const matches = [
    { path: 'a.md', line: 3, text: 'the launch' },
    { path: 'a.md', line: 9, text: 'launch again' },
  ]
  expect(tell('search_files', { path: '.', matches }, { query: 'launch' })).toBe(
    '1 file mentions “launch”, on 2 lines:\na.md:3: the launch\na.md:9: launch again',
  )
  expect(tell('search_files', { path: '.', matches: [] }, { query: 'x' })).toBe('No file mentions “x”.')
  const counts = { path: 'a.md', files: 1, lines: 120, words: 1800, characters: 9001, is_folder: false }
  expect(tell('count_text', counts)).toBe('a.md has 120 lines, 1,800 words and 9,001 characters.')
})

it('tells a tool that it does not know by the shape of its output, and never as JSON', () => {
  expect(tell('fetch_order', { result: 36 })).toBe('36')
  expect(tell('fetch_order', { orders: [{ id: 'a', total: 3 }, { id: 'b' }], open: false })).toBe(
    'orders:\n  id a  total 3\n  b\nopen false',
  )
  expect(tell('fetch_order', [])).toBe('none')
  expect(tell('list_files', { entries: 'odd' })).toBe('odd')
  expect(tell('read_file', { path: 'a', text: 'one\ntwo\n', truncated: false })).toBe('one\ntwo')
})

it('ends a long answer with how much is left, and says why a call failed', () => {
  const long = tell(
    'x',
    Array.from({ length: 100 }, (_, n) => n),
  ).split('\n')
  expect([long.length, long.at(-1)]).toEqual([41, '… and 60 more lines'])
  const failed = { tool_name: 'read_file', input: {}, success: false, message: 'There is no file a.' }
  expect(tellAnswer([failed])).toBe('There is no file a.')
})

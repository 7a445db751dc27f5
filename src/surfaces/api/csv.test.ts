import { expect, it } from 'vitest'
import { csvRow, readCsv } from './csv.ts'

const CELLS = [
  ...[
    'plain',
    '',
    'a "quote"',
    'two\r\nlines',
    'comma, and',
    '-5',
    '=1+1',
    ' =HYPERLINK("x")',
    '\t=1',
    "'=1",
  ],
  ...["''@x", "it's", "'text'", '|cmd', '%x', '\r=1'],
]

it('reads back what it wrote, whatever stands in a cell', () => {
  expect(readCsv(csvRow(CELLS) + csvRow(['last', '']))).toEqual([CELLS, ['last', '']])
})

it('writes no cell that a spreadsheet reads as a formula', () => {
  const cells = csvRow(CELLS).match(/"(?:[^"]|"")*"/g) ?? []
  expect(cells).toHaveLength(CELLS.length)
  expect(cells.filter(cell => /^"\s*[=+\-@|%\t\r]/.test(cell))).toEqual([])
})

it('reads files of others: without quotes, with LF and a byte order mark', () => {
  expect(readCsv('\uFEFFa,b\n1,\n,2')).toEqual([
    ['a', 'b'],
    ['1', ''],
    ['', '2'],
  ])
})

it.each(['"open', '"a"b,c', 'a"b'])('refuses what is no CSV: %s', text => {
  expect(readCsv(text)).toBeUndefined()
})

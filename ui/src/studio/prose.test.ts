import { describe, expect, it } from 'vitest'
import { readBlocks, readStretches } from './prose.ts'

describe('the prose of a model', () => {
  it('is paragraphs, lists, headings and code, in their order', () => {
    const text = [
      '# Plan',
      'First line',
      'second line',
      '',
      '- one',
      '- **two**',
      '1. three',
      '```html',
      '<b>x</b>',
      '',
      '```',
      'End',
    ]
    expect(readBlocks(text.join('\n'))).toEqual([
      { kind: 'heading', text: 'Plan' },
      { kind: 'paragraph', text: 'First line\nsecond line' },
      { kind: 'list', isNumbered: false, items: ['one', '**two**'] },
      { kind: 'list', isNumbered: true, items: ['three'] },
      { kind: 'code', text: '<b>x</b>\n' },
      { kind: 'paragraph', text: 'End' },
    ])
  })

  it('has quotes and tables, of which the first row are headings', () => {
    const text = [
      '> said',
      '> twice',
      '| a | b |',
      '|---|:--|',
      '| **1** | x \\| y |',
      'After',
      '| no | table |',
    ]
    expect(readBlocks(text.join('\n'))).toEqual([
      { kind: 'quote', text: 'said\ntwice' },
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['**1**', 'x | y'],
        ],
      },
      { kind: 'paragraph', text: 'After\n| no | table |' },
    ])
  })

  it('keeps a block of code that has not ended yet', () => {
    expect(readBlocks('```\nlet x')).toEqual([{ kind: 'code', text: 'let x' }])
  })

  it('makes nothing of links, images and tags', () => {
    const text = '[go](https://example.org) ![x](y) <img src=x> **yes** `no`'
    expect(readBlocks(text)).toEqual([{ kind: 'paragraph', text }])
    expect(readStretches(text)).toEqual([
      { kind: 'plain', text: '[go](https://example.org) ![x](y) <img src=x> ' },
      { kind: 'strong', text: 'yes' },
      { kind: 'plain', text: ' ' },
      { kind: 'code', text: 'no' },
    ])
  })
})

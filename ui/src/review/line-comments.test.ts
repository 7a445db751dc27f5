import { describe, expect, it } from 'vitest'
import { commentAt, withComments } from './line-comments.ts'

const comment = (path: string, line: number, text: string) =>
  ({ part: `artifact/${path}`, path, line, side: 'after', text }) as const

describe('comments on lines', () => {
  it('are words to the agent that name file and line, in their order, after what else is said', () => {
    const comments = [
      comment('b.ts', 1, 'last'),
      comment('a.ts', 12, ' use a constant '),
      comment('a.ts', 3, 'x'),
    ]
    expect(withComments('Please change:', comments)).toBe(
      'Please change:\na.ts:3: x\na.ts:12: use a constant\nb.ts:1: last',
    )
    expect(withComments('', [{ ...comment('a.ts', 2, 'why?'), side: 'before' }])).toBe(
      'a.ts:2 (before): why?',
    )
    expect(withComments(' only words ')).toBe('only words')
  })

  it('stand each at its own line and side', () => {
    const comments = [comment('a.ts', 3, 'here')]
    expect(commentAt(comments, { part: 'artifact/a.ts', line: 3, side: 'after' })?.text).toBe('here')
    expect(commentAt(comments, { part: 'artifact/a.ts', line: 3, side: 'before' })).toBeUndefined()
  })
})

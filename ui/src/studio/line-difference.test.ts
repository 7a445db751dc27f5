import { describe, expect, it } from 'vitest'
import { countChanges, lineDifference } from './line-difference.ts'

const text = (...lines: string[]) => lines.join('\n')
const ten = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`)

describe('a difference of lines', () => {
  it('shows what went and what came, with two lines around it, and counts what stays', () => {
    const after = ten.with(5, 'changed')
    const lines = lineDifference(text(...ten), text(...after))
    expect(lines).toEqual([
      { kind: 'gap', text: '', line: 1, count: 3 },
      { kind: 'same', text: 'line 4', line: 4 },
      { kind: 'same', text: 'line 5', line: 5 },
      { kind: 'removed', text: 'line 6', line: 6 },
      { kind: 'added', text: 'changed', line: 6 },
      { kind: 'same', text: 'line 7', line: 7 },
      { kind: 'same', text: 'line 8', line: 8 },
      { kind: 'gap', text: '', line: 9, count: 2 },
    ])
    expect(countChanges(lines)).toEqual({ added: 1, removed: 1 })
  })

  it('is all new where there was nothing, and one gap where nothing changed', () => {
    expect(lineDifference('', 'a\nb').map(line => line.kind)).toEqual(['added', 'added'])
    expect(lineDifference('a\nb', 'a\nb\n')).toEqual([{ kind: 'gap', text: '', line: 1, count: 2 }])
  })
})

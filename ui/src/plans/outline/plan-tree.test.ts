import { describe, expect, it } from 'vitest'
import { closedAtFirst, effortText, streamsOf, type TreeItem, treeOf, visibleBranches } from './plan-tree.ts'

const node = (id: string, parent_id?: string, more: Partial<TreeItem> = {}): TreeItem => ({
  ...{ id, parent_id, status: 'pending' },
  ...more,
})

describe('the tree of a plan', () => {
  it('adds up what is below: leaves, done ones, and their work', () => {
    const [goal] = treeOf([
      node('goal'),
      node('phase', 'goal'),
      node('one', 'phase', { estimated_minutes: 90, status: 'done' }),
      node('two', 'phase', { estimated_minutes: 30 }),
    ])
    expect(goal).toMatchObject({ leaves: 2, done: 1, minutes: 120, doneMinutes: 90 })
  })

  it('shows every node once, whatever the parents say', () => {
    const nodes = [node('goal'), node('lost', 'nobody'), node('a', 'b'), node('b', 'a'), node('self', 'self')]
    const ids = visibleBranches(treeOf(nodes), new Set()).map(branch => branch.node.id)
    expect(ids.toSorted()).toEqual(['a', 'b', 'goal', 'lost', 'self'])
  })

  it('keeps what is closed to itself, and closes the depths of a large plan at first', () => {
    const small = treeOf([node('goal'), node('phase', 'goal'), node('task', 'phase')])
    expect(visibleBranches(small, new Set(['phase'])).map(branch => branch.node.id)).toEqual([
      'goal',
      'phase',
    ])
    expect(closedAtFirst(small).size).toBe(0)
    const many = Array.from({ length: 200 }, (_, index) => node(`task${index}`, 'phase'))
    const large = treeOf([node('goal'), node('phase', 'goal'), ...many])
    expect(visibleBranches(large, closedAtFirst(large))).toHaveLength(2)
  })

  it('has a second axis: streams, which nodes inherit from above', () => {
    const streams = streamsOf([
      node('goal'),
      node('run', 'goal', { stream: 'running' }),
      node('long-run', 'run'),
      node('legs', 'goal', { stream: 'strength' }),
    ])
    expect(streams.map(({ stream, tree }) => [stream, visibleBranches(tree, new Set()).length])).toEqual([
      ['running', 2],
      ['strength', 1],
    ])
  })

  it('says how much work it is', () => {
    expect([45, 90, 120, 730].map(effortText)).toEqual(['45 min', '1 h 30 min', '2 h', '12 h'])
  })
})

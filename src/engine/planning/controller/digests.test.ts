import { expect, test } from 'vitest'
import { PlanNode } from '../../../contracts/plan.ts'
import { outlineDigest } from './digests.ts'

const outline = (metadata: PlanNode['metadata']) => ({
  root_id: 'g',
  nodes: [PlanNode.parse({ id: 'g', node_type: 'goal', level: 1, title: 'Sing', metadata })],
})

test('an approved outline binds the times of its events, and no other timing', () => {
  const plain = outlineDigest(outline({}))
  const on = (start: string) =>
    outlineDigest(outline({ timing: { fixed: { start, end: '2028-06-12T20:00' } } }))
  expect(on('2028-06-12T18:00')).not.toBe(plain)
  expect(on('2028-06-12T18:00')).not.toBe(on('2028-06-12T19:00'))
  expect(outlineDigest(outline({ timing: { splittable: true } }))).toBe(plain)
})

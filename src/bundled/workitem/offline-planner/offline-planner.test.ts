import { describe, expect, test } from 'vitest'
import { writeBriefing } from '../../../engine/gate/gate.ts'
import { drawTasks, readTasks, sumHours } from '../documents.ts'
import { domainOf, whyComplex } from '../domains.ts'
import type { PlanBrief } from '../ports.ts'
import { offlinePlanner, offlineReviewer } from './offline-planner.ts'
import { REDUCE } from './outline.ts'

const { signal } = new AbortController()
const BRIEF: PlanBrief = {
  title: 'Orders',
  description:
    'Import orders from a file.\n1. Show what was refused\n2. Undo an import, nice to have\n- Never change an order that was paid',
  paths: ['src/orders'],
  caps: {},
  instructions: [],
  concerns: [],
}

async function plan(more: Partial<PlanBrief> = {}) {
  const { documents } = await offlinePlanner.plan({ ...BRIEF, ...more }, signal)
  return {
    design: documents['design.md'] ?? '',
    stories: documents['user_stories.md'] ?? '',
    tasks: documents['tasks.md'] ?? '',
  }
}

describe('the offline planner', () => {
  test('makes a story of each thing that was asked for, and none of what was forbidden', async () => {
    const { design, stories, tasks } = await plan()
    expect(stories.match(/^## Story/gm)).toHaveLength(3)
    expect(design).toContain('## Not in scope\n\n- Never change an order that was paid')
    expect(stories).toContain('It holds that: Never change an order that was paid.')
    expect(readTasks(tasks)).toHaveLength(7)
    for (const text of [design, stories, tasks]) expect(text).toContain('No language model')
  })

  test('says the same for the same brief, and something of its own for another', async () => {
    expect(await plan()).toEqual(await plan())
    expect((await plan({ title: 'Bills' })).design).toContain('# Bills')
    expect((await plan({ description: '' })).stories).toContain('## Story 1: Orders')
  })

  test('agrees with what a briefing counts of it', async () => {
    const { design, stories, tasks } = await plan({
      description: '- Answer within 24 hours\n- Keep 3 h of history',
    })
    const files = new Map([
      ['design.md', design],
      ['user_stories.md', stories],
      ['tasks.md', tasks],
    ])
    const { details } = writeBriefing({
      type: 'intent_approval',
      details: '',
      context: {},
      calls: [],
      artifacts: [],
      files,
    })
    const read = readTasks(tasks)
    expect(details).toContain('Stories: 2')
    expect(details).toContain(`Tasks: ${read.length}`)
    expect(details).toContain(`Hours: ${sumHours(read)}`)
    expect(read[0]).toMatchObject({
      task_id: 'T1',
      title: 'Write the failing tests of story 1: Answer within 24 hours',
      assigned_to: 'backend',
    })
  })

  test.each([
    ['Drop the undo', { gone: 'Undo an import' }],
    ['Leave out refused', { gone: 'Show what was refused' }],
    ['Add: print a receipt.', { there: 'print a receipt' }],
    ['Use the words of the customers', { there: 'Use the words of the customers' }],
  ])('follows “%s”', async (instruction, { gone, there }: { gone?: string; there?: string }) => {
    const { stories } = await plan({ instructions: [instruction] })
    if (gone) expect(stories).not.toContain(gone)
    if (there) expect(stories).toContain(there)
  })

  test('reduces to limits from the optional and the last, and never to nothing', async () => {
    const { tasks, design } = await plan({ caps: { tasks: 5 }, instructions: [REDUCE] })
    expect(readTasks(tasks)).toHaveLength(5)
    expect(design).toContain('Undo an import, nice to have (left out)')
    const least = await plan({ caps: { tasks: 1 }, instructions: [REDUCE] })
    expect(readTasks(least.tasks)).toHaveLength(3)
    const all = 'Drop import orders. Drop what was refused. Drop undo an import.'
    await expect(plan({ instructions: [all] })).rejects.toThrow('leave nothing')
  })

  test('changes the named documents alone, around what people wrote into them', async () => {
    const { documents } = await offlinePlanner.plan(BRIEF, signal)
    const edited = { ...documents, 'tasks.md': `${documents['tasks.md']}\nBy hand.\n` }
    const change = {
      brief: BRIEF,
      documents: edited,
      affected: ['tasks.md'],
      instruction: 'Add a load test. Drop the receipt. Keep it small.',
    }
    const updated = await offlinePlanner.update(change, signal)
    expect(Object.keys(updated.documents)).toEqual(['tasks.md'])
    const text = updated.documents['tasks.md'] ?? ''
    expect(text).toContain('By hand.')
    expect(text).toMatch(/- \[ \] T8 a load test \(2 h\)/)
    expect(text).toContain('- Keep it small')
    await expect(offlinePlanner.update({ ...change, affected: ['logo.svg'] }, signal)).rejects.toThrow(
      'logo.svg',
    )
  })
})

describe('the offline reviewer', () => {
  test('finds what two people could understand as two things, until a task settles it', async () => {
    const vague = { ...BRIEF, description: '- Make it fast and easy' }
    const { documents } = await offlinePlanner.plan(vague, signal)
    const concerns = await offlineReviewer.review(documents, vague, signal)
    expect(concerns.join()).toContain('“fast”')
    expect(concerns.join()).toContain('“easy”')
    const met = { ...vague, concerns }
    const again = await offlinePlanner.plan(met, signal)
    expect(await offlineReviewer.review(again.documents, met, signal)).toEqual([])
  })

  test('finds stories without criteria, tasks without hours, and tasks that are none', async () => {
    const documents = {
      'design.md': '# X\n',
      'user_stories.md': '## Story 1\n\nWords.\n',
      'tasks.md': '- [ ] T1 a\n- [ ] T2 b (40 h)\n',
    }
    const concerns = await offlineReviewer.review(documents, BRIEF, signal)
    expect(concerns).toHaveLength(3)
    expect((await offlineReviewer.review({}, BRIEF, signal)).join()).toContain('no tasks')
  })
})

describe('what a path belongs to', () => {
  test.each([
    ['src/api/find.ts', 'backend'],
    ['ui/src/search.tsx', 'frontend'],
    ['helm/values.yaml', 'devops'],
    ['docs/guide.md', 'documentation'],
    ['LICENSE', undefined],
  ])('%s: %s', (path, domain) => {
    expect(domainOf(path)).toBe(domain)
  })

  test('far is more than ten files, both sides, or code with infrastructure', () => {
    expect(whyComplex(Array.from({ length: 10 }, (_, index) => `src/${index}.ts`))).toEqual([])
    expect(whyComplex(Array.from({ length: 11 }, (_, index) => `src/${index}.ts`))).toHaveLength(1)
    expect(whyComplex(['src/a.ts', 'ui/a.tsx'])).toHaveLength(1)
    expect(whyComplex(['src/a.ts', 'Dockerfile'])).toHaveLength(1)
    expect(whyComplex(['docs/a.md', 'Dockerfile'])).toEqual([])
  })

  test('a chart cannot be broken by the words of a task', () => {
    const chart = drawTasks('X', readTasks('- [ ] T1 a "quote" ] --> B\n- [ ] T2 <b>\n'))
    expect(chart).toContain('T1["T1: a  quote    --  B"]')
    expect(chart).toContain('T1 --> T2')
  })
})

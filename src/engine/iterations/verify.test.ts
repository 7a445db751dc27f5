import { describe, expect, test } from 'vitest'
import type { Draft, IterationContext } from './planner.ts'
import { isSame, settleDraft } from './verify.ts'

const SAID = 'We sell bread to 40 cafés. The budget is 12,000 EUR.'
const DRAFT: Draft = {
  dimension: 'money',
  title: 'Money',
  key_insights: [],
  frameworks: [],
  assumptions: [],
  open_questions: [],
  next_steps: [],
}
const VERDICT = { notes: [], drop: [] }

function contextOf(previous: IterationContext['previous'] = []): IterationContext {
  const spoken = [{ kind: 'person' as const, reference: 'your goal', text: SAID }]
  const brief = { goal: SAID, spoken, guidance: [], max_iterations: 6, checkpoint_interval: 3 }
  return { iteration_number: 2, max_iterations: 6, proposal: '', previous, brief }
}

const settle = (
  draft: Partial<Draft>,
  claims: { text: string; quote?: string }[] = [],
  previous = contextOf(),
) => settleDraft(previous, { draft: { ...DRAFT, ...draft }, verdict: VERDICT, claims })

describe('a data point', () => {
  test('stands only on words that were said; everything else is an assumption', () => {
    const { data_points, draft, notes } = settle({}, [
      { text: 'The budget is 12,000 EUR', quote: 'budget is 12,000 EUR' },
      { text: 'The market grows by 8 % a year', quote: 'grows by 8 %' },
      { text: 'There are 400 cafés', quote: '40 cafés' },
    ])
    expect(data_points).toEqual([
      {
        text: 'The budget is 12,000 EUR',
        source: { kind: 'person', reference: 'your goal', quote: 'budget is 12,000 EUR' },
      },
    ])
    expect(draft.assumptions.map(({ text }) => text)).toEqual([
      'The market grows by 8 % a year',
      'There are 400 cafés',
    ])
    expect(notes.join()).toContain('2 claims had no source')
  })
})

describe('a figure that nobody gave', () => {
  test('is marked wherever it stands', () => {
    const point = (text: string, basis: 'given' | 'derived') => ({ text, basis })
    const { draft } = settle({
      key_insights: ['With 12,000 EUR you can begin.', 'A shop costs 90,000 EUR.'],
      next_steps: ['Ask 40 cafés.', 'Rent 7 vans.'],
      frameworks: [
        {
          name: 'SWOT',
          cells: [
            {
              heading: 'Strengths',
              points: [
                point('You sell bread to 40 cafés', 'derived'),
                point('Nine in 10 come back', 'derived'),
                point('We sell bread to 40 cafés', 'given'),
                point('The brand is famous', 'given'),
              ],
            },
          ],
        },
      ],
    })
    expect(draft.key_insights).toEqual([
      'With 12,000 EUR you can begin.',
      '(assumption) A shop costs 90,000 EUR.',
    ])
    expect(draft.next_steps).toEqual(['Ask 40 cafés.', '(assumption) Rent 7 vans.'])
    expect(draft.frameworks[0]?.cells[0]?.points.map(({ basis }) => basis)).toEqual([
      'derived',
      'assumption',
      'given',
      'assumption',
    ])
  })
})

describe('what an earlier iteration said', () => {
  const insight = 'The budget decides how many tries there are before the season ends.'
  const framework = {
    name: 'SWOT',
    cells: [{ heading: 'S', points: [{ text: 'Bread', basis: 'derived' as const }] }],
  }
  const previous = [
    {
      ...DRAFT,
      ...{
        key_insights: [insight],
        frameworks: [framework],
        assumptions: [],
        open_questions: [],
        next_steps: [],
      },
      ...{
        iteration: 1,
        total_iterations: 6,
        guidance: [],
        data_points: [],
        section: '',
        verifier_notes: [],
      },
      ...{ is_new: true, attempts: 1, model: '', is_offline: true, tokens: 0, cost_usd: 0, finished_at: '' },
    },
  ]

  test('is not said again, in other order or other letters', () => {
    const said = {
      key_insights: [insight.toUpperCase(), 'Something else entirely.'],
      frameworks: [framework],
    }
    const { draft, is_new, notes } = settle(said, [], contextOf(previous))
    expect([draft.key_insights, draft.frameworks, is_new]).toEqual([['Something else entirely.'], [], true])
    expect(notes.join()).toContain('1 insights were left out')
    expect(settle({ key_insights: [insight] }, [], contextOf(previous)).is_new).toBe(false)
  })

  test('is told apart from what only shares a word', () => {
    expect(isSame('Bread sells in cafés', 'In cafés sells bread')).toBe(true)
    expect(isSame('Bread sells in cafés', 'Bread goes stale within a day')).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { emptyDraft, problemsOf, requestOf } from './plan-draft.ts'

const draft = { ...emptyDraft('Europe/Berlin'), goal: ' Learn to swim ' }

describe('a plan that is asked for', () => {
  it('carries nothing that was not entered, besides where the person is', () => {
    expect(requestOf(draft)).toEqual({
      goal: 'Learn to swim',
      calendar: { timezone: 'Europe/Berlin', weekly: [], exceptions: [] },
    })
  })

  it('turns fields into constraints and a calendar that the server takes', () => {
    const request = requestOf({
      ...draft,
      ...{
        deadline: '2027-05-15',
        hoursPerWeek: '4.5',
        days: ['monday', 'friday'],
        from: '18:00',
        to: '21:00',
      },
      ...{ away: [{ start: '2026-12-24', end: '2027-01-02', reason: 'Holidays' }], budgetUsd: '200' },
      policy: { tone: 'clinical' },
    })
    expect(request).toMatchObject({
      constraints: {
        ...{ deadline: '2027-05-15', minutes_per_week: 270, budget_usd: 200 },
        not_on_weekdays: ['tuesday', 'wednesday', 'thursday', 'saturday', 'sunday'],
        blackouts: [{ start: '2026-12-24', end: '2027-01-02', reason: 'Holidays' }],
      },
      calendar: { weekly: [{ day: 'monday', start: '18:00', end: '21:00' }, { day: 'friday' }] },
      interaction_policy: { tone: 'clinical' },
    })
  })

  it('says by each field what is wrong with it', () => {
    const today = '2026-11-22'
    expect(problemsOf(draft, today)).toEqual({})
    const wrong = {
      ...emptyDraft('UTC'),
      ...{ deadline: '2026-11-21', hoursPerWeek: '0', days: [], from: '18:00', budgetUsd: 'much' },
      away: [{ start: '2026-12-24', end: '2026-12-23', reason: '' }],
    }
    expect(Object.keys(problemsOf(wrong, today)).toSorted()).toEqual([
      ...['away', 'budgetUsd', 'days', 'deadline', 'from', 'goal', 'hoursPerWeek'],
    ])
  })
})

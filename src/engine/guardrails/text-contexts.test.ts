import { describe, expect, it } from 'vitest'
import type { Guideline, GuidelineCondition } from '../../contracts/guideline.ts'
import { compileGuidelines } from './guardrails.ts'
import { evaluateText } from './text-contexts.ts'

const rule = (id: string, condition: GuidelineCondition): Guideline => ({
  ...{
    id,
    name: id,
    description: '',
    enabled: true,
    category: 'custom',
    priority: 100,
    metadata: {},
    version: 1,
  },
  ...{ condition, action: { type: 'instruction', instruction: id } },
  ...{
    created_at: '2026-03-01T12:00:00.000Z',
    updated_at: '2026-03-01T12:00:00.000Z',
    created_by: 'person_1',
  },
})
const compiled = compileGuidelines([
  rule('tests-first', { actions: ['implement', 'fix'] }),
  rule('migrations', { paths: ['migrations/**'] }),
  rule('billing-code', { domains: ['billing'], actions: ['refactor'] }),
  rule('releases', { actions: ['release'], events: ['deploy'] }),
])
const matched = (text: string, context = {}) =>
  evaluateText(compiled, context, text)
    .guidelines.map(({ guideline_id }) => guideline_id)
    .toSorted()

describe('the text of a request', () => {
  it('is about the actions that guidelines name, in any of their forms', () => {
    expect(matched('Please implement the export')).toEqual(['tests-first'])
    expect(matched('I am fixing the login')).toEqual(['tests-first'])
    expect(matched('The prefix of the table is wrong')).toEqual([])
  })

  it('names paths, and domains together with actions', () => {
    expect(matched('Look at migrations/0012.sql')).toEqual(['migrations'])
    expect(matched('refactor the billing module')).toEqual(['billing-code'])
    expect(matched('refactor the login module')).toEqual([])
  })

  it('adds to the context and replaces nothing of it', () => {
    expect(matched('make a release')).toEqual([])
    expect(matched('make a release', { event: 'deploy' })).toEqual(['releases'])
    expect(matched('implement it', { action: 'review' })).toEqual([])
  })
})

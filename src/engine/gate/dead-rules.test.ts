import { describe, expect, it } from 'vitest'
import type { GuidelineCondition } from '../../contracts/guideline.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { whyRuleNeverActs } from './dead-rules.ts'

function tool(name: string, fields: Partial<RegisteredTool> = {}): RegisteredTool {
  return {
    name,
    description: name,
    input_schema: { type: 'object' },
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    reversibility: 'reversible',
    prerequisites: [],
    produces: [],
    origin: 'declared',
    claimed: false,
    definition_hash: 'h',
    declared_by: 'admin',
    ...fields,
  }
}

const addressed = {
  type: 'object',
  properties: { to: { type: 'string', 'x-soulgate': 'recipient' }, text: { type: 'string' } },
  required: ['to', 'text'],
}
const tools = [
  tool('edit_note'),
  tool('Bash', { reversibility: 'irreversible' }),
  tool('post_note', { reversibility: 'externally_reversible' }),
  tool('claimed_note', { claimed: true }),
  tool('share_note', { input_schema: addressed }),
  tool('find_note', {
    input_schema: addressed,
    reversibility: 'read_only',
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
  }),
]
const why = (condition: GuidelineCondition) => whyRuleNeverActs({ condition }, { tools })

describe('a release rule', () => {
  it.each([
    ['Bash', 'Bash cannot be taken back'],
    ['post_note', 'only with the help of others'],
    ['claimed_note', 'only claimed, so people look at each call. Confirm the tool first.'],
    ['typo_note', 'nobody has declared typo_note'],
  ])('for %s alone never acts, and is told why and what to do', (name, reason) => {
    expect(why({ tools: [name] })).toContain(reason)
  })

  it('may act where one of its tools is held by nothing that no rule lifts', () => {
    expect(why({ tools: ['edit_note'] })).toBeUndefined()
    expect(why({ tools: ['*_note'] })).toBeUndefined()
    expect(why({ tools: ['Bash', 'edit_note'] })).toBeUndefined()
    expect(why({ tools: ['later_*'] })).toBeUndefined()
  })

  it('never acts for outside agents on what names a receiver, since they bring no person’s words', () => {
    expect(why({ tools: ['share_note'], agents: ['billing-bot'] })).toContain(
      'recipient at /to of share_note',
    )
    expect(why({ tools: ['share_note'], agents: ['billing-bot', 'reasoning'] })).toBeUndefined()
    expect(why({ tools: ['share_note'], agents: ['*-bot'] })).toBeUndefined()
    expect(why({ tools: ['share_note'] })).toBeUndefined()
    expect(why({ tools: ['find_note'], agents: ['billing-bot'] })).toBeUndefined()
  })
})

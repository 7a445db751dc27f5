import { expect, it } from 'vitest'
import type { Guideline, GuidelineAction } from '../../contracts/guideline.ts'
import { DEFAULT_SETTINGS } from '../../contracts/settings.ts'
import type { Reversibility } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { compileGuidelines, evaluate } from '../guardrails/guardrails.ts'
import { isStandingReason, type ReleaseContext, releaseCall, releaseProposal } from './release-call.ts'

const now = '2026-03-01T12:00:00.000Z'

function guideline(action: GuidelineAction): Guideline {
  return {
    ...{ id: 'one', name: 'one', description: '', enabled: true, category: 'custom', priority: 100 },
    ...{ condition: {}, action, metadata: {}, version: 1, created_at: now, updated_at: now },
    created_by: 'person_1',
  }
}

const guarded = (...guidelines: readonly Guideline[]) =>
  evaluate(compileGuidelines(guidelines), { agent: 'helper', tool: 'update_ticket', now })

function call(changes: Partial<ToolCall> = {}): ToolCall {
  return {
    ...{ call_id: 'call_1', tool: 'update_ticket', arguments: { status: 'closed' }, description: '' },
    annotations: { read_only: false, idempotent: false, destructive: false, open_world: false },
    ...{ reversibility: 'reversible', claimed: false, definition_hash: 'h', digest: 'd' },
    origins: [{ pointer: '/status', value: 'closed', meaning: 'text', source: 'unknown' }],
    ...changes,
  }
}

function context(changes: Partial<ReleaseContext> = {}): ReleaseContext {
  return {
    guardrails: guarded(),
    task: { agent: 'helper', tool: 'update_ticket', now },
    settings: DEFAULT_SETTINGS,
    effective: { annotations: call().annotations, reversibility: 'reversible', declared: true },
    session_id: 'ses_1',
    conditions: [],
    contract: 'contract_1',
    ...changes,
  }
}

const effectively = (reversibility: Reversibility, declared = true) => ({
  effective: { annotations: call().annotations, reversibility, declared },
})

it('runs a reversible write that nothing else holds, and waits without a contract', () => {
  expect(releaseCall(call(), context())).toEqual({
    ...{ outcome: 'released', basis: 'contract', contract_id: 'contract_1' },
  })
  const { contract: _none, ...without } = context()
  expect(releaseCall(call(), without).outcome).toBe('held')
})

it.each([
  ['irreversible by its tool', {}, effectively('irreversible')],
  ['irreversible by its class', { reversibility: 'irreversible' }, {}],
  ['reversible only with the help of others', {}, effectively('externally_reversible')],
  ['classed as reversible only with the help of others', { reversibility: 'externally_reversible' }, {}],
  ['undeclared', {}, effectively('reversible', false)],
  ['claimed', { claimed: true }, {}],
  [
    'aimed at a recipient of unknown origin',
    { origins: [{ pointer: '/to', value: 'a@x.test', meaning: 'recipient', source: 'unknown' }] },
    {},
  ],
  ['given a stored secret', { arguments: { key: { $secret: 'MAIL' } } }, {}],
  [
    'held by a guideline',
    {},
    { guardrails: guarded(guideline({ type: 'hitl_gate', gate_type: 'tool_approval' })) },
  ],
  ['held for a review', {}, { guardrails: guarded(guideline({ type: 'constraint', require_review: true })) }],
  ['under a condition of a person', {}, { conditions: ['only on Mondays'] }],
  ['not understood', {}, { doubts: [{ source: 'policy', text: 'I did not take in: only if Ana agrees' }] }],
  ['unsure by the agent’s own report', {}, { concerns: ['The agent reported 40 %.'] }],
  ['inside of a work item that nobody approved', {}, { unapproved_work_item: 'wi_1' }],
] as [
  string,
  Partial<ToolCall>,
  Partial<ReleaseContext>,
][])('never runs a call by contract that is %s, and says so', (_, changes, more) => {
  const verdict = releaseCall(call(changes), context(more))
  expect(verdict.outcome).toBe('held')
  expect('why_held' in verdict && verdict.why_held.some(why => !isStandingReason(why))).toBe(true)
})

it('never runs a call by contract whose tool cannot be taken back, whatever class it was given', () => {
  for (const reversibility of ['irreversible', 'externally_reversible'] as const) {
    const classed = { class: 'contained', permission_ids: ['p'], staysHere: true } as const
    const more = { ...effectively(reversibility), classed }
    expect(releaseCall(call({ reversibility }), context(more)).outcome).toBe('held')
  }
})

it.each([
  [
    'denied by a guideline',
    { guardrails: guarded(guideline({ type: 'tool_restriction', tools_denied: ['update_*'] })) },
    'denied',
  ],
  ['at autonomy level 1', { settings: { ...DEFAULT_SETTINGS, autonomy_level: 1 } }, 'suggested'],
  ['outside of the rollout', { settings: { ...DEFAULT_SETTINGS, rollout_percent: 0 } }, 'suggested'],
  ['of low confidence', { confidence: 0.1 }, 'suggested'],
] as [
  string,
  Partial<ReleaseContext>,
  string,
][])('a contract changes nothing for what is %s', (_, more, outcome) => {
  expect(releaseCall(call(), context(more)).outcome).toBe(outcome)
})

it('gives a proposal the weakest basis of its calls', () => {
  const read = {
    annotations: { ...call().annotations, read_only: true },
    reversibility: 'read_only' as const,
  }
  const reads = { call: call(read), context: context({ effective: { ...read, declared: true } }) }
  expect(releaseProposal([reads, { call: call(), context: context() }])).toMatchObject({ basis: 'contract' })
})

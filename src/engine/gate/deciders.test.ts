import { describe, expect, it } from 'vitest'
import {
  approve,
  codeOf,
  decide,
  gateOf,
  person,
  rita,
  sven,
} from '../../../test/engine/pure-gate-fixture.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { Question } from '../../contracts/question.ts'
import type { GateDraft } from './build-gate.ts'
import { AUTO_APPROVER } from './deciders.ts'

describe('who may decide', () => {
  const codeFor = (who: Principal, draft: Partial<GateDraft> = {}, request = approve) =>
    codeOf(decide(gateOf(draft), request, { who }))

  it('is never an agent, whatever its role says', () => {
    const agent: Principal = { kind: 'agent', id: 'agent:x', name: 'x', role: 'agent' }
    expect(codeFor(agent)).toBe('forbidden')
    expect(codeFor({ ...agent, role: 'admin' })).toBe('forbidden')
    expect(codeFor({ ...rita, role: 'agent' })).toBe('forbidden')
    expect(codeFor({ kind: 'system', id: 'system:x', name: 'x', role: 'admin' })).toBe('forbidden')
    const questions = { subject: { questions: [] as Question[] }, terms: { type: 'interview' as const } }
    expect(codeFor({ ...agent, id: 'person_mona' }, questions, { decision: 'skip' })).toBe('forbidden')
  })

  it('is never the one who asked', () => {
    expect(codeFor(rita, { requested_by: rita.id })).toBe('self_approval')
    expect(codeFor(person('Ada', 'admin'), { requested_by: 'person_ada' })).toBe('self_approval')
  })

  it('may be the person for whom an agent asked, unless a separate approver is demanded', () => {
    expect(codeFor(rita, { on_behalf_of: rita.id })).toBe('closed')
    const separate = {
      on_behalf_of: rita.id,
      terms: { type: 'tool_approval', separate_approver: true },
    } as const
    expect(codeFor(rita, separate)).toBe('self_approval')
    expect(codeFor(sven, separate)).toBe('closed')
  })

  it('is at least a reviewer for calls', () => {
    expect(codeFor(person('Mona', 'member'))).toBe('forbidden')
    expect(codeFor(person('Vera', 'viewer'))).toBe('forbidden')
  })

  it.each([
    'clarification',
    'interview',
    'plan_approval',
    'proposal',
    'checkpoint',
  ] as const)('is on %s also the member whose run it is, and no other member', type => {
    const document = { terms: { type }, subject: { document: {} } }
    const request: DecideRequest = {
      decision: type === 'clarification' || type === 'interview' ? 'skip' : 'approve',
    }
    expect(codeFor(person('Mona', 'member'), document, request)).toBe('closed')
    expect(codeFor(person('Otto', 'member'), document, request)).toBe('forbidden')
    expect(codeFor(person('Mona', 'viewer'), document, request)).toBe('forbidden')
  })

  it('is only who has one of the roles that a gate names, or an admin', () => {
    const ofAdmins = { terms: { type: 'tool_approval', roles: ['admin'] } } as const
    expect(codeFor(rita, ofAdmins)).toBe('forbidden')
    expect(codeFor(person('Ada', 'admin'), { terms: { type: 'tool_approval', roles: ['reviewer'] } })).toBe(
      'closed',
    )
  })
})

describe('where a program under test runs without people', () => {
  const codeFor = (who: Principal, terms: GateDraft['terms']) =>
    codeOf(decide(gateOf({ terms, subject: { document: {} } }), approve, { who }))

  it('proposals and checkpoints approve themselves, and nothing else does', () => {
    for (const type of ['proposal', 'checkpoint'] as const)
      expect(codeFor(AUTO_APPROVER, { type })).toBe('closed')
    for (const type of ['plan_approval', 'code_review', 'tool_approval'] as const)
      expect(codeFor(AUTO_APPROVER, { type })).toBe('forbidden')
  })

  it('not where a gate wants several people, certain ones, or somebody else', () => {
    for (const wish of [{ quorum: 2 }, { roles: ['admin'] }, { separate_approver: true }] as const)
      expect(codeFor(AUTO_APPROVER, { type: 'proposal', ...wish })).toBe('forbidden')
  })

  it('not by somebody who only looks like it', () => {
    expect(codeFor({ ...AUTO_APPROVER }, { type: 'proposal' })).toBe('forbidden')
  })
})

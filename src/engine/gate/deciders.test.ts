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
})

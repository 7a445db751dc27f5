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
import type { DecidedGate } from '../../contracts/gate-review.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import type { Question } from '../../contracts/question.ts'
import type { GateDraft } from './build-gate.ts'
import { AUTO_APPROVER, refuseUnfillable } from './deciders.ts'

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

describe('a quorum that nobody can fill is refused when it is asked for', () => {
  const registered = (name: string, role: Person['role'], disabled_at?: string): Person => ({
    ...{ person_id: `person_${name}`, name, role, created_at: '2026-03-01T00:00:00.000Z' },
    ...(disabled_at === undefined ? {} : { disabled_at }),
  })
  const people = [
    registered('rita', 'reviewer'),
    registered('ada', 'admin'),
    registered('mona', 'member'),
    registered('gone', 'reviewer', '2026-03-02T00:00:00.000Z'),
  ]
  const refused = (
    approvals_required: number,
    changes: Partial<Omit<DecidedGate, 'gate_id' | 'quorum'>> & {
      roles?: DecidedGate['quorum']['roles']
    } = {},
  ) => {
    const { roles = [], ...rest } = changes
    const gate = {
      type: 'tool_approval',
      requested_by: 'agent:x',
      separate_approver: false,
      ...rest,
    } as const
    const answer = refuseUnfillable(people, { ...gate, quorum: { approvals_required, roles, veto: false } })
    const errors = (answer as { errors?: readonly { field: string; message: string }[] } | undefined)?.errors
    return answer && { code: answer.code, detail: answer.detail, errors }
  }

  it('and one that as many people as it names may fill is not', () => {
    expect(refused(1)).toBeUndefined()
    expect(refused(2)).toBeUndefined()
    expect(refused(1, { roles: ['reviewer'] })).toBeUndefined()
  })

  it('naming how many there are, without those who left and those who may not decide it', () => {
    const message =
      'needs 3 approvals, but only 2 of 3 registered people are there with the right to decide it. Ask for less, or have an admin add people.'
    expect(refused(3)).toEqual({
      code: 'invalid',
      detail: `Nobody could ever decide this gate: quorum.approvals_required ${message}`,
      errors: [{ field: 'quorum.approvals_required', message }],
    })
  })

  it('naming the roles that it asks for, and admins, who always count', () => {
    expect(refused(2, { roles: ['admin'] })?.errors?.[0]?.message).toContain(
      'only 1 of 3 registered people are there with a role in admin. Ask',
    )
    expect(refused(3, { roles: ['reviewer', 'admin'] })?.errors?.[0]?.message).toContain(
      'with a role in reviewer, admin.',
    )
  })

  it('naming the separate approver where only that stands in the way', () => {
    const separate = { separate_approver: true, on_behalf_of: 'person_rita' } as const
    expect(refused(1, separate)).toBeUndefined()
    expect(refused(2, separate)?.errors).toEqual([
      {
        field: 'separate_approver',
        message:
          'needs 2 approvals, but only 1 of 3 registered people are there with the right to decide it, leaving out whoever it is asked for (separate_approver). Ask for less, or have an admin add people.',
      },
    ])
    expect(refused(3, separate)?.errors?.[0]?.field).toBe('quorum.approvals_required')
    expect(refused(4, { requested_by: 'person_rita' })?.errors?.[0]?.field).toBe('quorum.approvals_required')
  })

  it('where it names a role that never decides', () => {
    for (const role of ['agent', 'viewer'] as const)
      expect(refused(1, { roles: ['reviewer', role] })?.errors).toEqual([
        { field: 'quorum.roles', message: `${role} may never decide. Name reviewer, admin or member.` },
      ])
    expect(refused(1, { roles: ['agent', 'viewer'] })?.detail).toContain('agent and viewer may never decide')
  })
})

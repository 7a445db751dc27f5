import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvaluatedContext, Guideline, GuidelineAction, TaskContext } from '../../contracts/guideline.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contracts/settings.ts'
import type { Reversibility } from '../../contracts/tool.ts'
import type { ArgumentOrigin, ToolCall } from '../../contracts/tool-call.ts'
import { compileGuidelines, evaluate, staticGuidelines } from '../guardrails/guardrails.ts'
import type { CallClassification } from '../permissions/permissions.ts'
import {
  inRollout,
  isStandingReason,
  type ReleaseContext,
  RISK_REASON,
  releaseCall,
  releaseProposal,
  STANDING_REASON,
} from './release-call.ts'

const now = '2026-03-01T12:00:00.000Z'

interface Facts {
  readonly tool?: string
  readonly reversibility?: Reversibility
  readonly openWorld?: boolean
  readonly declared?: boolean
  readonly claimed?: boolean
  readonly origins?: readonly ArgumentOrigin[]
  readonly guardrails?: EvaluatedContext
  readonly task?: TaskContext
  readonly settings?: Partial<Settings>
  readonly more?: Partial<ReleaseContext>
}

const saidPath: ArgumentOrigin = { pointer: '/path', value: 'logs/a', meaning: 'path', source: 'person' }

function toolCall({ tool = 'move_file', reversibility = 'reversible', ...facts }: Facts): ToolCall {
  const origins = facts.origins ?? [saidPath]
  return {
    call_id: 'call_1',
    tool,
    arguments: Object.fromEntries(origins.map(({ pointer, value }) => [pointer.slice(1), value])),
    description: '',
    annotations: annotationsOf(reversibility, facts.openWorld),
    reversibility,
    claimed: facts.claimed ?? false,
    definition_hash: 'h',
    digest: 'd',
    origins: [...origins],
  }
}

function annotationsOf(reversibility: Reversibility, openWorld = false) {
  return {
    read_only: reversibility === 'read_only',
    idempotent: false,
    destructive: false,
    open_world: openWorld,
  }
}

function contextOf({ reversibility = 'reversible', ...facts }: Facts): ReleaseContext {
  const task: TaskContext = { agent: 'reasoning', tool: facts.tool ?? 'move_file', now, ...facts.task }
  return {
    guardrails: facts.guardrails ?? evaluate(staticGuidelines(), task),
    task,
    settings: { ...DEFAULT_SETTINGS, ...facts.settings },
    effective: {
      annotations: annotationsOf(reversibility, facts.openWorld),
      reversibility,
      declared: facts.declared ?? true,
    },
    session_id: 'ses_1',
    conditions: [],
    ...facts.more,
  }
}

const release = (facts: Facts) => releaseCall(toolCall(facts), contextOf(facts))

function guideline(id: string, action: GuidelineAction, fields: Partial<Guideline> = {}): Guideline {
  return {
    id,
    name: id,
    description: '',
    enabled: true,
    category: 'custom',
    priority: 100,
    condition: {},
    action,
    metadata: {},
    version: 1,
    created_at: now,
    updated_at: now,
    created_by: 'person_1',
    ...fields,
  }
}

function guarded(...guidelines: readonly Guideline[]): EvaluatedContext {
  return evaluate(compileGuidelines(guidelines), { agent: 'reasoning', tool: 'move_file', now })
}

const deny = guideline('deny', { type: 'tool_restriction', tools_denied: ['move_*'] })
const gate = guideline('gate', { type: 'hitl_gate', gate_type: 'tool_approval' })
const waits = {
  outcome: 'held',
  why_held: [STANDING_REASON],
  gate: { type: 'tool_approval', threshold: 'mandatory' },
}
const rule = guideline(
  'rule',
  { type: 'release', expires_at: '2026-03-20T00:00:00.000Z' },
  { condition: { tools: ['move_file'] } },
)

describe('the class that a reviewer gave to a call', () => {
  const classed = (kind: CallClassification['class'], staysHere = true) => ({
    classed: { class: kind, permission_ids: ['p'], staysHere },
  })
  const shell = { reversibility: 'irreversible', openWorld: true, origins: [] } as const

  it('lowers what its tool could do: a read passes, a write waits for a rule of a person', () => {
    expect(release(shell).outcome).toBe('held')
    const read = release({ ...shell, more: classed('read_only') })
    expect(read).toEqual({ outcome: 'released', basis: 'policy', permission_ids: ['p'] })
    for (const kind of ['reversible', 'contained'] as const)
      expect(release({ ...shell, more: classed(kind) })).toMatchObject({ why_held: [STANDING_REASON] })
    expect(release({ ...shell, more: classed('accepted_risk') })).toMatchObject({ why_held: [RISK_REASON] })
  })

  it('lets a write run where a person said so for the class, and never one of a tool that nobody declared', () => {
    const letsRun = {
      classed: { class: 'contained', permission_ids: ['p'], staysHere: true, letsRun: true },
    } as const
    const released = { outcome: 'released', basis: 'rule', permission_ids: ['p'] }
    expect(release({ ...shell, more: letsRun })).toEqual(released)
    expect(release({ ...shell, declared: false, more: letsRun }).outcome).toBe('held')
  })

  it('lifts no claim, no secret, no condition, no provenance, and nothing of a call that may leave', () => {
    const more = classed('contained')
    const secret = { ...toolCall(shell), arguments: { key: { $secret: 'A' } } }
    expect(releaseCall(secret, contextOf({ ...shell, more: classed('read_only') })).outcome).toBe('held')
    const cases: readonly Facts[] = [
      { ...shell, declared: false, more: classed('read_only') },
      { ...shell, claimed: true, more: classed('read_only') },
      { ...shell, more: { ...more, conditions: ['Touch nothing.'] } },
      {
        ...shell,
        origins: [{ pointer: '/to', value: 'a@b.example', meaning: 'recipient', source: 'unknown' }],
        more,
      },
      {
        ...shell,
        origins: [{ pointer: '/a', value: 'b', source: 'unknown' }],
        more: classed('read_only', false),
      },
    ]
    for (const facts of cases) {
      const verdict = release(facts)
      expect(verdict.outcome).toBe('held')
      if (verdict.outcome === 'held') expect(verdict.why_held.every(why => !isStandingReason(why))).toBe(true)
    }
  })
})

describe('the release rule, in its order', () => {
  it('1: denies what a guideline denies, before anything else', () => {
    const outcome = release({ guardrails: guarded(deny, gate, rule), reversibility: 'irreversible' })
    expect(outcome).toMatchObject({ outcome: 'denied', rule_id: 'deny' })
  })

  it.each<[string, Facts, string]>([
    ['a guideline gates', { guardrails: guarded(gate) }, 'guardrail'],
    ['cannot be taken back', { reversibility: 'irreversible' }, 'reversibility'],
    ['only others can take back', { reversibility: 'externally_reversible' }, 'reversibility'],
    ['nobody has declared', { declared: false }, 'policy'],
    ['is only claimed', { claimed: true }, 'policy'],
    [
      'goes to a recipient nobody named',
      { origins: [{ pointer: '/to', value: 'x@evil.example', meaning: 'recipient', source: 'untrusted' }] },
      'provenance',
    ],
    [
      'goes to a host nobody named',
      { origins: [{ pointer: '/url', value: 'evil.example', meaning: 'host', source: 'unknown' }] },
      'provenance',
    ],
    [
      'reaches outside the workspace',
      { origins: [{ pointer: '/path', value: '/etc/passwd', meaning: 'path', source: 'unknown' }] },
      'provenance',
    ],
    [
      'has a value of a meaning that is not known',
      { origins: [{ pointer: '/x', value: 'y', meaning: 'wallet', source: 'unknown' }] },
      'provenance',
    ],
    ['touches a path that climbs', { task: { paths: ['logs/../etc'] } }, 'provenance'],
    ['falls under a condition of its run', { more: { conditions: ['touch nothing critical'] } }, 'condition'],
    ['writes where the intent is not approved', { more: { unapproved_work_item: 'P01' } }, 'policy'],
    [
      'was not understood whole',
      { more: { doubts: [{ source: 'confidence', text: 'Not taken in: “red”.' }] } },
      'confidence',
    ],
    ['its own agent reported to be unsure of', { more: { concerns: ['40 of 100'] } }, 'confidence'],
  ])('2: holds a call that %s, however confident', (_title, facts, source) => {
    const outcome = release({ ...facts, more: { confidence: 1, ...facts.more } })
    expect(outcome).toMatchObject({
      outcome: 'held',
      why_held: [{ source }],
      gate: { type: 'tool_approval' },
    })
  })

  it('2: lets a path outside the workspace pass when the person named it', () => {
    const origins: readonly ArgumentOrigin[] = [{ ...saidPath, value: '/data/logs' }]
    expect(release({ origins })).toEqual(waits)
  })

  it('2: holds a call whose values were never traced', () => {
    const { origins: _untraced, ...call } = toolCall({})
    expect(releaseCall(call, contextOf({ more: { confidence: 1 } }))).toMatchObject({
      outcome: 'held',
      why_held: [{ source: 'provenance' }],
    })
  })

  it('2: gives every reason, not only the first', () => {
    const outcome = release({ guardrails: guarded(gate), reversibility: 'irreversible', claimed: true })
    expect(outcome).toMatchObject({
      why_held: [{ source: 'guardrail', rule_id: 'gate' }, { source: 'policy' }],
    })
  })

  it.each<[string, Partial<Settings>]>([
    ['at autonomy level 1', { autonomy_level: 1 }],
    ['with gates switched off', { flags: { ...DEFAULT_SETTINGS.flags, approval_gates_enabled: false } }],
    ['outside the rollout', { rollout_percent: 0 }],
  ])('3: only suggests %s, reads and confident calls too', (_title, settings) => {
    expect(release({ settings, reversibility: 'read_only' }).outcome).toBe('suggested')
    expect(release({ settings, guardrails: guarded(rule) }).outcome).toBe('suggested')
    expect(release({ settings, reversibility: 'irreversible' }).outcome).toBe('held')
  })

  it('4: releases reads of the closed world and writes to the session’s own, without confidence', () => {
    const released = { outcome: 'released', basis: 'policy' }
    expect(release({ reversibility: 'read_only' })).toEqual(released)
    expect(release({ more: { own_writes: true } })).toEqual(released)
    expect(release({ more: { own_writes: true }, reversibility: 'irreversible' }).outcome).toBe('held')
  })

  it('4: releases reads of the open world only with values that somebody trusted named', () => {
    const query = (source: ArgumentOrigin['source']): Facts => ({
      reversibility: 'read_only',
      openWorld: true,
      origins: [
        { pointer: '/url', value: 'docs.example', meaning: 'host', source: 'person' },
        { pointer: '/query', value: 'secret text', meaning: 'text', source },
      ],
    })
    expect(release(query('trusted'))).toEqual({ outcome: 'released', basis: 'policy' })
    expect(release(query('untrusted'))).toMatchObject({
      outcome: 'held',
      why_held: [{ source: 'provenance' }],
    })
    expect(release(query('unknown')).outcome).toBe('held')
  })

  it.each([
    1,
    0.85,
    0.55,
    undefined,
    Number.NaN,
    1.5,
  ])('5: holds a reversible write whatever its score: %s', confidence => {
    expect(release({ more: confidence === undefined ? {} : { confidence } })).toEqual(waits)
  })

  it.each([0.5499, 0])('5: only suggests it at a confidence of %s', confidence => {
    expect(release({ more: { confidence } }).outcome).toBe('suggested')
    expect(release({ guardrails: guarded(rule), more: { confidence } }).outcome).toBe('suggested')
  })

  it('5: releases it by a person’s rule', () => {
    expect(release({ guardrails: guarded(rule) })).toEqual({
      outcome: 'released',
      basis: 'rule',
      rule_id: 'rule',
    })
  })

  it('2: holds a call that is given a stored secret, however harmless it is and however sure the agent', () => {
    const facts: Facts = { reversibility: 'read_only', more: { confidence: 1 } }
    const call = toolCall(facts)
    expect(releaseCall(call, contextOf(facts)).outcome).toBe('released')
    const named = { ...call, arguments: { ...call.arguments, key: { $secret: 'API' } } }
    expect(releaseCall(named, contextOf(facts))).toMatchObject({
      outcome: 'held',
      why_held: expect.arrayContaining([{ source: 'policy', text: 'It is given the stored secret API.' }]),
    })
  })

  it('5: keeps nothing back by a score that is not to be counted', () => {
    const flags = { ...DEFAULT_SETTINGS.flags, graded_confidence_enabled: false }
    expect(release({ settings: { flags }, more: { confidence: 0.1 } })).toEqual(waits)
  })

  it('tells the standing reason from every other', () => {
    expect(isStandingReason(STANDING_REASON)).toBe(true)
    expect(isStandingReason({ source: 'policy', text: 'It is given the stored secret API.' })).toBe(false)
    expect(isStandingReason({ ...STANDING_REASON, source: 'condition' })).toBe(false)
  })
})

describe('guidelines in the release rule', () => {
  it('merge into one gate with the strictest terms', () => {
    const many = guarded(
      guideline('advice', { type: 'hitl_gate', gate_type: 'design_review', gate_threshold: 'advisory' }),
      guideline('two', {
        type: 'hitl_gate',
        gate_type: 'code_review',
        quorum: 2,
        roles: ['admin', 'reviewer'],
        ttl_seconds: 600,
      }),
      guideline('three', { type: 'hitl_gate', gate_type: 'code_review', quorum: 3, roles: ['reviewer'] }),
      guideline('other', {
        type: 'hitl_gate',
        gate_type: 'code_review',
        separate_approver: true,
        ttl_seconds: 60,
      }),
    )
    expect(release({ guardrails: many })).toMatchObject({
      gate: {
        type: 'code_review',
        threshold: 'mandatory',
        quorum: 3,
        roles: ['reviewer'],
        separate_approver: true,
        ttl_seconds: 60,
      },
    })
  })

  it('leave roles that exclude each other to admins', () => {
    const roles = (id: string, role: 'member' | 'reviewer') =>
      guideline(id, { type: 'hitl_gate', gate_type: 'tool_approval', roles: [role] })
    expect(release({ guardrails: guarded(roles('a', 'member'), roles('b', 'reviewer')) })).toMatchObject({
      gate: { roles: ['admin'] },
    })
  })

  it('keep an advisory gate advisory only while nothing else holds the call', () => {
    const advice = guarded(
      guideline('advice', { type: 'hitl_gate', gate_type: 'complex_operation', gate_threshold: 'advisory' }),
    )
    expect(release({ guardrails: advice })).toMatchObject({
      gate: { type: 'complex_operation', threshold: 'advisory' },
    })
    expect(release({ guardrails: advice, reversibility: 'irreversible' })).toMatchObject({
      gate: { type: 'tool_approval', threshold: 'mandatory' },
    })
  })

  it('hold the call when one of them cannot be evaluated', () => {
    const broken = guideline('broken', { type: 'telemetry' }, { condition: { custom: '1 / 0 == 1' } })
    expect(release({ guardrails: guarded(broken), more: { confidence: 1 } })).toMatchObject({
      outcome: 'held',
      why_held: [{ source: 'guardrail', rule_id: 'broken' }],
    })
  })

  it('hold a call that breaks a constraint', () => {
    const paths = Array.from({ length: 11 }, (_, index) => `src/${index}.ts`)
    const commit = (task: TaskContext, more: Partial<ReleaseContext> = {}) =>
      release({ task: { action: 'commit', ...task }, more: { tests_passed: true, ...more } })
    expect(commit({ paths: paths.slice(1) })).toEqual(waits)
    expect(commit({ paths })).toMatchObject({ why_held: [{ rule_id: 'context-constraint-commit-size' }] })
    expect(commit({ paths: ['a'] }, { tests_passed: false })).not.toEqual(waits)
    expect(release({ task: { action: 'merge' } })).toMatchObject({
      why_held: [{ rule_id: 'context-constraint-review-required' }],
    })
  })

  it('do not demand passing tests before the work is finished', () => {
    const implement = { action: 'implement', paths: ['src/a.ts'] }
    expect(release({ task: implement })).toEqual(waits)
    expect(release({ task: { ...implement, event: 'commit' } })).not.toEqual(waits)
  })

  it.each<[number | undefined, string]>([
    [89, 'held'],
    [90, 'released'],
    [91, 'released'],
    [undefined, 'held'],
  ])('ask below the reported confidence of 90: at %s the call is %s', (reported, outcome) => {
    const more = { own_writes: true, ...(reported !== undefined && { reported_confidence: reported }) }
    expect(release({ task: { event: 'task_completion' }, more }).outcome).toBe(outcome)
  })
})

describe('a gate on the agent’s own report', () => {
  const onReport = (fields: Partial<GuidelineAction>) =>
    guarded(guideline('sure', { type: 'hitl_gate', gate_type: 'confidence_threshold', ...fields }))
  const conditional = onReport({ gate_threshold: 'conditional' })
  const outcomeOf = (guardrails: EvaluatedContext, report = {}, reported = 99) => {
    const confidence_report = { ...DEFAULT_SETTINGS.confidence_report, ...report }
    const more = { own_writes: true, reported_confidence: reported }
    return release({ guardrails, settings: { confidence_report }, more }).outcome
  }

  it('opens below its threshold while reports are looked at', () => {
    expect(outcomeOf(conditional)).toBe('released')
    expect(outcomeOf(conditional, {}, 10)).toBe('held')
    expect(outcomeOf(conditional, { enabled: false }, 10)).toBe('released')
    expect(outcomeOf(conditional, { auto_escalate: false }, 10)).toBe('released')
  })

  it('opens whatever is reported where it is mandatory, and so does every other gate', () => {
    expect(outcomeOf(onReport({ gate_threshold: 'mandatory' }))).toBe('held')
    const other = onReport({ gate_type: 'tool_approval', gate_threshold: 'conditional' })
    expect(outcomeOf(other, { enabled: false })).toBe('held')
  })
})

describe('a read', () => {
  const read: Facts = { reversibility: 'read_only' }

  it('is held by no constraint on changes and by no condition of the run', () => {
    const review = guarded(guideline('review', { type: 'constraint', require_review: true }))
    expect(release({ guardrails: review })).toMatchObject({
      outcome: 'held',
      why_held: [{ rule_id: 'review' }],
    })
    expect(release({ ...read, guardrails: review }).outcome).toBe('released')
    expect(release({ ...read, more: { conditions: ['careful'] } }).outcome).toBe('released')
  })

  it.each<[string, ArgumentOrigin]>([
    ['an absolute path', { ...saidPath, value: '/data/a.txt', source: 'unknown' }],
    ['a customer', { pointer: '/customer', value: 'C-7', meaning: 'account', source: 'unknown' }],
    [
      'an address',
      { pointer: '/email', value: 'ana@example.org', meaning: 'recipient', source: 'untrusted' },
    ],
  ])('of the closed world passes with %s that nobody named; a write and an outside read do not', (_title, origin) => {
    const origins = [origin]
    expect(release({ ...read, origins })).toEqual({ outcome: 'released', basis: 'policy' })
    for (const facts of [
      { origins },
      { ...read, openWorld: true, origins },
      { ...read, claimed: true, origins },
    ]) {
      expect(release({ ...facts, guardrails: guarded(rule) }).outcome).toBe('held')
    }
  })

  it('is one only where both of its declarations say so', () => {
    const annotated = { effective: { annotations: annotationsOf('read_only'), reversibility: 'reversible' } }
    const called = { effective: { annotations: annotationsOf('reversible'), reversibility: 'read_only' } }
    for (const { effective } of [annotated, called]) {
      const more = { effective: { ...effective, declared: true } } as Partial<ReleaseContext>
      expect(release({ more }).outcome).toBe('held')
    }
  })
})

describe('a release rule of a person', () => {
  it('lifts a plain gate of no higher priority, and no other', () => {
    const strong = { ...gate, priority: 950 }
    const twoPeople = guideline('two', { type: 'hitl_gate', gate_type: 'tool_approval', quorum: 2 })
    expect(release({ guardrails: guarded(rule, gate) }).outcome).toBe('released')
    expect(release({ guardrails: guarded(rule, strong) }).outcome).toBe('held')
    expect(release({ guardrails: guarded(rule, twoPeople) }).outcome).toBe('held')
  })

  it.each<[string, Facts]>([
    ['an irreversible call', { reversibility: 'irreversible' }],
    ['what only others can take back', { reversibility: 'externally_reversible' }],
    ['a claimed call', { claimed: true }],
    ['a provenance-held call', { origins: [{ ...saidPath, meaning: 'recipient', source: 'unknown' }] }],
    ['a call under a condition', { more: { conditions: ['careful'] } }],
    ['a reading in part', { more: { doubts: [{ source: 'confidence', text: 'Not taken in: “red”.' }] } }],
  ])('never releases %s', (_title, facts) => {
    expect(release({ ...facts, guardrails: guarded(rule) }).outcome).toBe('held')
  })

  it.each<[string, Partial<GuidelineAction>]>([
    ['certain roles', { roles: ['admin'] }],
    ['somebody else than whoever asks', { separate_approver: true }],
    ['a passkey at that moment', { fresh_passkey: true }],
  ])('lifts no gate that asks for %s', (_title, terms) => {
    const strict = guideline('strict', { type: 'hitl_gate', gate_type: 'tool_approval', ...terms })
    expect(release({ guardrails: guarded(rule, strict) })).toMatchObject({ outcome: 'held', gate: terms })
  })

  it('is the basis only where it lifted something', () => {
    const harmless = { more: { own_writes: true } }
    expect(release({ ...harmless, guardrails: guarded(rule) })).toEqual({
      outcome: 'released',
      basis: 'policy',
    })
    const gated = { ...harmless, guardrails: guarded(rule, gate) }
    expect(release(gated)).toMatchObject({ outcome: 'released', basis: 'rule' })
  })

  it('gives no stored secret away', () => {
    const named: ArgumentOrigin = { ...saidPath, pointer: '/key/$secret', value: 'API', meaning: 'text' }
    const call = {
      ...toolCall({ origins: [saidPath, named] }),
      arguments: { path: 'logs/a', key: { $secret: 'API' } },
    }
    expect(releaseCall(call, contextOf({ guardrails: guarded(rule) })).outcome).toBe('held')
  })

  it('does not lift low confidence or autonomy level 1', () => {
    expect(release({ guardrails: guarded(rule), more: { confidence: 0.2 } }).outcome).toBe('suggested')
    expect(release({ guardrails: guarded(rule), settings: { autonomy_level: 1 } }).outcome).toBe('suggested')
  })
})

const DANGER = { released: 0, suggested: 1, held: 2, denied: 3 } as const
const reversibility = fc.constantFrom<Reversibility>(
  'read_only',
  'reversible',
  'externally_reversible',
  'irreversible',
)
const source = fc.constantFrom<ArgumentOrigin['source']>('person', 'trusted', 'untrusted', 'unknown')
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    reversibility,
    openWorld: fc.boolean(),
    declared: fc.boolean(),
    claimed: fc.boolean(),
    source,
    meaning: fc.constantFrom('text', 'path', 'host', 'recipient', 'amount'),
    guidelines: fc.subarray([deny, gate, rule, { ...rule, id: 'strong', priority: 1000 }]),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    level: fc.constantFrom(1, 2),
    own: fc.boolean(),
    conditions: fc.subarray(['careful']),
  })
  .map(given => ({
    ...given,
    origins: [{ pointer: '/x', value: 'value', meaning: given.meaning, source: given.source }],
    guardrails: guarded(...given.guidelines),
    settings: { autonomy_level: given.level },
    more: {
      own_writes: given.own,
      conditions: given.conditions,
      ...(given.confidence !== undefined && { confidence: given.confidence }),
    },
  }))

const isTrusted = (facts: Facts) =>
  facts.origins?.every(({ source: from }) => from === 'person' || from === 'trusted')

describe('for any call and context', () => {
  it('nothing irreversible, claimed, undeclared or denied is released, whatever the confidence and rules', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const isForbidden =
          facts.reversibility === 'irreversible' ||
          facts.claimed === true ||
          facts.declared === false ||
          facts.guardrails?.denied_by.length !== 0
        if (isForbidden) expect(release(facts).outcome).not.toBe('released')
        if (facts.guardrails?.denied_by.length !== 0) expect(release(facts).outcome).toBe('denied')
      }),
      { numRuns: 500 },
    )
  })

  it('no recipient and no outside read is released on values nobody trusted named', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const meaning = facts.origins?.[0]?.meaning
        const isRead = facts.reversibility === 'read_only'
        const isRecipient = !isRead && (meaning === 'host' || meaning === 'recipient')
        const isOutsideRead = facts.openWorld === true && isRead
        if (!isTrusted(facts) && (isRecipient || isOutsideRead)) {
          expect(release(facts).outcome).not.toBe('released')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('no score releases what would not be released without one', () => {
    fc.assert(
      fc.property(anyFacts, fc.double({ min: 0, max: 1, noNaN: true }), (facts, confidence) => {
        const { confidence: _unused, ...unscored } = facts.more ?? {}
        if (release({ ...facts, more: { ...unscored, confidence } }).outcome !== 'released') return
        expect(release({ ...facts, more: unscored }).outcome).toBe('released')
      }),
      { numRuns: 500 },
    )
  })

  it('a write is released by a rule or as the session’s own alone', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const verdict = release(facts)
        if (verdict.outcome !== 'released' || facts.reversibility === 'read_only') return
        expect(facts.reversibility).toBe('reversible')
        expect(verdict.basis === 'rule' || facts.more?.own_writes === true).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('one more gate, condition or lost declaration never releases more', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const before = DANGER[release(facts).outcome]
        const stricter: readonly Facts[] = [
          { ...facts, declared: false },
          { ...facts, claimed: true },
          { ...facts, reversibility: 'irreversible' },
          { ...facts, more: { ...facts.more, unapproved_work_item: 'P01' } },
          { ...facts, settings: { autonomy_level: 1 } },
        ]
        for (const next of stricter) {
          if (release(next).outcome === 'released') expect(before).toBe(0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('a proposal is as dangerous as its most dangerous call, in any order', () => {
    fc.assert(
      fc.property(fc.array(anyFacts, { minLength: 1, maxLength: 4 }), list => {
        const calls = list.map(facts => ({ call: toolCall(facts), context: contextOf(facts) }))
        const worst = Math.max(...list.map(facts => DANGER[release(facts).outcome]))
        expect(DANGER[releaseProposal(calls).outcome]).toBe(worst)
        expect(DANGER[releaseProposal(calls.toReversed()).outcome]).toBe(worst)
      }),
    )
  })
})

describe('a proposal', () => {
  it('of no calls releases nothing', () => {
    expect(releaseProposal([]).outcome).toBe('suggested')
  })

  it('is suggested with the reason of the first call that may not run', () => {
    const facts: readonly Facts[] = [{ reversibility: 'read_only' }, { more: { confidence: 0.1 } }]
    const calls = facts.map(entry => ({ call: toolCall(entry), context: contextOf(entry) }))
    expect(releaseProposal(calls)).toMatchObject({
      outcome: 'suggested',
      why: 'Confidence 0.10 is below 0.55.',
    })
  })

  it('names each reason once, and every rule that gives it', () => {
    const second = guideline('gate-too', { type: 'hitl_gate', gate_type: 'tool_approval' }, { name: 'gate' })
    const entry: Facts = { guardrails: guarded(gate, second) }
    const calls = [1, 2].map(() => ({ call: toolCall(entry), context: contextOf(entry) }))
    const held = releaseProposal(calls)
    if (held.outcome !== 'held') throw new TypeError('two gates hold it')
    expect(held.why_held.map(why => why.rule_id).toSorted()).toEqual(['gate', 'gate-too'])
    expect(held.gate).toStrictEqual({ type: 'tool_approval', threshold: 'mandatory' })
  })

  it('is released on the weakest basis of its calls', () => {
    const facts: readonly Facts[] = [{ reversibility: 'read_only' }, { guardrails: guarded(rule) }]
    const calls = facts.map(entry => ({ call: toolCall(entry), context: contextOf(entry) }))
    expect(releaseProposal(calls)).toMatchObject({ outcome: 'released', basis: 'rule' })
  })
})

describe('the rollout', () => {
  const sessions = Array.from({ length: 2000 }, (_, index) => `ses_${index}`)

  it('is nobody at 0 and everybody at 100', () => {
    expect(sessions.some(id => inRollout(id, 0))).toBe(false)
    expect(sessions.every(id => inRollout(id, 100))).toBe(true)
  })

  it('takes about its share, and keeps whom it has when it grows', () => {
    const at20 = sessions.filter(id => inRollout(id, 20))
    expect(at20.length / sessions.length).toBeCloseTo(0.2, 1)
    expect(at20.every(id => inRollout(id, 21))).toBe(true)
    expect(sessions.filter(id => inRollout(id, 20))).toEqual(at20)
  })
})

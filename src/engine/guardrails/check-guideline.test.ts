import { describe, expect, it } from 'vitest'
import { checkGuideline } from './check-guideline.ts'
import { defaultGuidelines } from './defaults.ts'

const nowMs = Date.parse('2026-03-01T12:00:00.000Z')
const instruction = { type: 'instruction', instruction: 'be careful' }
const gate = { type: 'hitl_gate', gate_type: 'tool_approval' }
const release = { type: 'release', expires_at: '2026-03-20T00:00:00.000Z' }

function body(fields: object): unknown {
  return { name: 'n', category: 'custom', condition: {}, action: instruction, ...fields }
}

function fieldsRefused(
  fields: object,
  people?: Parameters<typeof checkGuideline>[1]['people'],
): readonly string[] {
  const outcome = checkGuideline(body(fields), { nowMs, ...(people !== undefined && { people }) })
  return outcome.ok ? [] : outcome.errors.map(error => error.field)
}

describe('checking a guideline', () => {
  it('fills in the defaults', () => {
    const outcome = checkGuideline(body({}), { nowMs })
    expect(outcome).toMatchObject({ ok: true, guideline: { priority: 100, enabled: true, description: '' } })
  })

  it.each<[string, object, readonly string[]]>([
    ['no name', { name: undefined }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, ['name']],
    ['a description of 2,001 characters', { description: 'x'.repeat(2001) }, ['description']],
    ['a priority of 1,001', { priority: 1001 }, ['priority']],
    ['an unknown category', { category: 'path_restriction' }, ['category']],
    ['a misspelt condition', { condition: { path: ['a'] } }, ['condition.path']],
    ['a misspelt action', { action: { ...instruction, tool_denied: ['a'] } }, ['action.tool_denied']],
    ['a pattern that climbs', { condition: { paths: ['a', '../b'] } }, ['condition.paths.1']],
    ['a typo in an expression', { condition: { custom: 'agnt == "x"' } }, ['condition.custom']],
    ['a gate guideline that opens no gate', { category: 'hitl_gate' }, ['action.type']],
    ['a gate without its type', { action: { type: 'hitl_gate' } }, ['action.gate_type']],
    ['a gate only the engine opens', { action: { ...gate, gate_type: 'interview' } }, ['action.gate_type']],
    ['an empty restriction', { action: { type: 'tool_restriction' } }, ['action.tools_denied']],
    ['an empty constraint', { action: { type: 'constraint' } }, ['action.max_files']],
    ['an empty instruction', { action: { type: 'instruction', instruction: ' ' } }, ['action.instruction']],
    ['a quorum without a gate', { action: { ...instruction, quorum: 2 } }, ['action.quorum']],
    [
      'an end that is no release’s',
      { action: { ...gate, expires_at: release.expires_at } },
      ['action.expires_at'],
    ],
    ['a release without tools', { action: release }, ['condition.tools']],
    ['a release of everything', { condition: { tools: ['**'] }, action: release }, ['condition.tools']],
    [
      'a release that has ended',
      {
        condition: { tools: ['a'] },
        action: { ...release, expires_at: '2026-02-01T12:00:00.000Z' },
      },
      ['action.expires_at'],
    ],
    [
      'a release of another category',
      {
        category: 'security',
        condition: { tools: ['a'] },
        action: release,
      },
      ['category'],
    ],
    [
      'a release that denies',
      {
        condition: { tools: ['a'] },
        action: { ...release, tools_denied: ['b'] },
      },
      ['action.tools_denied'],
    ],
  ])('refuses %s and names the field', (_title, fields, expected) => {
    expect(fieldsRefused(fields)).toEqual(expected)
  })

  it('names the character of a typo', () => {
    const outcome = checkGuideline(body({ condition: { custom: 'agent = "x"' } }), { nowMs })
    expect(outcome).toMatchObject({ errors: [{ message: 'Unexpected character: = (at character 7).' }] })
  })

  it('takes a rule that lasts as long as its owner says, or until it is taken back', () => {
    const condition = { tools: ['send_*'] }
    for (const ends of [{ expires_at: '2031-03-31T12:00:00.000Z' }, {}])
      expect(fieldsRefused({ condition, action: { type: 'release', ...ends } })).toEqual([])
  })

  it('refuses a quorum that the registered people cannot meet', () => {
    const people = [{ role: 'admin' }, { role: 'reviewer' }, { role: 'member' }] as const
    expect(fieldsRefused({ action: { ...gate, quorum: 2 } }, people)).toEqual([])
    expect(fieldsRefused({ action: { ...gate, quorum: 3 } }, people)).toEqual(['action.quorum'])
    expect(fieldsRefused({ action: { ...gate, quorum: 2, roles: ['admin'] } }, people)).toEqual([
      'action.quorum',
    ])
    const gone = [{ role: 'admin' as const, disabled_at: 'x' }]
    expect(fieldsRefused({ action: { ...gate, roles: ['admin'] } }, gone)).toEqual(['action.roles'])
  })

  it('understands the older spellings', () => {
    const action = {
      action_type: 'hitl_gate',
      gate_type: 'test_review',
      quorum: { approvals_required: 2, roles: [] },
    }
    const outcome = checkGuideline(body({ action, id: 'ignored', condition: { agents: null } }), { nowMs })
    expect(outcome).toMatchObject({
      ok: true,
      guideline: { action: { type: 'hitl_gate', gate_type: 'test_failures', quorum: 2 } },
    })
  })

  it('refuses what is no object at all', () => {
    expect(checkGuideline('x', { nowMs }).ok).toBe(false)
    expect(checkGuideline(null, { nowMs }).ok).toBe(false)
  })

  it('accepts every default', () => {
    for (const guideline of defaultGuidelines('2026-01-01T00:00:00.000Z')) {
      expect(checkGuideline(guideline, { nowMs })).toMatchObject({ ok: true })
    }
  })
})

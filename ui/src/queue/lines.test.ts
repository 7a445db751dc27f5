import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { describe, expect, it } from 'vitest'
import { gateWith } from '../inbox/gate-fixture.ts'
import { groupOf, linesOf, nextLine } from './lines.ts'

const call = (args: ToolCall['arguments'], tool = 'write_file'): ToolCall => ({
  ...{ call_id: 'c', tool, arguments: args, description: '', reversibility: 'reversible', claimed: false },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  ...{ definition_hash: 'h', digest: 'd' },
})
const entry = (id: string, args: ToolCall['arguments'], tool?: string) => ({
  gate: gateWith({ gate_id: id, subject: { tool_calls: [call(args, tool)] } }),
  isGone: false,
  section: 'routine' as const,
})
const entries = [
  entry('a', { path: '1' }),
  entry('b', { path: '1' }, 'delete_file'),
  entry('c', { path: '2' }),
  entry('d', { path: '3' }),
]
const names = (lines: ReturnType<typeof linesOf>) =>
  lines.map(line => {
    if (line.kind === 'section') return `# ${line.section}`
    return line.kind === 'group' ? `×${line.entries.length}` : line.entry.gate.gate_id
  })
const plain = { isGrouped: false, isBySection: false, openGroups: new Set<string>() }
const grouped = { ...plain, isGrouped: true }

describe('groups', () => {
  it('hold what differs in its values only', () => {
    const of = (args: ToolCall['arguments'], tool?: string) => reviewTemplate(entry('x', args, tool).gate)
    expect(of({ path: 'a', content: '' })).toBe(of({ content: 'z', path: 'b' }))
    expect(of({ path: 'a' })).not.toBe(of({ path: 'a', mode: 'x' }))
    expect(of({ path: 'a' })).not.toBe(of({ path: 'a' }, 'delete_file'))
  })

  it('hold what was held for the same reasons, whatever paths those reasons name', () => {
    const held = (path: string, ...why_held: Gate['why_held']) =>
      reviewTemplate({ ...entry('x', { path }).gate, why_held })
    const rule = { source: 'guardrail' as const, rule_id: 'g1', text: 'Writes are looked at.' }
    const climbs = (path: string) => ({ source: 'provenance' as const, text: `The path ${path} climbs.` })
    expect(held('a', rule)).toBe(held('b', rule))
    expect(held('a', rule)).not.toBe(held('../b', rule, climbs('../b')))
    expect(held('../a', climbs('../a'))).toBe(held('../b', climbs('../b')))
  })

  it('stand where their first member stood, and open in place', () => {
    const closed = linesOf(entries, grouped)
    expect(names(closed)).toEqual(['×3', 'b'])
    const openGroups = new Set([groupOf(closed, 'd')?.key ?? ''])
    const open = linesOf(entries, { ...grouped, openGroups })
    expect(names(open)).toEqual(['×3', 'a', 'c', 'd', 'b'])
    expect(names(linesOf(entries, plain))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are one step for the keyboard while closed, and each of their members when open', () => {
    const closed = linesOf(entries, grouped)
    expect(nextLine(closed, undefined, 1)).toBe('a')
    expect(nextLine(closed, 'a', 1)).toBe('b')
    expect(nextLine(closed, 'd', 1)).toBe('b')
    expect(nextLine(closed, 'b', -1)).toBe('a')
    expect(nextLine(closed, 'b', 1)).toBeUndefined()
    const openGroups = new Set([groupOf(closed, 'a')?.key ?? ''])
    expect(nextLine(linesOf(entries, { ...grouped, openGroups }), 'a', 1)).toBe('c')
  })
})

describe('sections', () => {
  const inSections = entries.map((each, index) => ({
    ...each,
    section: (['routine', 'high_risk', 'expiring', 'routine'] as const)[index] ?? 'routine',
  }))
  const bySection = { ...grouped, isBySection: true }

  it('stand in the order of their urgency, under headings where there are several', () => {
    expect(names(linesOf(inSections, bySection))).toEqual([
      ...['# expiring', 'c', '# high_risk', 'b', '# routine', 'a', 'd'],
    ])
    expect(names(linesOf(entries, bySection))).toEqual(['×3', 'b'])
  })

  it('are passed over by the keyboard', () => {
    const lines = linesOf(inSections, bySection)
    expect([nextLine(lines, 'c', 1), nextLine(lines, 'a', -1)]).toEqual(['b', 'b'])
  })
})

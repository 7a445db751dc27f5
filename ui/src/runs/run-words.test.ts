import type { Step } from 'soulgate/contracts/step'
import { describe, expect, it } from 'vitest'
import {
  actorName,
  countText,
  goalOf,
  messageOf,
  stepMs,
  stepName,
  stripWidths,
  toolResultsOf,
} from './run-words.ts'

const at = '2026-01-01T00:00:00.000Z'
const step = (seq: number, facts: Partial<Step>): Step => ({
  ...{
    run_id: 'run_1',
    seq,
    name: 's',
    kind: 'tool',
    status: 'succeeded',
    input_digest: 'd',
    started_at: at,
  },
  ...facts,
})

describe('a run in words', () => {
  it('is named by its goal, its message or its kind', () => {
    expect(goalOf({ kind: 'reasoning', input: { goal: 'Tidy up' } })).toBe('Tidy up')
    expect(goalOf({ kind: 'chat', input: { message: 'Hello' } })).toBe('Hello')
    expect(goalOf({ kind: 'external', input: null })).toBe('A run of kind external')
    const input = { order: 'o1', urgent: true, lines: [1], note: '' }
    expect(goalOf({ kind: 'agent', agent: 'refunds', input })).toBe('refunds · order o1 · urgent true')
  })

  it('counts its calls where its own words do not', () => {
    const calls = (['succeeded', 'failed'] as const).map((status, at) => ({
      call_id: `call_${at}`,
      tool: 'send',
      status,
    }))
    expect(countText(calls)).toBe('1 of 2 calls succeeded.')
    expect(countText(calls, 'No such file.\n1 of 2 calls succeeded.')).toBe('')
    expect(countText(calls, 'No such file.')).toBe('1 of 2 calls succeeded.')
    expect(countText(calls.slice(0, 1))).toBe('')
  })

  it('counts an open wait up to now', () => {
    expect(stepMs(step(1, { kind: 'gate', status: 'started' }), Date.parse(at) + 5000)).toBe(5000)
    expect(stepMs(step(1, { status: 'succeeded' }), Date.parse(at) + 5000)).toBe(0)
  })

  it('names steps and actors for people', () => {
    expect(['tool:move_file', 'prevalidate:1', 'reason:2', 'now'].map(name => stepName({ name }))).toEqual([
      ...['move_file', 'prevalidate', 'reason:2', 'clock'],
    ])
    expect(['person_1', 'person_abcdefgh', 'agent:x'].map(id => actorName(id, 'person_1'))).toEqual([
      ...['you', 'person …cdefgh', 'x'],
    ])
  })

  it('keeps every step visible beside a wait of a day', () => {
    const widths = stripWidths(
      [step(1, { duration_ms: 3 }), step(2, { kind: 'gate', duration_ms: 86_400_000 })],
      0,
    )
    expect(widths[0]).toBeGreaterThan(10)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100)
  })

  it('reads results and message of a reasoning answer, and nothing of anything else', () => {
    const result = { call_id: 'c', tool_name: 'x', status: 'succeeded', input: {} }
    expect(toolResultsOf({ tool_results: [result, 'odd'] })).toEqual([result])
    expect(toolResultsOf('text')).toEqual([])
    expect(messageOf({ result: { message: 'Done' } })).toBe('Done')
  })
})

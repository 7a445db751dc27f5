import { describe, expect, it } from 'vitest'
import type { TaskContext } from '../../contracts/guideline.ts'
import { compileGuidelines, defaultGuidelines, evaluate, judgeTool } from './guardrails.ts'

const defaults = defaultGuidelines('2026-01-01T00:00:00.000Z')
const compiled = compileGuidelines(defaults)
const evaluateDefaults = (context: TaskContext) => evaluate(compiled, context)

describe('the defaults', () => {
  it('are the 17 known ids with their priorities', () => {
    expect(Object.fromEntries(defaults.map(({ id, priority }) => [id, priority]))).toEqual({
      'hitl-gate-intent-approval': 960,
      'hitl-gate-devops-invocation': 950,
      'hitl-gate-protected-path-commit': 950,
      'hitl-gate-contract-change': 950,
      'hitl-gate-destructive-workstation-op': 950,
      'cognitive-isolation-backend': 900,
      'cognitive-isolation-frontend': 900,
      'cognitive-isolation-orchestrator': 900,
      'cognitive-isolation-devops': 900,
      'confidence-threshold': 850,
      'hitl-gate-constraint-exception': 800,
      'tdd-protocol': 800,
      'context-constraint-commit-size': 700,
      'context-constraint-review-required': 700,
      'hitl-gate-design-review': 650,
      'hitl-gate-test-failures': 650,
      'hitl-gate-complex-operation': 650,
    })
  })

  it.each([
    'list_files',
    'read_file',
    'move_file',
    'write_file',
    'delete_file',
    'http_get',
  ])('say nothing about the built-in agents using %s on log files', tool => {
    for (const agent of ['reasoning', 'chat', 'planning', 'iteration', 'agent:reasoning']) {
      for (const action of [undefined, 'move', 'read', 'delete', 'summarise', 'plan']) {
        const result = evaluateDefaults({
          agent,
          tool,
          event: 'tool_call',
          paths: ['logs/app.log', 'archive/app.log'],
          ...(action !== undefined && { action }),
        })
        expect(result.matched_count).toBe(0)
        expect(judgeTool(result, tool).allowed).toBe(true)
      }
    }
  })

  it.each<[string, TaskContext]>([
    ['hitl-gate-intent-approval', { event: 'planning_complete' }],
    ['hitl-gate-intent-approval', { gate_type: 'intent_approval' }],
    ['hitl-gate-devops-invocation', { event: 'devops_invocation' }],
    ['hitl-gate-protected-path-commit', { event: 'commit', paths: ['contracts/a.json'] }],
    ['hitl-gate-protected-path-commit', { event: 'commit', paths: ['.claude/rules/x.md'] }],
    ['hitl-gate-contract-change', { event: 'contract_change', paths: ['contracts/versions/v1/a.json'] }],
    ['hitl-gate-destructive-workstation-op', { event: 'destructive_op' }],
    ['confidence-threshold', { event: 'task_completion' }],
    ['hitl-gate-constraint-exception', { event: 'constraint_violation' }],
    ['hitl-gate-design-review', { event: 'design_review_concerns' }],
    ['hitl-gate-test-failures', { event: 'test_failure_repeated' }],
    ['hitl-gate-test-failures', { gate_type: 'test_review' }],
    ['hitl-gate-complex-operation', { event: 'complex_operation' }],
  ])('ask for the gate of %s on %o', (id, context) => {
    expect(evaluateDefaults(context).hitl_gates.map(gate => gate.guideline_id)).toEqual([id])
  })

  it('leave developing agents the tools of a developer and deny the rest', () => {
    const result = evaluateDefaults({ agent: 'backend' })
    expect(result.combined_instruction).toContain('backend')
    for (const tool of ['Read', 'Grep', 'Glob', 'Bash', 'Write', 'Edit', 'move_file']) {
      expect(judgeTool(result, tool).allowed).toBe(true)
    }
    expect(judgeTool(result, 'send_money')).toMatchObject({
      allowed: false,
      rule_id: 'cognitive-isolation-backend',
    })
  })

  it('keep commits small and tested', () => {
    expect(evaluateDefaults({ action: 'commit' }).constraints).toMatchObject({
      max_files: 10,
      require_tests: true,
    })
    expect(evaluateDefaults({ action: 'merge' }).constraints).toMatchObject({ require_review: true })
    expect(evaluateDefaults({ action: 'refactor' }).constraints).toMatchObject({ require_tests: true })
  })
})

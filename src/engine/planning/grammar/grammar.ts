import type { GrammarReport, PatternSpec, PlanOutline, Roadmap, Violation } from '../../../contracts/plan.ts'
import type { PlanTool } from '../planning-tools.ts'
import { checkDependencies } from './check-dependencies.ts'
import { checkNodes, checkParents, checkPattern, checkRoot, checkTasks } from './check-structure.ts'
import { indexNodes } from './node-index.ts'
import { repairOutline } from './repair.ts'

export { repairOutline } from './repair.ts'

/**
 * The rules of a plan: one goal, everything below it in its place, at least one task, dependencies that end, and the
 * containers of its pattern. What can be repaired comes back repaired; what cannot says why. Linear in the nodes.
 */
export const grammarValidator: PlanTool<'grammar_validator'> = {
  name: 'grammar_validator',
  prerequisites: ['outline'],
  produces: ['validation_report'],
  asks_model: false,
  run: async ({ outline, pattern }) => {
    const report = validateOutline(asOutline(outline), pattern)
    const { violations } = report
    return {
      ok: true,
      confidence: report.confidence,
      explanations:
        violations.length === 0
          ? [`${outline.nodes.length} nodes keep every rule of the grammar.`]
          : [...new Set(violations.slice(0, 20).map(({ message }) => message))],
      data: report,
    }
  },
}

/** A roadmap is checked by the same rules as the outline from which it was made. */
function asOutline(given: PlanOutline | Roadmap): PlanOutline {
  if ('plan_context' in given) return given
  return {
    root_id: given.root_id,
    plan_context: {
      strategy_profile: { mode: 'hybrid' },
      assumptions: [],
      constraints: {},
    },
    nodes: given.nodes,
    ...(given.pattern === undefined ? {} : { pattern: given.pattern }),
  }
}

/** What is wrong with an outline, with a repaired one where that helps. */
export function validateOutline(outline: PlanOutline, pattern?: PatternSpec): GrammarReport {
  const meant = pattern === undefined ? outline : { ...outline, pattern }
  const violations = findViolations(meant)
  const fixes = [
    ...new Set(
      violations.flatMap(({ fix, node_id }) => (fix === undefined ? [] : [fixText(fix, node_id, meant)])),
    ),
  ]
  const valid = violations.length === 0
  const { outline: repaired, notes } = valid ? { outline: meant, notes: [] } : repairOutline(meant)
  return {
    valid,
    violations: [...violations],
    confidence: confidenceOf(violations, outline.nodes.length),
    suggested_fixes: fixes.slice(0, MAX_FIXES),
    ...(notes.length === 0 ? {} : { repaired_outline: repaired, repair_notes: [...notes] }),
  }
}

const MAX_FIXES = 50

function fixText(fix: string, nodeId: string | undefined, { nodes }: PlanOutline): string {
  const title = nodes.length > 2_000 ? nodeId : (nodes.find(({ id }) => id === nodeId)?.title ?? nodeId)
  return title === undefined ? fix : `“${title}”: ${fix}`
}

/** Every breach of a rule, in the order of the rules. */
function findViolations(outline: PlanOutline): readonly Violation[] {
  const { root_id: rootId, nodes } = outline
  const index = indexNodes(rootId, nodes)
  return [
    ...checkNodes(nodes),
    ...checkRoot(rootId, nodes, index),
    ...checkParents(rootId, nodes, index),
    ...checkTasks(nodes, index),
    ...checkDependencies(nodes, index),
    ...checkPattern(outline.pattern ?? outline.plan_context.pattern, rootId, nodes),
  ]
}

/** 1 without a breach; a fatal one leaves at most 0.3, the others weigh by their share of the nodes. */
function confidenceOf(violations: readonly Violation[], nodes: number): number {
  if (violations.length === 0) return 1
  const isFatal = violations.some(({ severity }) => severity === 'fatal')
  const share = Math.min(1, violations.length / Math.max(4, nodes))
  const value = (isFatal ? 0.3 : 0.85) * (1 - 0.6 * share)
  return Math.round(value * 1000) / 1000
}

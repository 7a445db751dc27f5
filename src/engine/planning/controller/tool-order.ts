import { SoulgateError } from '../../../base/errors.ts'
import type { PlanToolName } from '../../../contracts/plan.ts'
import type { PlanArtifact, PlanTools } from '../planning-tools.ts'

type Declared = {
  readonly prerequisites: readonly PlanArtifact[]
  readonly produces: readonly PlanArtifact[]
}
type DeclaredTools = { readonly [Name in PlanToolName]: Declared }

/**
 * The named tools, each after those that produce what it needs; in the given order where nothing else decides. Throws
 * `tool_order` when they need each other in a circle.
 */
export function orderTools(tools: DeclaredTools, names: readonly PlanToolName[]): readonly PlanToolName[] {
  const left = [...names]
  const ordered: PlanToolName[] = []
  while (left.length > 0) {
    const coming = new Set(left.flatMap(name => tools[name].produces))
    const next = left.findIndex(name => {
      const own = tools[name].produces
      return tools[name].prerequisites.every(needed => own.includes(needed) || !coming.has(needed))
    })
    const [name] = next < 0 ? [] : left.splice(next, 1)
    if (name === undefined) {
      throw new SoulgateError(
        'tool_order',
        `The planning tools ${left.join(', ')} need each other in a circle.`,
        {
          data: { tools: left },
        },
      )
    }
    ordered.push(name)
  }
  return ordered
}

/** What a tool needs that nothing has produced yet. */
export function missingFor(
  tools: DeclaredTools | PlanTools,
  name: PlanToolName,
  produced: ReadonlySet<PlanArtifact>,
): readonly PlanArtifact[] {
  return tools[name].prerequisites.filter(needed => !produced.has(needed))
}

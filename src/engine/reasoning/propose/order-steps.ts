import type { ChosenTool } from './choose-tools.ts'
import type { ProposableTool } from './proposal.ts'
import { prepareTools } from './tool-index.ts'

/**
 * Puts steps in an order in which every tool's prerequisites are produced before it runs, otherwise as asked. A
 * step that produces a needed fact is added when a tool for it exists and neither a step nor the context gives it.
 */
export function orderByFacts(
  steps: readonly ChosenTool[],
  tools: readonly ProposableTool[],
  context: Readonly<Record<string, unknown>>,
): readonly ChosenTool[] {
  const toolsByName = new Map(tools.map(tool => [tool.name, tool]))
  const ordered: ChosenTool[] = []
  const known = new Set(Object.keys(context))
  const place = (step: ChosenTool, waiting: ReadonlySet<string>): void => {
    if (ordered.includes(step) || waiting.has(step.tool.name)) return
    for (const fact of toolsByName.get(step.tool.name)?.prerequisites ?? []) {
      if (known.has(fact)) continue
      const producer =
        steps.find(other => produces(toolsByName.get(other.tool.name), fact)) ??
        addProducer(fact, step, tools)
      if (producer !== undefined) place(producer, new Set([...waiting, step.tool.name]))
    }
    ordered.push(step)
    for (const fact of toolsByName.get(step.tool.name)?.produces ?? []) known.add(fact)
  }
  for (const step of steps) place(step, new Set())
  return ordered
}

function produces(tool: ProposableTool | undefined, fact: string): boolean {
  return tool?.produces?.includes(fact) === true
}

function addProducer(
  fact: string,
  step: ChosenTool,
  tools: readonly ProposableTool[],
): ChosenTool | undefined {
  const position = tools.findIndex(tool => produces(tool, fact))
  const indexed = prepareTools(tools).tools[position]
  return indexed === undefined ? undefined : { ...step, tool: indexed.tool, indexed }
}

import type { JsonObject } from '../../contracts/json-value.ts'
import type { Tool } from '../../contracts/tool.ts'
import { validateArguments } from '../tools/tools.ts'
import type { MissingForCall, ProposableTool, Proposal } from './propose/propose.ts'

/**
 * Takes out what a tool's schema refuses: an argument that does not fit is as good as none, so a required one is
 * missing from here on and an optional one is left out, which the risks say.
 */
export function fitArguments(proposal: Proposal, tools: readonly ProposableTool[]): Proposal {
  const missing: MissingForCall[] = [...proposal.missing_arguments]
  const risks: string[] = []
  const calls = proposal.tool_calls.map(call => {
    const tool = tools.find(item => item.name === call.tool)
    if (tool === undefined) return call
    const args: Record<string, JsonObject[string]> = { ...call.arguments }
    for (const name of unfitNames(tool, call.arguments)) {
      const isRequired = requiredOf(tool).includes(name)
      const said = JSON.stringify(args[name])
      delete args[name]
      if (!isRequired) risks.push(`${name} of ${tool.name} is left out: ${said} does not fit it.`)
      else missing.push({ tool: tool.name, name, why: `${said} does not fit it` })
    }
    const absent = requiredOf(tool).filter(name => !(name in args) && !isListed(missing, call.tool, name))
    for (const name of absent) missing.push({ tool: tool.name, name, why: 'nothing in the goal tells it' })
    return { ...call, arguments: args }
  })
  return { ...proposal, tool_calls: calls, missing_arguments: missing, risks: [...proposal.risks, ...risks] }
}

function isListed(missing: readonly MissingForCall[], tool: string, name: string): boolean {
  return missing.some(item => item.tool === tool && item.name === name)
}

/** Arguments that are there and refused, by name. */
function unfitNames(tool: Pick<Tool, 'name' | 'input_schema'>, args: JsonObject): readonly string[] {
  const valid = validateArguments(tool, args)
  if (valid.ok) return []
  const named = valid.errors.map(error => Object.keys(args).find(name => isAbout(error.field, name)))
  return [...new Set(named)].filter(name => name !== undefined)
}

/** A field is the name itself, or a place inside it. */
function isAbout(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)
}

function requiredOf({ input_schema: schema }: Pick<Tool, 'input_schema'>): readonly string[] {
  return Array.isArray(schema.required) ? schema.required.filter(name => typeof name === 'string') : []
}

import type { GateType } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'

/** What a briefing is written from. Texts of agents are data: they are quoted, never followed. */
export interface BriefingFacts {
  readonly type: GateType
  readonly details: string
  readonly context: JsonObject
  readonly calls: readonly ToolCall[]
  readonly artifacts: readonly string[]
  /** Files of the work item as they stand, by their name: `design.md`, `user_stories.md`, `tasks.md`. */
  readonly files?: ReadonlyMap<string, string>
}

export interface WrittenBriefing {
  readonly details: string
  readonly constraint_info?: JsonObject
}

/** The summary of action of one gate: what is known of its kind first, what the agent says after. */
export function writeBriefing(facts: BriefingFacts): WrittenBriefing {
  const { type, context, calls, artifacts } = facts
  const constraint =
    type === 'constraint_exception'
      ? pick(context, ['task', 'constraint', 'required_change', 'limit', 'used'])
      : {}
  const lines = [
    ...(type === 'intent_approval' ? describeWorkItem(facts.files ?? new Map()) : []),
    ...describeFields(FIELDS[type] ?? [], context),
    ...calls.map(call => `Will run: ${call.tool} ${clip(JSON.stringify(call.arguments), 500)}`),
    ...(artifacts.length === 0
      ? []
      : [
          `Artifacts: ${artifacts.slice(0, 20).join(', ')}${artifacts.length > 20 ? ` and ${artifacts.length - 20} more` : ''}`,
        ]),
  ]
  return {
    details: [lines.join('\n'), facts.details].filter(part => part !== '').join('\n\n'),
    ...(Object.keys(constraint).length === 0 ? {} : { constraint_info: constraint }),
  }
}

type Field = readonly [key: string, label: string]

/** What people look for first at each kind of gate, by the name under which agents send it in `context`. */
const FIELDS: Partial<Readonly<Record<GateType, readonly Field[]>>> = {
  intent_approval: [
    ['epic', 'Epic'],
    ['hours', 'Hours estimated by the planner'],
  ],
  devops_invocation: [
    ['operation', 'Operation'],
    ['environment', 'Environment'],
    ['target', 'Target'],
    ['command', 'Command'],
  ],
  protected_path_commit: [
    ['paths', 'Protected paths'],
    ['branch', 'Branch'],
    ['message', 'Commit message'],
  ],
  contract_change: [
    ['paths', 'Contracts'],
    ['consumers', 'Consumers'],
    ['breaking', 'Breaking'],
  ],
  destructive_workstation_op: [
    ['command', 'Command'],
    ['paths', 'Paths'],
  ],
  design_review: [
    ['concerns', 'Concerns'],
    ['reviewer', 'Reviewer'],
  ],
  test_failures: [
    ['test', 'Failing test'],
    ['tests', 'Failing tests'],
    ['attempts', 'Attempts'],
    ['error', 'Last error'],
  ],
  complex_operation: [
    ['files', 'Files'],
    ['parts', 'Parts it crosses'],
    ['reason', 'Why it is complex'],
  ],
  constraint_exception: [
    ['task', 'Task'],
    ['constraint', 'Constraint'],
    ['limit', 'Limit'],
    ['used', 'Used'],
    ['required_change', 'Change needed'],
  ],
  prd_review: [
    ['document', 'Document'],
    ['changes', 'Changes'],
  ],
  code_review: [
    ['branch', 'Branch'],
    ['files', 'Files'],
    ['findings', 'Findings'],
  ],
  deployment_approval: [
    ['environment', 'Environment'],
    ['version', 'Version'],
    ['changes', 'Changes'],
  ],
}

function describeFields(fields: readonly Field[], context: JsonObject): readonly string[] {
  return fields.flatMap(([key, label]) => {
    const value = context[key]
    return value === undefined || value === null ? [] : [`${label}: ${describeValue(value)}`]
  })
}

function describeValue(value: JsonValue): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, 20).map(item => (typeof item === 'string' ? item : JSON.stringify(item)))
    const more = value.length > 20 ? ` and ${value.length - 20} more` : ''
    return clip(`${value.length}: ${shown.join('; ')}${more}`, 2000)
  }
  return clip(typeof value === 'string' ? value : JSON.stringify(value), 2000)
}

/** Epic, design in a sentence or two, and how many stories, tasks and hours; only what the files themselves say. */
function describeWorkItem(files: ReadonlyMap<string, string>): readonly string[] {
  const [design, stories, tasks] = [
    files.get('design.md'),
    files.get('user_stories.md'),
    files.get('tasks.md'),
  ]
  if (design === undefined && stories === undefined && tasks === undefined) return []
  const missing = ['design.md', 'user_stories.md', 'tasks.md'].filter(name => !files.has(name))
  const hours = tasks === undefined ? undefined : countHours(tasks)
  return [
    ...(design === undefined ? [] : [`Epic: ${titleOf(design)}`, `Design: ${firstParagraph(design)}`]),
    ...(stories === undefined ? [] : [`Stories: ${countStories(stories)}`]),
    ...(tasks === undefined ? [] : [`Tasks: ${countTasks(tasks)}`]),
    ...(hours === undefined ? [] : [`Hours: ${hours}`]),
    ...(missing.length === 0 ? [] : [`Not found: ${missing.join(', ')}`]),
  ]
}

function titleOf(text: string): string {
  return clip(/^#\s+(.+)$/m.exec(text)?.[1] ?? 'without a title', 200)
}

function firstParagraph(text: string): string {
  const paragraph = text
    .split(/\n\s*\n/)
    .map(part => part.trim())
    .find(part => part !== '' && !/^(#|---|\||```|<)/.test(part))
  return clip((paragraph ?? 'says nothing').replace(/\s+/g, ' '), 400)
}

function countStories(text: string): number {
  const headings = text.match(/^#{2,4}\s+.*\b(story|US[-\s]?\d+)\b.*$/gim) ?? []
  return headings.length > 0 ? headings.length : (text.match(/^\s*[-*]?\s*\**as an?\b/gim) ?? []).length
}

function countTasks(text: string): number {
  const boxes = text.match(/^\s*[-*]\s+\[[ xX]\]/gm) ?? []
  return boxes.length > 0 ? boxes.length : (text.match(/^(#{2,4}|[-*]|\|)\s*T\d+\b/gim) ?? []).length
}

function countHours(text: string): number | undefined {
  const found = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(?:h|hrs?|hours?)\b/gi)].map(match => Number(match[1]))
  return found.length === 0 ? undefined : Math.round(found.reduce((sum, each) => sum + each, 0) * 10) / 10
}

function pick(context: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap(key => (context[key] === undefined ? [] : [[key, context[key]]])))
}

function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = text.slice(0, length - 1)
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`
}

import type { GateType } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'

/** What a briefing is written from. Texts of agents are data: they are quoted, never followed. */
export interface BriefingFacts {
  readonly type: GateType
  readonly details: string
  /** What Soulgate itself has to say first. */
  readonly note?: string
  readonly context: JsonObject
  readonly calls: readonly ToolCall[]
  readonly artifacts: readonly string[]
  /** Files of the work item as they stand, by their name: `design.md`, `user_stories.md`, `tasks.md`. */
  readonly files?: ReadonlyMap<string, string>
  /** Names of files that were too long to be read whole. */
  readonly cut?: readonly string[]
}

export interface WrittenBriefing {
  readonly details: string
  readonly constraint_info?: JsonObject
  /** Something was left out: the gate cannot be approved before the rest was opened. */
  readonly truncated?: boolean
}

/** The summary of action of one gate: what is known of its kind first, what the agent says after. */
export function writeBriefing(facts: BriefingFacts): WrittenBriefing {
  const { type, context, calls, artifacts } = facts
  const constraint =
    type === 'constraint_exception'
      ? pick(context, ['task', 'constraint', 'required_change', 'limit', 'used'])
      : {}
  const item =
    type === 'intent_approval' ? describeWorkItem(facts.files ?? new Map(), facts.cut ?? []) : NO_ITEM
  const lines = [
    ...(facts.note === undefined ? [] : [facts.note]),
    ...item.counted,
    ...boxed(item.written),
    ...describeFields(FIELDS[type] ?? [], context),
    ...calls.map(call => `Will run: ${call.tool} ${clip(JSON.stringify(call.arguments), 500)}`),
    ...(artifacts.length === 0
      ? []
      : [
          `Artifacts: ${artifacts.slice(0, 20).join(', ')}${artifacts.length > 20 ? ` and ${artifacts.length - 20} more` : ''}`,
        ]),
  ]
  return {
    details: [
      lines.join('\n'),
      type === 'intent_approval' ? boxed([facts.details]).join('\n') : facts.details,
    ]
      .filter(part => part !== '')
      .join('\n\n'),
    ...(Object.keys(constraint).length === 0 ? {} : { constraint_info: constraint }),
    ...(item.isCut ? { truncated: true } : {}),
  }
}

/** What an agent wrote, marked line by line, so that none of it can pass for a word of Soulgate. */
function boxed(texts: readonly string[]): readonly string[] {
  const lines = texts.filter(text => text !== '').flatMap(text => text.split(/\r\n|[\n\r\u2028\u2029]/))
  return lines.length === 0 ? [] : ['Written by the agent, not checked:', ...lines.map(line => `│ ${line}`)]
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

interface DescribedItem {
  /** What was counted here. */
  readonly counted: readonly string[]
  /** What the files say in the words of who wrote them. */
  readonly written: readonly string[]
  readonly isCut: boolean
}

const NO_ITEM: DescribedItem = { counted: [], written: [], isCut: false }
const MAX_EPIC = 200
const MAX_SUMMARY = 1200

/** Epic, design in a sentence or two, and how many stories, tasks and hours; only what the files themselves say. */
function describeWorkItem(files: ReadonlyMap<string, string>, unread: readonly string[]): DescribedItem {
  const [design, stories, tasks] = [
    files.get('design.md'),
    files.get('user_stories.md'),
    files.get('tasks.md'),
  ]
  if (design === undefined && stories === undefined && tasks === undefined) return NO_ITEM
  const missing = ['design.md', 'user_stories.md', 'tasks.md'].filter(name => !files.has(name))
  const hours = tasks === undefined ? undefined : countHours(tasks)
  const [epic, summary] = design === undefined ? ['', ''] : [titleOf(design), firstParagraph(design)]
  const cut = [
    ...unread.map(name => `${name} is longer than what was read of it`),
    ...(epic.length > MAX_EPIC || summary.length > MAX_SUMMARY ? ['the design is longer than shown'] : []),
  ]
  return {
    counted: [
      ...(stories === undefined ? [] : [`Stories: ${countStories(stories)}`]),
      ...(tasks === undefined ? [] : [`Tasks: ${countTasks(tasks)}`]),
      ...(hours === undefined ? [] : [`Hours: ${hours}`]),
      ...(missing.length === 0 ? [] : [`Not found: ${missing.join(', ')}`]),
      ...(cut.length === 0 ? [] : [`Cut: ${cut.join('; ')}. Open the documents before you approve.`]),
    ],
    written:
      design === undefined ? [] : [`Epic: ${clip(epic, MAX_EPIC)}`, `Design: ${clip(summary, MAX_SUMMARY)}`],
    isCut: cut.length > 0,
  }
}

function titleOf(text: string): string {
  return /^#\s+(.+)$/m.exec(text)?.[1] ?? 'without a title'
}

function firstParagraph(text: string): string {
  const paragraph = text
    .split(/\n\s*\n/)
    .map(part => part.trim())
    .find(part => part !== '' && !/^(#|---|\||```|<)/.test(part))
  return (paragraph ?? 'says nothing').replace(/\s+/g, ' ')
}

function countStories(text: string): number {
  const headings = text.match(/^#{2,4}\s+.*\b(story|US[-\s]?\d+)\b.*$/gim) ?? []
  return headings.length > 0 ? headings.length : (text.match(/^\s*[-*]?\s*\**as an?\b/gim) ?? []).length
}

const TASK_BOX = /^\s*[-*]\s+\[[ xX]\].*$/gm

function countTasks(text: string): number {
  const boxes = text.match(TASK_BOX) ?? []
  return boxes.length > 0 ? boxes.length : (text.match(/^(#{2,4}|[-*]|\|)\s*T\d+\b/gim) ?? []).length
}

/** Of each task the last figure in hours; of a list without boxes every one. */
function countHours(text: string): number | undefined {
  const hoursIn = (part: string) =>
    [...part.matchAll(/(\d+(?:\.\d+)?)\s*(?:h|hrs?|hours?)\b/gi)].map(match => Number(match[1]))
  const boxes = text.match(TASK_BOX)
  const found = boxes === null ? hoursIn(text) : boxes.flatMap(box => hoursIn(box).slice(-1))
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

import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { StoreReader } from '../../store/store.ts'
import type { Memory, SectionChange } from '../memory/memory.ts'
import type { ExecutableTool, ToolExecution, ToolOutcome } from '../tools/tools.ts'
import { isObject } from './answers.ts'
import { ChatInput } from './chat-input.ts'

export const CHANGE_DOC = 'change_product_doc'
const READ_DOC = 'read_product_doc'

interface DocParts {
  readonly memory: Pick<Memory, 'productDocs'>
  readonly store: Pick<StoreReader, 'getRun' | 'listGates'>
}

/** The tools by which an agent keeps the product doc of its own session; nothing of another session is in reach. */
export function createProductDocTools(parts: DocParts): readonly ExecutableTool[] {
  return [
    {
      ownWrites: true,
      definition: {
        name: CHANGE_DOC,
        description:
          'Changes sections of the product doc, the long memory of this session. Send only what changed; `remove` takes a section away.',
        input_schema: CHANGE_SCHEMA,
        annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
        reversibility: 'reversible',
        prerequisites: [],
        produces: [],
      },
      execute: call => changeDoc(parts, call),
    },
    {
      definition: {
        name: READ_DOC,
        description: 'Reads the product doc of this session: the named sections, or all of them.',
        input_schema: {
          type: 'object',
          properties: { sections: { type: 'array', items: { type: 'string' } } },
          additionalProperties: false,
        },
        annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
        reversibility: 'read_only',
        prerequisites: [],
        produces: [],
      },
      execute: call => readDoc(parts, call),
    },
  ]
}

const CHANGE_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    sections: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: {
        type: 'object',
        properties: {
          section: { type: 'string', minLength: 1, maxLength: 80, description: 'Such as `overview`.' },
          title: { type: 'string', maxLength: 200 },
          content: { type: 'string', maxLength: 40_000 },
          remove: { type: 'boolean' },
        },
        required: ['section'],
        additionalProperties: false,
      },
    },
    summary: { type: 'string', maxLength: 500 },
  },
  required: ['sections'],
  additionalProperties: false,
}

async function changeDoc(parts: DocParts, call: ToolExecution): Promise<ToolOutcome> {
  const { sessionId, runId, idempotencyKey, arguments: args } = call
  if (sessionId === undefined || runId === undefined) return failed('There is no session to remember for.')
  const sections = Array.isArray(args.sections) ? args.sections.map(toSectionChange) : []
  const answer = await parts.memory.productDocs.change({
    session_id: sessionId,
    change_id: idempotencyKey,
    author: { kind: 'llm', agent: 'chat', run_id: runId, person_words: await wordsOf(parts, runId) },
    sections,
    ...(typeof args.summary === 'string' ? { change_summary: args.summary } : {}),
  })
  if (isRefusal(answer)) return failed(answer.detail)
  const { applied, kept } = answer
  const output = {
    changed: applied.map(patch => patch.section),
    left_as_they_were: kept.map(({ section, detail }) => ({ section, because: detail })),
  }
  if (applied.length === 0 && kept.length > 0) return { ...failed(kept.map(item => item.detail).join(' ')) }
  return { result: { success: true, output }, effect: applied.length > 0 ? 'done' : 'none' }
}

async function readDoc(parts: DocParts, call: ToolExecution): Promise<ToolOutcome> {
  if (call.sessionId === undefined) return failed('There is no session to read for.')
  const doc = await parts.memory.productDocs.get(call.sessionId)
  if (!doc) return { result: { success: true, output: { status: 'none', sections: {} } }, effect: 'none' }
  const { sections: wanted } = call.arguments
  const isWanted = (name: string): boolean => !Array.isArray(wanted) || wanted.includes(name)
  const sections = Object.entries(doc.sections)
    .filter(([name]) => isWanted(name))
    .map(([name, { title, content }]) => [name, { title, content }] as const)
  const output = { status: doc.status, version: doc.version, sections: Object.fromEntries(sections) }
  return { result: { success: true, output }, effect: 'none' }
}

/** What people said in this run: its message when a person wrote it, their answers and their corrections. */
async function wordsOf({ store }: DocParts, runId: string): Promise<string> {
  const run = await store.getRun(runId)
  const input = ChatInput.safeParse(run?.input)
  const said = input.success && input.data.from.kind === 'person' ? [input.data.message] : []
  const gates = await store.listGates({ run_id: runId }, { limit: 100 })
  const words = gates.items.flatMap(gate =>
    gate.decisions.flatMap(({ steer_instructions, feedback, answers = [], late }) =>
      late ? [] : [steer_instructions ?? '', feedback ?? '', ...answers.flatMap(answer => answer.value)],
    ),
  )
  return [...said, ...words].filter(text => text !== '').join('\n')
}

function toSectionChange(value: JsonValue): SectionChange {
  const raw = isObject(value) ? value : {}
  const section = String(raw.section ?? '')
  if (raw.remove === true) return { section, remove: true }
  const { title, content } = raw
  return { section, title: String(title ?? section), content: String(content ?? '') }
}

function failed(error: string): ToolOutcome {
  return { result: { success: false, output: null, error }, effect: 'none' }
}

import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { headingOf } from '../../contracts/act-line.ts'
import type { Gate } from '../../contracts/gate.ts'
import { gateFields } from '../../contracts/gate-fields.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { OpenGateRequest } from '../../contracts/requests/gates.ts'
import { type GateComment, isRefused, type OpenGate, type Refused, type ResultClient } from '../../sdk/sdk.ts'
import { answerWith, type ToolAnswer, toAnswer } from './answer.ts'
import { registerGateTasks, toTask } from './gate-tasks.ts'
import { cardUrl, hasTasks, opensLinks, showCard } from './waiting.ts'

const MAX_WAIT_SECONDS = 60
const shape = OpenGateRequest.shape

const Requested = z.object({
  type: shape.type,
  definition: shape.definition.describe(
    'a gate type of the server’s configuration; type is then proposal, and document holds its fields',
  ),
  summary: shape.summary,
  details: shape.details,
  tool_calls: z
    .array(z.object({ tool: z.string().min(1).max(128), arguments: JsonObject }))
    .max(100)
    .optional()
    .describe('calls that people are to approve; each gets a single-use grant'),
  questions: z.array(JsonObject).max(20).optional().describe('questions that people are to answer'),
  document: JsonObject.optional().describe('anything else that people are to look at'),
  artifacts: shape.artifacts,
  risks: shape.risks,
  context: shape.context,
  session_id: shape.session_id,
  task_id: shape.task_id,
  ttl_seconds: shape.ttl_seconds,
  idempotency_key: z.string().min(1).max(200).optional().describe('the same key opens the same gate'),
  wait_seconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(0),
})
type Requested = z.infer<typeof Requested>

interface GateToolParts {
  readonly client: ResultClient
  /** Where people open the server in a browser. */
  readonly publicUrl: string
  /** Whether a gate that waits may be answered as a task. */
  readonly hasTasks: boolean
}

/** Asking people and hearing their answer. There is no tool that decides. */
export function registerGateTools(server: McpServer, parts: GateToolParts): void {
  const { client, publicUrl } = parts
  if (parts.hasTasks)
    registerGateTasks(server, {
      client,
      publicUrl,
      tell: gate => toAnswer({ success: true, ...toFacts(gate) }),
    })
  server.registerTool(
    'gate_request',
    {
      title: 'Ask people',
      description:
        'Open a gate: a durable question to people. Nothing it is about may be done before they approved it. Waits up to wait_seconds for them (60 at most); ask again with gate_status.',
      inputSchema: Requested,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (request, context) =>
      tellGate(parts, { server, context, waitSeconds: request.wait_seconds }, () =>
        client.gates.open(toGate(request), request.idempotency_key),
      ),
  )
  server.registerTool(
    'gate_status',
    {
      title: 'How a gate stands',
      description:
        'What people said, or that they have not said anything yet, and what they ask you: answer that with gate_answer. Waits up to wait_seconds (60 at most). Silence is never a yes.',
      inputSchema: z.object({
        gate_id: z.string().min(1).max(100),
        wait_seconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(0),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ gate_id, wait_seconds }, context) =>
      tellGate(parts, { server, context, waitSeconds: wait_seconds }, () => client.gates.get(gate_id)),
  )
  server.registerTool(
    'gate_answer',
    {
      title: 'Answer a question at a gate',
      description:
        'Say something to a question that people asked you at your own gate. It stands on their card; it decides nothing.',
      inputSchema: z.object({
        gate_id: z.string().min(1).max(100),
        question_id: z.string().min(1).max(100),
        text: z.string().min(1).max(10_000),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ gate_id, question_id, text }) =>
      answerWith(
        () => client.gates.answerComment(gate_id, question_id, text),
        ({ answer }) => ({ question_id, answered: answer?.text ?? '' }),
      ),
  )
  server.registerTool(
    'gate_cancel',
    {
      title: 'Withdraw a gate',
      description: 'Withdraw a question of your own; nothing of it runs.',
      inputSchema: z.object({
        gate_id: z.string().min(1).max(100),
        because: z.string().max(2000).optional(),
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    ({ gate_id, because }) => answerWith(() => client.gates.cancel(gate_id, because), toFacts),
  )
}

interface Asking {
  readonly server: McpServer
  readonly context: ServerContext
  readonly waitSeconds: number
}

/**
 * How a gate stands. While it waits, a client that opens links is sent to its card once, and is asked for the same
 * again; what it says about the link is not looked at.
 */
async function tellGate(
  { client, publicUrl, hasTasks: mayBeTask }: GateToolParts,
  { server, context, waitSeconds }: Asking,
  find: () => Promise<Gate | Refused>,
): Promise<ToolAnswer | InputRequiredResult> {
  const shownGateId = context.mcpReq.requestState<string>()
  const { signal } = context.mcpReq
  const shown: { link?: InputRequiredResult; task?: Gate } = {}
  const isTask = mayBeTask && shownGateId === undefined && hasTasks(server.server, context)
  const read = async (gate: Gate) => ({ gate, comments: await client.gates.comments(gate.gate_id) })
  const answer = await answerWith(
    async () => {
      const gate = shownGateId === undefined ? await find() : await client.gates.get(shownGateId)
      if (isRefused(gate)) return gate
      if (gate.status !== 'pending' || waitSeconds === 0) return read(gate)
      if (isTask) {
        shown.task = gate
        return { gate, comments: [] }
      }
      if (shownGateId !== undefined || !opensLinks(server.server, context)) {
        return read(await client.gates.wait(gate.gate_id, waitSeconds, { signal }))
      }
      const url = cardUrl(publicUrl, gate.gate_id)
      shown.link = showCard({ url, summary: headingOf(gate), state: gate.gate_id })
      return { gate, comments: [] }
    },
    ({ gate, comments }) => ({
      ...toFacts(gate),
      ...(gate.status === 'pending' ? { card_url: cardUrl(publicUrl, gate.gate_id), next: RETRY } : {}),
      ...toQuestions(comments),
    }),
  )
  if (shown.task) {
    const { gate_id: taskId } = shown.task
    const facts = toTask(server.server, context, { taskId, gate: shown.task, publicUrl })
    return { ...answer, resultType: 'task', ...facts }
  }
  return shown.link ?? answer
}

const RETRY = 'Nobody has decided yet. Ask again with gate_status; do nothing of it meanwhile.'

function toGate({
  tool_calls,
  questions,
  document,
  idempotency_key: _key,
  wait_seconds: _wait,
  ...fields
}: Requested): OpenGate {
  const subject = tool_calls
    ? { tool_calls }
    : questions
      ? { questions }
      : document
        ? { document }
        : undefined
  const given = { ...fields, ...(subject === undefined ? {} : { subject }) }
  // Proven by the filter; no type of fromEntries can say it.
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as unknown as OpenGate
}

function toQuestions(comments: readonly GateComment[]): object {
  const open = comments.filter(comment => comment.ask_agent === true && comment.answer === undefined)
  const questions = open.map(({ comment_id, text, by_name = '' }) => ({
    question_id: comment_id,
    text,
    by: by_name,
  }))
  return questions.length === 0 ? {} : { questions }
}

function toFacts(gate: Gate): object {
  const decision = gate.decisions.findLast(item => !item.late)
  return {
    gate_id: gate.gate_id,
    type: gate.type,
    ...fieldsOf(gate),
    status: gate.status,
    why_held: gate.why_held.map(why => why.text),
    options: gate.options.map(({ id, label }) => ({ id, label })),
    approvals: gate.approvals,
    ...(gate.expires_at === undefined ? {} : { expires_at: gate.expires_at }),
    ...(gate.cancelled_because === undefined ? {} : { cancelled_because: gate.cancelled_because }),
    ...(gate.superseded_by === undefined ? {} : { superseded_by: gate.superseded_by }),
    ...(gate.grants === undefined ? {} : { grants: gate.grants }),
    ...(decision === undefined || gate.status === 'pending' ? {} : { decision: toTold(decision) }),
  }
}

/** Of a gate of somebody's own type: what people see, by its schema. */
function fieldsOf(gate: Gate): object {
  const fields = gateFields(gate)
  if (gate.definition === undefined || fields === undefined) return {}
  const { name, title } = gate.definition
  const shown = fields.map(field => ({ name: field.name, label: field.label, value: field.value }))
  return { definition: { name, title }, fields: shown }
}

const TOLD = [
  ...(['decision', 'option_id', 'option_input', 'reason', 'feedback', 'conditions'] as const),
  ...(['steer_instructions', 'affected_artifacts', 'answers', 'edited_arguments', 'decided_at'] as const),
]

function toTold(decision: Gate['decisions'][number]): object {
  return Object.fromEntries(TOLD.flatMap(key => (decision[key] === undefined ? [] : [[key, decision[key]]])))
}

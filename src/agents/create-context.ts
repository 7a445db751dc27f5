import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SoulgateError } from '../base/errors.ts'
import type { Decision } from '../contracts/decision.ts'
import { AGENT_EVENT_TYPES, type AgentEventType } from '../contracts/event.ts'
import type { Gate, GateType } from '../contracts/gate.ts'
import { JsonObject, type JsonValue } from '../contracts/json-value.ts'
import type { Question } from '../contracts/question.ts'
import type { ToolResult } from '../contracts/tool.ts'
import { type ProvenanceTexts, saidBy, textsOf } from '../engine/gate/gate.ts'
import type { ProposedCall, RunContext } from '../engine/run/run.ts'
import { createSecretAccess } from '../engine/tools/tools.ts'
import type {
  AgentContext,
  AgentDefinition,
  Callable,
  CallOptions,
  ChildResult,
  Continued,
  PlannedCall,
  QuestionToPeople,
  StepContext,
  TypedGateOptions,
} from './agent-context.ts'
import { createMemory } from './agent-memory.ts'
import { askForBudget, type Budget, budgetOf, type Raised, spendWithin } from './budget.ts'
import { type CallResult, toCallResults } from './call-result.ts'
import type { GateTypeDefinition } from './define-gate-type.ts'
import type { ToolDefinition } from './define-tool.ts'
import { type Duration, toGateLife, toMilliseconds } from './duration.ts'
import { isMcpSource, isOfSource } from './mcp-source.ts'
import type { AgentEnvironment } from './model-agent.ts'
import { openGate, openTypedGate } from './open-gate.ts'
import { type CallToPropose, type ProposalOptions, proposeWithTerms } from './propose-calls.ts'
import { toJson, validate } from './schema.ts'
import { openStandardGate, type StandardGateRequest } from './standard-gate.ts'
import { runWithRetries, type StepOptions } from './step-retry.ts'

/** One run of an agent, and what it is given. */
export interface Running {
  readonly run: RunContext
  readonly agent: AgentDefinition
  readonly environment: AgentEnvironment
  readonly input: JsonValue
  /** One of the program's own agents: on gates its summary is the program's words. */
  readonly isBundled?: boolean
}

/** What one run knows of people's words; its input and their answers, in replay order. */
interface Known extends Running {
  readonly answers: string[]
  /** What people allowed it to spend instead. */
  raised: Raised
  /** What its steps say to have cost, those that a replay answered included. */
  spentUsd: number
}

type StepWork = (signal: AbortSignal, use: StepContext) => unknown

/** The context of an agent over the context of the engine; every method is one journaled operation of the run. */
export function createAgentContext(running: Running): AgentContext {
  const { run } = running
  const known: Known = { ...running, answers: [], raised: {}, spentUsd: 0 }
  const call = async (
    tool: ToolDefinition | string,
    args: unknown,
    options?: CallOptions,
  ): Promise<CallResult> => {
    const name = typeof tool === 'string' ? tool : tool.name
    const [result] = await propose(known, [{ tool: name, input: toArguments(args, name) }], options)
    return result ?? { status: 'skipped', reason: 'Nothing was proposed.' }
  }
  const context = {
    runId: run.run_id,
    sessionId: run.session_id,
    signal: run.signal,
    conditions: run.conditions,
    step: (name: string, work: StepWork, options: StepOptions = {}) =>
      runStep(known, name, { work, options }),
    memory: createMemory(known),
    call,
    calls: (planned: readonly PlannedCall[], options?: CallOptions) => propose(known, planned, options),
    propose: (calls: readonly CallToPropose[], options: ProposalOptions = {}) =>
      proposeCalls(known, calls, options),
    ask: (name: string, questions: Readonly<Record<string, QuestionToPeople>>) => ask(known, name, questions),
    gate: (of: string | GateTypeDefinition, about: never, options?: TypedGateOptions) =>
      typeof of === 'string'
        ? openGate(run, of, about)
        : openTypedGate(run, of, { fields: about, ...options }),
    standardGate: (type: GateType, request: StandardGateRequest) => askStandard(known, type, request),
    child: (agent: AgentDefinition, childInput: unknown) => startChild(run, agent, childInput),
    all: (work: readonly Promise<unknown>[]) => Promise.all(work),
    sleep: (duration: Duration, { name = 'sleep' }: { readonly name?: string } = {}) =>
      run.sleep(name, toMilliseconds(duration)),
    until: (moment: Date | string) => until(run, moment),
    receive: async (mailbox: string, schema?: StandardSchemaV1) => {
      const body = await run.receive(mailbox)
      return schema === undefined ? body : parse(schema, body, `The message in ${mailbox}`)
    },
    emit: (...told: Told) => emit(run, told),
    now: () => run.now(),
    random: () => run.random(),
    id: (prefix: string) => run.id(prefix),
    patched: (change: string) => run.patched(change),
    continueWith: (instruction: string) => continueWith(run, instruction),
  }
  // The methods answer what their types say by way of schemas and journals, which no type can follow.
  return context as unknown as AgentContext
}

/** The value as the schema answers it. Throws `invalid_input` naming what it was. */
export async function parse<Output>(
  schema: StandardSchemaV1<unknown, Output>,
  value: unknown,
  what: string,
): Promise<Output> {
  const valid = await validate(schema, value)
  if (valid.ok) return valid.value
  throw new SoulgateError('invalid_input', `${what} does not fit its schema: ${valid.problems}`)
}

/** What the calls of a run may have been taken from: the input in the voice of whoever started it, and people's answers. */
function knownTexts({ run, input, answers }: Known, words = leafTexts(input)): ProvenanceTexts {
  const texts = textsOf(run.asked_by, words)
  return { ...texts, personTexts: [...texts.personTexts, ...answers] }
}

/** Its record and its failure are rid of the secrets that it opened. What costs money is asked about where none is left. */
async function runStep(
  known: Known,
  name: string,
  { work, options }: { readonly work: StepWork; readonly options: StepOptions },
): Promise<JsonValue> {
  const { run, agent, environment } = known
  const workWithSecrets = async (signal: AbortSignal) => {
    const secrets = createSecretAccess(environment.resolveSecrets, `agent:${agent.name}`)
    const { look = refuseLook } = environment
    try {
      return secrets.redact(toJson(await work(signal, { secret: secrets.open, look }), `Step “${name}”`))
    } catch (error) {
      throw secrets.redactError(error)
    }
  }
  const workWithin = async (signal: AbortSignal) =>
    options.usage === undefined
      ? workWithSecrets(signal)
      : spendWithin(await budgetsOf(known), known.raised, () => workWithSecrets(signal))
  for (let time = 1; ; time += 1) {
    const asked = time === 1 ? name : `${name} (asked ${time})`
    try {
      const value = await runWithRetries(run, {
        name: asked,
        work: workWithin,
        options: { ...agent.steps, ...options },
      })
      known.spentUsd += options.usage?.(value).costUsd ?? 0
      return value
    } catch (error) {
      const budget = budgetOf(error)
      if (budget === undefined || !(error instanceof Error)) throw error
      const about = { agent: agent.name, name: `limit:budget:${asked}`, budget, because: error.message }
      const { raised, instruction } = await askForBudget(run, about)
      known.raised = { ...known.raised, ...raised }
      if (instruction !== undefined) known.answers.push(instruction)
    }
  }
}

function budgetsOf({ run, agent, environment: { budgets }, spentUsd }: Known): Promise<readonly Budget[]> {
  const spender = { runId: run.run_id, agent: agent.name, limitUsd: agent.limits?.budgetUsd, spentUsd }
  return budgets?.(spender) ?? Promise.resolve([])
}

function refuseLook(): Promise<ToolResult> {
  return Promise.resolve({ success: false, output: null, error: 'Nothing is looked at here.' })
}

async function propose(
  known: Known,
  planned: readonly PlannedCall[],
  { reason, within }: CallOptions = {},
): Promise<readonly CallResult[]> {
  const refused = refuseUndeclared(known.agent, planned)
  if (refused !== undefined) return planned.map(() => ({ status: 'denied', reason: refused }))
  const calls = planned.map(({ tool, input }): ProposedCall => ({ tool, arguments: input }))
  const outcome = await known.run.propose(calls, {
    texts: knownTexts(known),
    ...(reason === undefined ? {} : { agent_says: reason }),
    ...toGateLife(within === undefined ? {} : { within }),
  })
  if ('answer' in outcome) hear(known, outcome.answer)
  return toCallResults(outcome)
}

async function proposeCalls(known: Known, calls: readonly CallToPropose[], options: ProposalOptions) {
  const refused = refuseUndeclared(known.agent, calls)
  if (refused !== undefined) throw new SoulgateError('invalid_input', refused)
  const planned = calls.map(call => ({ ...call, input: toArguments(call.input, call.tool) }))
  const { run, environment, agent, isBundled = false } = known
  const { inputWords, ...terms } = options
  const proposer = { run, tool: environment.tool, texts: knownTexts(known, inputWords) }
  const told = isBundled ? terms : toldBy(agent.name, terms)
  const result = await proposeWithTerms(proposer, planned, told)
  if ('decision' in result) hear(known, result)
  return result
}

function toldBy(name: string, options: ProposalOptions): ProposalOptions {
  const { risks, alternatives } = options
  return {
    ...options,
    ...(risks === undefined ? {} : { risks: saidBy(name, risks) }),
    ...(alternatives === undefined ? {} : { alternatives: saidBy(name, alternatives) }),
  }
}

async function askStandard(known: Known, type: GateType, request: StandardGateRequest) {
  const { run, environment, isBundled = false } = known
  const asker = { run, isBundled, demands: environment.demands }
  const answer = await openStandardGate(asker, type, request)
  const { subject } = request
  if (answer?.decision !== undefined && 'questions' in subject)
    known.answers.push(...readWords(subject.questions, answer.decision))
  if (answer !== undefined) hear(known, answer)
  return answer
}

/** What a person said to do instead may be quoted by the calls that follow; what an option says of itself is the agent's. */
function hear(
  known: Known,
  { gate, decision }: { readonly gate: Gate; readonly decision?: Decision | undefined },
): void {
  const said = decision?.steer_instructions
  if (said === undefined || gate.options.some(option => option.default_instruction === said)) return
  known.answers.push(said)
}

type Told = readonly [progress: JsonObject] | readonly [type: AgentEventType, payload: JsonObject]

function emit(run: RunContext, told: Told): void {
  const [type, payload] = told.length === 1 ? (['agent_progress', told[0]] as const) : told
  if (!AGENT_EVENT_TYPES.includes(type))
    throw new SoulgateError('invalid_input', `Agents do not tell of ${type}; Soulgate does.`)
  run.emit(type, payload)
}

/** Why these calls are not proposed: their agent says what it may call, and that is something else. */
function refuseUndeclared(
  { name, work }: AgentDefinition,
  planned: readonly Pick<PlannedCall, 'tool'>[],
): string | undefined {
  const { tools } = work
  const other = tools && planned.find(({ tool }) => !tools.some(item => isMeant(item, tool)))
  if (other === undefined) return undefined
  return `Agent ${name} does not name ${other.tool} among its \`tools\`. Add it there, or call another one.`
}

function isMeant(item: Callable, tool: string): boolean {
  if (isMcpSource(item)) return isOfSource(item, tool)
  return (typeof item === 'string' ? item : item.name) === tool
}

function toArguments(args: unknown, tool: string): JsonObject {
  const json = toJson(args, `A call of ${tool}`)
  const object = JsonObject.safeParse(json)
  if (object.success) return object.data
  throw new SoulgateError('invalid_input', `The arguments of ${tool} must be an object.`)
}

async function ask(known: Known, name: string, asked: Readonly<Record<string, QuestionToPeople>>) {
  const questions = Object.entries(asked).map(([id, question]) => toQuestion(id, question))
  const { gate, decision } = await known.run.gate(name, {
    terms: { type: 'interview' },
    subject: { questions },
    why_held: [{ source: 'agent_request', text: 'The agent needs to know before it goes on.' }],
  })
  if (decision === undefined)
    return { status: 'cancelled', reason: gate.cancelled_because ?? 'The questions were withdrawn.' }
  if (decision.decision !== 'answer') return { status: 'skipped' }
  known.answers.push(...readWords(questions, decision))
  return { status: 'answered', answers: readAnswers(questions, decision) }
}

function toQuestion(id: string, { question, options, optional }: QuestionToPeople): Question {
  const listed = options && Object.entries(options).map(([key, label]) => ({ id: key, label }))
  return {
    ...{ id, question, required: optional !== true, allow_other: false },
    ...(listed === undefined ? { type: 'text' } : { type: 'radio', options: listed }),
  }
}

function readAnswers(questions: readonly Question[], decision: Decision): Record<string, string> {
  const found = answersTo(questions, decision).map(
    ({ question, value }) => [question.id, Array.isArray(value) ? value.join(', ') : value] as const,
  )
  return Object.fromEntries(found)
}

/** What a person wrote or chose, as they read it: the id of an option is the agent's and was shown to nobody. */
function readWords(questions: readonly Question[], decision: Decision): readonly string[] {
  return answersTo(questions, decision).flatMap(({ question: { options }, value, other = '' }) => {
    const chosen = [value].flat().flatMap(each => {
      if (options === undefined) return [each]
      const option = options.find(({ id }) => id === each)
      return option === undefined ? [] : [option.label]
    })
    return other.trim() === '' ? chosen : [...chosen, other]
  })
}

function answersTo(questions: readonly Question[], { answers = [] }: Decision) {
  return answers.flatMap(({ question_id, question_index, value, other }) => {
    const question =
      question_id === undefined
        ? questions[question_index ?? -1]
        : questions.find(({ id }) => id === question_id)
    return question === undefined ? [] : [{ question, value, ...(other === undefined ? {} : { other }) }]
  })
}

async function startChild(
  run: RunContext,
  agent: AgentDefinition,
  input: unknown,
): Promise<ChildResult<JsonValue>> {
  const json = toJson(input, `The input of ${agent.name}`)
  const end = await run.child(`child:${agent.name}`, { agent: agent.name }, json)
  const { run_id: runId, status, output = null } = end
  if (status === 'completed') return { status, output, runId }
  if (status === 'cancelled') return { status, runId }
  return {
    status: 'failed',
    error: end.error ?? { code: status, message: `The run ended as ${status}.` },
    runId,
  }
}

async function until(run: RunContext, moment: Date | string): Promise<void> {
  const due = new Date(moment).getTime()
  if (Number.isNaN(due)) throw new SoulgateError('invalid_input', `${String(moment)} is no date.`)
  const now = await run.now()
  await run.sleep('until', Math.max(0, due - now))
}

async function continueWith(run: RunContext, instruction: string): Promise<Continued> {
  const { run_id, status, output = null } = await run.child('continue', 'reasoning', { goal: instruction })
  return { continued: { run_id, status, output } }
}

function leafTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return (Array.isArray(value) ? value : Object.values(value)).flatMap(leafTexts)
}

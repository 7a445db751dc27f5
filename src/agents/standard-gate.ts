import { SoulgateError } from '../base/errors.ts'
import type { Decision } from '../contracts/decision.ts'
import type { Artifact, Gate, GateOption, GateSubject, GateType, WhyHeld } from '../contracts/gate.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { Reading } from '../contracts/reading.ts'
import { GATE_TYPES, type HoldTerms, writeBriefing } from '../engine/gate/gate.ts'
import type { GateAsk, RunContext } from '../engine/run/run.ts'
import { type GateLife, toGateLife } from './duration.ts'

/** A gate of one of the standard types, as an agent asks for it. Guidelines about gates of that type set its terms. */
export interface StandardGateRequest extends GateLife {
  /** What is decided on: `{ document }`, `{ plan }` or `{ questions }`. A replay with another one is another definition. */
  readonly subject: Exclude<GateSubject, { readonly tool_calls: unknown }>
  /** Why people are asked. */
  readonly why: string
  /** What the reason rests on. Default `policy`. */
  readonly source?: WhyHeld['source']
  /** One sentence that says what is to be decided. Of an agent of one's own people read it as the agent's words. */
  readonly summary?: string
  /** What the agent calls it. People read it as the agent's own words. */
  readonly reason?: string
  /** More about it. Default: written from `note`, `context`, `artifacts` and `files`. */
  readonly details?: string
  readonly note?: string
  readonly context?: JsonObject
  readonly artifacts?: readonly Artifact[]
  /** Texts of the artifacts by file name, and the names of those that were cut. */
  readonly files?: { readonly texts: Readonly<Record<string, string>>; readonly cut: readonly string[] }
  /** Ways to answer. Default: those of the type. */
  readonly options?: readonly GateOption[]
  /** The event under which guidelines know it. Default: the type. */
  readonly event?: string
  /** Files that it is about, for guidelines that name paths. */
  readonly paths?: readonly string[]
  /** True: where no guideline asks for such a gate none is opened, and the answer is undefined. */
  readonly optional?: boolean
  /** Its name in the journal, where one type is asked several times side by side. Default: the type. */
  readonly name?: string
  /** The gate whose steer led to this one. */
  readonly steeredFrom?: string
  /** What it belongs to, such as a work item. */
  readonly taskId?: string
  /** Who read the request that it asks about, and what was not taken in. */
  readonly reading?: Reading
}

/** How a gate of a standard type ended; `decision` is absent when it expired or was cancelled. */
export interface StandardGateResult {
  readonly gate: Gate
  readonly decision?: Decision
}

/** What guidelines demand of a gate; `terms` is absent when none of them asks for it. */
export type DemandTerms = (opening: {
  readonly type: GateType
  readonly event: string
  readonly agent: string
  readonly session_id: string
  readonly paths: readonly string[]
  readonly context: JsonObject
}) => Promise<{ readonly terms: HoldTerms | undefined; readonly why: readonly WhyHeld[] }>

/** Types that say what only the program can know: that a call wants to run, or that code changed. */
const OF_THE_PROGRAM: readonly GateType[] = ['tool_approval', 'run_definition_changed']
/** Of agents that users write neither: that something may have run. */
const NOT_OF_USERS: readonly GateType[] = [...OF_THE_PROGRAM, 'unknown_outcome']

/** Types that ask for words and approve nothing; guidelines demand nothing of them. */
const OF_QUESTIONS: ReadonlySet<GateType> = new Set(['clarification', 'interview'])

interface Asker {
  readonly run: RunContext
  /** The agent is one of the program's own: its summary is the program's words. */
  readonly isBundled: boolean
  readonly demands: DemandTerms
}

/** Opens a gate under the terms that guidelines demand. Throws `invalid_input` for a type that is the program's alone. */
export async function openStandardGate(
  asker: Asker,
  type: GateType,
  request: StandardGateRequest,
): Promise<StandardGateResult | undefined> {
  if ((asker.isBundled ? OF_THE_PROGRAM : NOT_OF_USERS).includes(type))
    throw new SoulgateError('invalid_input', `A gate of type ${type} is opened by the program alone.`)
  const { asks, terms, why } = await readDemands(asker, type, request)
  if (!asks) return undefined
  const { name = type, subject, artifacts, context = {}, options } = request
  const { taskId, steeredFrom, within, onExpiry, reading } = request
  const { gate, decision } = await asker.run.gate(name, {
    terms: { ...terms, type },
    ...(taskId === undefined ? {} : { task_id: taskId }),
    ...wordsOf(asker, request),
    subject,
    why_held: [{ source: request.source ?? 'policy', text: request.why }, ...why],
    context,
    ...(artifacts === undefined ? {} : { artifacts }),
    ...describe(type, request),
    ...(options === undefined ? {} : { options }),
    ...(steeredFrom === undefined ? {} : { steered_from: steeredFrom }),
    ...(reading === undefined ? {} : { reading }),
    ...toGateLife({ ...(within === undefined ? {} : { within }), ...(onExpiry && { onExpiry }) }),
  })
  return { gate, ...(decision === undefined ? {} : { decision }) }
}

function wordsOf(
  { isBundled }: Asker,
  { summary, reason }: StandardGateRequest,
): Pick<GateAsk, 'summary' | 'agent_says'> {
  const said = isBundled ? reason : (reason ?? summary)
  return {
    ...(isBundled && summary !== undefined ? { summary } : {}),
    ...(said === undefined ? {} : { agent_says: said }),
  }
}

function describe(type: GateType, request: StandardGateRequest) {
  const { details, note, context = {}, artifacts = [], files } = request
  if (details !== undefined) return { details }
  return writeBriefing({
    ...{ type, details: '', context, calls: [] },
    artifacts: artifacts.map(artifact => artifact.path),
    ...(note === undefined ? {} : { note }),
    ...(files === undefined ? {} : { files: new Map(Object.entries(files.texts)), cut: files.cut }),
  })
}

interface Demanded {
  /** Whether people are asked at all. */
  readonly asks: boolean
  readonly terms?: HoldTerms
  readonly why: readonly WhyHeld[]
}

/** What guidelines demand, and what follows from it, as it was when the question came up first. */
async function readDemands(
  { run, demands }: Asker,
  type: GateType,
  { event = type, name = type, paths = [], context = {}, optional = false }: StandardGateRequest,
): Promise<Demanded> {
  if (OF_QUESTIONS.has(type)) return { asks: true, why: [] }
  const recorded = await run.step(`demands:${name}`, async () => {
    const opening = { type, event, agent: run.agent, session_id: run.session_id, paths, context }
    const { terms, why } = await demands(opening)
    const asks = terms !== undefined || !optional
    return JSON.parse(JSON.stringify({ asks, why, ...(terms === undefined ? {} : { terms }) }))
  })
  const { asks, ...standing } = recorded as Omit<Demanded, 'asks'> & Partial<Demanded>
  // Journals that do not say it are of a version that asked wherever the type is not advisory.
  const isAdvisory = GATE_TYPES[type].threshold === 'advisory' && type !== 'constraint_exception'
  return { ...standing, asks: asks ?? (standing.terms !== undefined || !isAdvisory) }
}

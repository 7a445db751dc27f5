import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { Store, StoredRun } from '../../store/store.ts'
import type { ConversationContext, Soul } from './soul-port.ts'

const REMEMBERED_RUNS = 10

/** Reads what was said and done in the chats of a session before a run: what was said and by whom, tools that worked; oldest first. */
type ReadChats = (
  sessionId: string,
  beforeRunId: string,
) => Promise<{
  readonly goals: readonly { readonly text: string; readonly at: string; readonly said_by: Voice }[]
  readonly recent_tools: readonly string[]
}>

interface LocalSoulOptions {
  readonly store: Store
  readonly chats?: ReadChats
}

/** The Soul that is built in: the store remembers, and every well-formed request is valid. */
export function createLocalSoul({ store, chats }: LocalSoulOptions): Soul {
  return {
    kind: 'local',
    validateApprovalRequest: async request => {
      const valid = request.goal.trim() !== '' && request.tools_proposed.length > 0
      return { valid, feedback: valid ? '' : 'There is nothing to approve.' }
    },
    validateClarification: async request => ({
      valid: request.questions.length > 0,
      approved_questions: request.questions.map((_question, index) => index),
      feedback: '',
    }),
    conversationContext: (sessionId, beforeRunId) =>
      readContext({ store, ...(chats ? { chats } : {}) }, sessionId, beforeRunId),
    // Decisions are rows of their gates already; the local Soul answers the id under which they stand.
    storeDecision: async ({ decision_id }) => ({ stored: decision_id !== '', decision_id }),
    health: () => ({ ok: true, detail: 'built in: the store' }),
    setCaching: () => {},
  }
}

async function readContext(
  { store, chats }: LocalSoulOptions,
  sessionId: string,
  beforeRunId: string,
): Promise<ConversationContext> {
  const { items } = await store.listRuns(
    { session_id: sessionId, kind: 'reasoning' },
    { limit: REMEMBERED_RUNS + 1 },
  )
  const isHeard = await whoIsHeard(store, beforeRunId)
  const earlier = items.filter(run => run.run_id < beforeRunId && isHeard(saidBy(run))).reverse()
  const said = await chats?.(sessionId, beforeRunId)
  const goals = [
    ...earlier.map(run => ({ text: goalOf(run), at: run.created_at })),
    ...(said?.goals ?? []).filter(goal => isHeard(goal.said_by)),
  ]
    .filter(goal => goal.text !== '')
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(goal => goal.text)
    .slice(-REMEMBERED_RUNS)
  const tools = [...(said?.recent_tools ?? []), ...earlier.flatMap(toolsOf)]
  return {
    prior_goals: goals,
    prior_approvals: earlier.flatMap(approvalOf),
    context_summary: goals.length === 0 ? '' : `Earlier in this session: ${goals.slice(-3).join(' · ')}`,
    user_preferences: {},
    recent_tools: [...new Set(tools)].slice(-10),
  }
}

const TRUST: Readonly<Record<Voice, number>> = { agent: 0, saved: 1, person: 2 }

/** What a run understands its goal by was said by nobody who may say less than who asked for it. */
async function whoIsHeard(store: Store, runId: string): Promise<(voice: Voice) => boolean> {
  const run = await store.getRun(runId)
  const least = run === undefined ? TRUST.person : TRUST[saidBy(run)]
  return voice => TRUST[voice] >= least
}

/** Before voices were kept, a goal was a person's unless an agent's key sent it. */
function saidBy({ asked_by, requested_by }: StoredRun): Voice {
  return asked_by ?? (requested_by === 'agent:reasoning' ? 'person' : 'agent')
}

function field(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)[key]
    : undefined
}

function goalOf(run: StoredRun): string {
  const goal = field(run.input, 'goal')
  return typeof goal === 'string' ? goal : ''
}

function toolsOf(run: StoredRun): readonly string[] {
  const results = field(run.output, 'tool_results')
  if (!Array.isArray(results)) return []
  return results.flatMap(result => {
    const name = field(result, 'tool_name')
    return typeof name === 'string' ? [name] : []
  })
}

function approvalOf(run: StoredRun): ConversationContext['prior_approvals'] {
  const state = field(run.output, 'approval_state')
  const at = run.finished_at ?? run.created_at
  if (field(run.output, 'skipped') === true) return [{ goal: goalOf(run), decision: 'skipped', at }]
  return state === 'approved' || state === 'denied' ? [{ goal: goalOf(run), decision: state, at }] : []
}

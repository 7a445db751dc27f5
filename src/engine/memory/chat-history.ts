import type { Voice } from '../../contracts/principal.ts'
import type { StoreReader } from '../../store/store.ts'

/** A conversation as Soul's context needs it: messages with whose words they are and names of tools, oldest first, nothing of a model's. */
interface ChatHistory {
  readonly goals: readonly { readonly text: string; readonly at: string; readonly said_by: Voice }[]
  /** Tools of this session that ran and succeeded, each once, the latest last. */
  readonly recent_tools: readonly string[]
}

const GOALS = 10
const MESSAGES = 60
const MAX_GOAL_LENGTH = 2000
const MAX_BYTES = 1_000_000

/** What was said in a session before a run (all of it without one); reads a bounded number of rows. */
export async function readChatHistory(
  store: StoreReader,
  sessionId: string,
  beforeRunId?: string,
): Promise<ChatHistory> {
  const newest = { newestFirst: true, maxBytes: MAX_BYTES }
  const isBefore = (message: { readonly run_id?: string | undefined }) =>
    beforeRunId === undefined || message.run_id === undefined || message.run_id < beforeRunId
  const said = await store.listMessages(sessionId, { ...newest, limit: GOALS, only: 'people' })
  const recent = await store.listMessages(sessionId, { ...newest, limit: MESSAGES })
  const tools = recent
    .filter(isBefore)
    .flatMap(message => (message.role === 'tool' && !message.is_error ? (message.tool_name ?? []) : []))
  return {
    goals: said
      .filter(isBefore)
      .toReversed()
      .map(({ content, created_at, said_by = 'person' }) => ({
        text: content.slice(0, MAX_GOAL_LENGTH),
        at: created_at,
        said_by,
      })),
    recent_tools: [...new Set(tools)].slice(0, 10).toReversed(),
  }
}

import { headingOf } from '../../contracts/act-line.ts'
import type { ChatResponse, OrchestratorResponse } from '../../contracts/chat.ts'
import type { Event } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Run } from '../../contracts/run.ts'
import { ChatOutput } from './conclude.ts'
import { toChatQuestion } from './questions.ts'

/** The frame that an event of a run means beside itself; undefined for those that mean none. Pure. */
export function eventToResponse(event: Event): OrchestratorResponse | undefined {
  const payload = event.payload ?? {}
  const base = { session_id: event.session_id ?? '', is_complete: false }
  switch (event.type) {
    case 'soul_step_end': {
      const { text, calls } = payload
      // The last words of a run are its answer and come with its end.
      const isAnswer = Array.isArray(calls) && calls.length === 0
      if (isAnswer || typeof text !== 'string' || text.trim() === '') return undefined
      return { ...base, phase: 'soul_loop', message: text }
    }
    case 'soul_tool_call':
      return { ...base, phase: 'tool_call', message: String(payload.name ?? '') }
    case 'product_doc_updated': {
      const message = String(payload.change_summary ?? 'The product doc was updated.')
      return {
        ...base,
        phase: 'product_doc',
        message,
        action: 'product_doc_updated',
        product_doc_updated: true,
      }
    }
    case 'page_preview_ready':
      return { ...base, ...pageReady(payload) }
    case 'snapshot_restored': {
      const pages = Array.isArray(payload.affected_pages) ? payload.affected_pages.map(String) : []
      const message = `Back to snapshot ${String(payload.number)}: ${String(payload.label)}`
      return { ...base, phase: 'refinement', message, action: 'page_refined', affected_pages: pages }
    }
    default:
      return undefined
  }
}

/** A page stands in a new version: where to see it, and how far the work has come. */
function pageReady(payload: JsonObject): Omit<OrchestratorResponse, 'session_id' | 'is_complete'> {
  const { slug, title, preview_url, progress, is_new: isNew } = payload
  return {
    phase: isNew === true ? 'generation' : 'refinement',
    message: String(title ?? slug),
    action: isNew === true ? 'pages_generated' : 'page_refined',
    affected_pages: [String(slug)],
    active_page_slug: String(slug),
    preview_url: String(preview_url),
    ...(typeof progress === 'number' ? { progress } : {}),
  }
}

/** The last frame about a run that waits or has ended. `gates` are those it waits at, its children's too. */
export function restToResponse(run: Run, gates: readonly Gate[]): OrchestratorResponse {
  const base = { session_id: run.session_id }
  const output = ChatOutput.safeParse(run.output)
  switch (run.status) {
    case 'completed': {
      const told = output.success ? output.data : undefined
      return {
        ...base,
        phase: 'complete',
        message: told?.message ?? '',
        is_complete: true,
        progress: 100,
        action: told?.action ?? 'direct_reply',
        ...(told?.product_doc_updated ? { product_doc_updated: true } : {}),
        ...(told && told.affected_pages.length > 0 ? { affected_pages: told.affected_pages } : {}),
        ...activePage(told),
      }
    }
    case 'failed':
    case 'cancelled':
      return { ...base, phase: 'error', message: endOf(run), is_complete: true, action: 'error' }
    default: {
      const questions = questionsOf(gates)
      return {
        ...base,
        phase: 'waiting_input',
        message: waitingFor(run, gates),
        is_complete: false,
        action: 'refine_waiting',
        ...(questions.length > 0 ? { questions } : {}),
      }
    }
  }
}

/** The answer of `POST /api/chat`. `tokens` is what the run used so far. */
export function runToChatResponse(run: Run, gates: readonly Gate[], tokens: number): ChatResponse {
  const rest = restToResponse(run, gates)
  const output = ChatOutput.safeParse(run.output)
  const told = output.success ? output.data : undefined
  return {
    session_id: run.session_id,
    message: rest.message,
    product_doc_updated: told?.product_doc_updated ?? false,
    affected_pages: told?.affected_pages ?? [],
    action: rest.action ?? 'direct_reply',
    tokens_used: told?.tokens_used ?? tokens,
    run_id: run.run_id,
    ...(rest.questions ? { questions: rest.questions } : {}),
    ...activePage(told),
    ...(gates.length > 0 ? { waiting_gate_ids: gates.map(gate => gate.gate_id) } : {}),
    ...(told ? { model: told.model, is_offline: told.is_offline } : {}),
  }
}

function activePage(told: ChatOutput | undefined): Pick<ChatResponse, 'active_page_slug' | 'preview_url'> {
  return {
    ...(told?.active_page_slug === undefined ? {} : { active_page_slug: told.active_page_slug }),
    ...(told?.preview_url === undefined ? {} : { preview_url: told.preview_url }),
  }
}

function questionsOf(gates: readonly Gate[]) {
  return gates.flatMap(({ subject, status }) =>
    'questions' in subject && status === 'pending' ? subject.questions.map(toChatQuestion) : [],
  )
}

function waitingFor(run: Run, gates: readonly Gate[]): string {
  const open = gates.filter(gate => gate.status === 'pending')
  if (open.length > 0) return open.map(gate => headingOf(gate)).join('\n')
  if (run.waiting_reason === 'gate_expired')
    return 'A question to people expired. Reopen it, or send a new message.'
  return run.status === 'waiting_input' ? 'The run waits.' : 'The run is at work.'
}

function endOf(run: Run): string {
  if (run.status === 'cancelled') return `The run was cancelled: ${run.cancelled_because ?? 'cancelled'}.`
  return run.error?.message ?? 'The run failed.'
}

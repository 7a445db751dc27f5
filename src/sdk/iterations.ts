import type {
  IterationApprovalRequest,
  IterationRecord,
  IterationState,
  MemoryEntity,
  MemoryEntityName,
  MemoryEntitySummary,
  StartIterationsRequest,
} from '../contracts/iteration.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>
/** Which run of the session; its newest when absent. */
type OfRun = Signal & { readonly runId?: string | undefined }
type StateAnswer = (IterationState & { readonly refused?: false }) | Refused

/** A memory entity with its earlier versions in the session. */
export interface VersionedEntity extends MemoryEntity {
  /** Every plan that wrote an entity of this name, each its own. */
  readonly versions: readonly Pick<MemoryEntity, 'plan_id' | 'version' | 'created_at'>[]
}

/** Plans in iterations: a proposal, iterations with checkpoints, a final plan, and what it leaves in memory. */
export interface IterationsClient {
  /** Answers when the proposal waits for people. */
  start(
    request: Pick<StartIterationsRequest, 'goal'> & Partial<StartIterationsRequest>,
    idempotencyKey?: string,
  ): Promise<StateAnswer>
  /** Answers a proposal or a checkpoint. */
  approve(request: IterationApprovalRequest): Promise<StateAnswer>
  /** Where it stands, and what it waits for. */
  state(sessionId: string, options?: OfRun): Promise<IterationState>
  /** Everything of it: proposals, reports, checkpoints, chart, final plan. */
  record(sessionId: string, options?: OfRun): Promise<IterationRecord>
  /** What plans left in memory, without the texts; newest plan first. */
  entities(
    options?: Signal & { readonly planId?: string; readonly sessionId?: string },
  ): Promise<readonly MemoryEntitySummary[]>
  entity(name: MemoryEntityName, options?: Signal & { readonly planId?: string }): Promise<VersionedEntity>
}

/** Plans in iterations over HTTP, as part of a client. */
export function createIterationsClient(transport: Transport): IterationsClient {
  const at = (sessionId: string, rest = '') => `/api/plan/${encodeURIComponent(sessionId)}${rest}`
  return {
    start: (body, idempotencyKey) => transport.command('POST', '/api/plan', { body, idempotencyKey }),
    approve: body => transport.command('POST', '/api/approve', { body }),
    state: (sessionId, { signal, runId } = {}) =>
      transport.read(at(sessionId), { signal, query: { run_id: runId } }),
    record: (sessionId, { signal, runId } = {}) =>
      transport.read(at(sessionId, '/record'), { signal, query: { run_id: runId } }),
    entities: async ({ signal, planId, sessionId } = {}) => {
      const query = { plan_id: planId, session_id: sessionId }
      const answer: { readonly entities: readonly MemoryEntitySummary[] } = await transport.read(
        '/api/memory/entities',
        { signal, query },
      )
      return answer.entities
    },
    entity: (name, { signal, planId } = {}) =>
      transport.read(`/api/memory/entities/${encodeURIComponent(name)}`, {
        signal,
        query: { plan_id: planId },
      }),
  }
}

import type {
  AdaptationLogEntry,
  Plan,
  PlanBlock,
  PlanBrief,
  PlanNode,
  PlanOutline,
  PlanSchedule,
  Roadmap,
  TraceStep,
} from '../contracts/plan.ts'
import type {
  ChangeBlockRequest,
  ChangeNodeRequest,
  PlanChart,
  PlanListQuery,
  PlanStarted,
  StartPlanRequest,
} from '../contracts/requests/plans.ts'
import { type Page, type PageOptions, readPage } from './page.ts'
import type { Refused } from './problem.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Signal = Pick<RequestOptions, 'signal'>
type StartedAnswer = (PlanStarted & { readonly refused?: false }) | Refused
type NodeAnswer = { readonly node: PlanNode; readonly plan: Plan; readonly refused?: false } | Refused
type BlockAnswer = { readonly block: PlanBlock; readonly plan: Plan; readonly refused?: false } | Refused
type PlanFilter = Omit<Partial<PlanListQuery>, 'limit' | 'cursor'>

/** Plans from a goal to a schedule. What waits for people is a gate, decided with the gates' own functions. */
export interface PlansClient {
  start(request: StartPlanRequest, idempotencyKey?: string): Promise<StartedAnswer>
  get(planId: string, options?: Signal): Promise<Plan>
  /** Newest first. */
  list(options?: PageOptions & PlanFilter & Signal): Promise<Page<Plan>>
  outline(planId: string, options?: Signal): Promise<PlanOutline>
  roadmap(planId: string, options?: Signal): Promise<Roadmap>
  schedule(planId: string, options?: Signal): Promise<PlanSchedule>
  /** Steps of the controller and its tools, oldest first. */
  trace(planId: string, options?: Signal): Promise<readonly TraceStep[]>
  /** Structural changes, oldest first. */
  adaptations(planId: string, options?: Signal): Promise<readonly AdaptationLogEntry[]>
  /** The controller as data: its states, its outcomes, and where each leads. */
  chart(options?: Signal): Promise<PlanChart>
  /** Plans anew what is open; what was approved changes only by another decision. */
  feedback(planId: string, text: string, idempotencyKey?: string): Promise<StartedAnswer>
  /** Feedback that is a brief filled in by hand. A plan that waits takes one with the option `brief` of its gate. */
  correctBrief(planId: string, brief: PlanBrief): Promise<StartedAnswer>
  changeNode(planId: string, nodeId: string, change: ChangeNodeRequest): Promise<NodeAnswer>
  /** Moves a block or says what became of it; a move that breaks a constraint is refused and names it. */
  changeBlock(planId: string, blockId: string, change: ChangeBlockRequest): Promise<BlockAnswer>
}

/** Plans over HTTP, as part of a client. */
export function createPlansClient(transport: Transport): PlansClient {
  const at = (planId: string, rest = '') => `/api/plans/${encodeURIComponent(planId)}${rest}`
  return {
    start: (body, idempotencyKey) => transport.command('POST', '/api/plans', { body, idempotencyKey }),
    get: (planId, options) => transport.read(at(planId), options),
    list: ({ signal, ...query } = {}) => readPage(transport, '/api/plans', { key: 'plans', query, signal }),
    outline: (planId, options) => transport.read(at(planId, '/outline'), options),
    roadmap: (planId, options) => transport.read(at(planId, '/roadmap'), options),
    schedule: (planId, options) => transport.read(at(planId, '/schedule'), options),
    trace: async (planId, options) =>
      (await transport.read<{ readonly steps: readonly TraceStep[] }>(at(planId, '/trace'), options)).steps,
    adaptations: async (planId, options) =>
      (
        await transport.read<{ readonly adaptations: readonly AdaptationLogEntry[] }>(
          at(planId, '/adaptations'),
          options,
        )
      ).adaptations,
    chart: options => transport.read('/api/plans/chart', options),
    feedback: (planId, text, idempotencyKey) =>
      transport.command('POST', at(planId, '/feedback'), { body: { text }, idempotencyKey }),
    correctBrief: (planId, brief) =>
      transport.command('POST', at(planId, '/feedback'), {
        body: { text: 'The brief was corrected by hand.', brief },
      }),
    changeNode: (planId, nodeId, body) =>
      transport.command('PATCH', at(planId, `/nodes/${encodeURIComponent(nodeId)}`), { body }),
    changeBlock: (planId, blockId, body) =>
      transport.command('PATCH', at(planId, `/schedule/blocks/${encodeURIComponent(blockId)}`), { body }),
  }
}

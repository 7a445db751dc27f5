import type { Gate } from '../../contracts/gate.ts'
import type {
  IterationRecord,
  IterationState,
  MemoryEntity,
  MemoryEntityName,
} from '../../contracts/iteration.ts'
import type { StoredRun, StoreReader } from '../../store/store.ts'
import { measure } from './measure.ts'
import { type IterationHead, listReports, readEntity, readFinalPlan, readHead, runIdOf } from './records.ts'
import { type Standing, toState } from './state.ts'

/** Plans in iterations as those see them who follow one. Rights are checked by the caller. */
export interface IterationReader {
  standing(run: StoredRun): Promise<Standing>
  state(run: StoredRun): Promise<IterationState>
  /** Undefined until the run has begun, or when its content was erased. */
  record(run: StoredRun): Promise<IterationRecord | undefined>
  head(runId: string): Promise<IterationHead | undefined>
  entity(planId: string, name: MemoryEntityName): Promise<MemoryEntity | undefined>
  runOf(planId: string): Promise<StoredRun | undefined>
}

export function createIterationReader(store: StoreReader): IterationReader {
  const standing = async (run: StoredRun): Promise<Standing> => {
    const isComplete = run.status === 'completed'
    const [head, gates, final_plan, reports] = await Promise.all([
      readHead(store, run.run_id),
      store.getGates(run.waiting_gate_ids),
      isComplete ? readFinalPlan(store, run.run_id) : undefined,
      isComplete ? listReports(store, run.run_id) : [],
    ])
    return { run, head, gate: openOf(gates), final_plan, iterations_completed: reports.length }
  }
  return {
    standing,
    state: async run => toState(await standing(run)),
    record: run => readRecord(store, run),
    head: runId => readHead(store, runId),
    entity: (planId, name) => readEntity(store, planId, name),
    runOf: planId => store.getRun(runIdOf(planId)),
  }
}

/** A gate that can still be answered comes before one that only can be reopened. */
function openOf(gates: readonly Gate[]): Gate | undefined {
  return gates.find(({ status }) => status === 'pending') ?? gates.at(-1)
}

async function readRecord(store: StoreReader, run: StoredRun): Promise<IterationRecord | undefined> {
  const head = await readHead(store, run.run_id)
  if (head === undefined) return undefined
  const [reports, final_plan] = await Promise.all([
    listReports(store, run.run_id),
    readFinalPlan(store, run.run_id),
  ])
  const { metrics, chart } = measure(head, reports)
  const { proposals, guidance, checkpoints, memory_entities, spent_usd: _spent, ...rest } = head
  const model_failure = [...proposals, ...reports].findLast(
    each => each.model_failure !== undefined,
  )?.model_failure
  const isOver = run.status === 'cancelled' || run.status === 'failed'
  return {
    ...rest,
    status: isOver ? 'cancelled' : head.status,
    proposals: [...proposals],
    guidance: [...guidance],
    checkpoints: [...checkpoints],
    memory_entities: [...memory_entities],
    iterations: [...reports],
    chart: [...chart],
    metrics,
    cost_usd: run.cost_usd,
    is_offline: reports.every(report => report.is_offline),
    ...(model_failure === undefined ? {} : { model_failure }),
    ...(final_plan === undefined ? {} : { final_plan }),
  }
}

import type { JsonObject } from '../../contracts/json-value.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { may } from '../../engine/access/access.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import { isUnderWay, waitFor } from '../waiting.ts'

/** Work items as surfaces see them. Everybody who may work on one sees it: builders are not its requesters. */
export function createWorkItems(engine: Engine, runs: Soulgate['runs']): Soulgate['workItems'] {
  const { workItems } = engine
  return {
    start: async (who, { session_id, ...input }, idempotencyKey) => {
      const body = {
        kind: 'workitem' as const,
        input: input as JsonObject,
        ...(session_id === undefined ? {} : { session_id }),
      }
      const started = await runs.start(who, body, idempotencyKey)
      if (isRefusal(started)) return started
      const item = await workItems.ofRun(started.run.run_id)
      return item ? { item } : unknownItem(started.run.run_id)
    },
    get: async (_who, name) => (await workItems.get(name)) ?? unknownItem(name),
    list: (_who, page) => workItems.list(page),
    versions: async (_who, name) => {
      const item = await workItems.get(name)
      return item ? { versions: await workItems.versions(item.item_id) } : unknownItem(name)
    },
    report: async (who, name, report) => {
      if (!may(who.role, 'workitem.report')) return refuse('forbidden', `A ${who.role} may not do this.`)
      return workItems.report(who, name, report)
    },
    close: async (who, name, because) => {
      if (!may(who.role, 'workitem.close')) return refuse('forbidden', `A ${who.role} may not do this.`)
      return workItems.close(who, name, because ?? `closed by ${who.name}`)
    },
    settled: async (name, waitMs) => {
      const first = await workItems.get(name)
      if (first === undefined) return undefined
      const rests = await waitFor(engine, { topic: `run:${first.run_id}`, waitMs }, () =>
        atRest(engine, first),
      )
      return rests ?? workItems.get(name)
    },
  }
}

/** The item when its run waits for nothing that is there already. */
async function atRest(engine: Engine, { item_id, run_id }: WorkItem): Promise<WorkItem | undefined> {
  const run = await engine.store.getRun(run_id)
  if (run && (await isUnderWay(engine, run))) return undefined
  return engine.workItems.get(item_id)
}

function unknownItem(name: string): Refusal {
  return refuse('not_found', `There is no work item ${name}.`)
}

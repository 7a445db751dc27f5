import { sql } from 'kysely'
import type { ModelCost } from '../store.ts'
import { prepare, type SqlConnection, slot } from './statements.ts'

const modelCosts = prepare(db =>
  db
    .selectFrom('steps')
    .where('tokens', 'is not', null)
    .where('tokens', '>', sql.lit(0))
    .where('started_at', '>=', slot('from'))
    .groupBy(['model', 'model_tier'])
    .select(eb => [
      ...(['model', 'model_tier'] as const),
      eb.fn.countAll<number>().as('calls'),
      eb.fn.sum<number>('tokens').as('tokens'),
      eb.fn.sum<number>('cost_usd').as('cost_usd'),
    ])
    .orderBy('cost_usd', 'desc')
    .orderBy('tokens', 'desc'),
)
/** A run with all that it started, and what they started. */
const treeCost = prepare(db =>
  db
    .withRecursive('tree', all =>
      all
        .selectFrom('runs')
        .select('run_id')
        .where('run_id', '=', slot('run_id'))
        .union(
          all.selectFrom('runs').innerJoin('tree', 'runs.parent_run_id', 'tree.run_id').select('runs.run_id'),
        ),
    )
    .selectFrom('runs')
    .where('run_id', 'in', all => all.selectFrom('tree').select('run_id'))
    .select(eb => eb.fn.sum<number>('cost_usd').as('cost_usd')),
)
/** From what was spent upwards: the runs of steps since then, whose line of parents holds a run of the agent. */
const agentCost = prepare(db =>
  db
    // The first table says whether any of them may be recursive.
    .withRecursive('spent', all =>
      all
        .selectFrom('steps')
        .where('tokens', 'is not', null)
        .where('started_at', '>=', slot('from'))
        .groupBy('run_id')
        .select(eb => ['run_id', eb.fn.sum<number>('cost_usd').as('cost_usd')] as const),
    )
    .withRecursive('line', all =>
      all
        .selectFrom('spent')
        .innerJoin('runs', 'runs.run_id', 'spent.run_id')
        .select([
          'spent.run_id as origin',
          'runs.run_id as run_id',
          'runs.parent_run_id as parent',
          'runs.agent as agent',
        ])
        .union(
          all
            .selectFrom('line')
            .innerJoin('runs', 'runs.run_id', 'line.parent')
            .select([
              'line.origin as origin',
              'runs.run_id as run_id',
              'runs.parent_run_id as parent',
              'runs.agent as agent',
            ]),
        ),
    )
    .selectFrom('spent')
    .where('run_id', 'in', all => all.selectFrom('line').where('agent', '=', slot('agent')).select('origin'))
    .select(eb => eb.fn.sum<number>('cost_usd').as('cost_usd')),
)

/** What was spent on models. */
export function createCostReader(connection: SqlConnection) {
  return {
    sumModelCosts: async (from: string): Promise<readonly ModelCost[]> =>
      (await modelCosts.rows(connection, { from })).map(({ model, model_tier, calls, tokens, cost_usd }) => ({
        ...(model === null ? {} : { model }),
        ...(model_tier === null ? {} : { tier: model_tier }),
        calls: Number(calls),
        tokens: Number(tokens ?? 0),
        cost_usd: Number(cost_usd ?? 0),
      })),
    sumTreeCost: async (runId: string): Promise<number> =>
      Number((await treeCost.first(connection, { run_id: runId }))?.cost_usd ?? 0),
    sumAgentCost: async (agent: string, from: string): Promise<number> =>
      Number((await agentCost.first(connection, { agent, from }))?.cost_usd ?? 0),
  }
}

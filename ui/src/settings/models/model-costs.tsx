import { useQuery } from '@tanstack/react-query'
import type { ModelCosts } from 'soulgate/contracts/model-provider'
import { client } from '../../application/client.ts'
import { FailureState, LoadingState } from '../../states/states.tsx'
import classes from './models.module.css'

/** What models cost today and in 30 days, against the budget of a day. */
export function ModelCostTable() {
  const costs = useQuery({
    queryKey: ['models', 'costs'],
    queryFn: ({ signal }) => client.models.costs({ signal }),
  })
  if (costs.isPending) return <LoadingState label="Adding up costs" lines={2} />
  if (costs.isError) return <FailureState error={costs.error} onRetry={() => void costs.refetch()} />
  const { today, last_30_days: month, budget_day_usd: budget } = costs.data
  return (
    <div className={classes.costs}>
      <p>
        <b>{usd(today.cost_usd)}</b> today of {usd(budget)} that a day may cost (Policy, Budgets) ·{' '}
        <b>{usd(month.cost_usd)}</b> in 30 days
      </p>
      {month.by_model.length === 0 ? (
        <p className={classes.quiet}>No model was asked yet.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Calls</th>
              <th scope="col">Tokens</th>
              <th scope="col">30 days</th>
            </tr>
          </thead>
          <tbody>
            {month.by_model.map(cost => (
              <CostRow key={`${cost.model} ${cost.tier}`} cost={cost} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function CostRow({ cost }: { readonly cost: ModelCosts['today']['by_model'][number] }) {
  return (
    <tr>
      <td>
        {cost.model ?? 'Tools, and calls of before'}
        {cost.tier !== undefined && <span className={classes.quiet}> {cost.tier.toLowerCase()}</span>}
      </td>
      <td>{cost.calls.toLocaleString('en')}</td>
      <td>{cost.tokens.toLocaleString('en')}</td>
      <td>{usd(cost.cost_usd)}</td>
    </tr>
  )
}

function usd(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`
}

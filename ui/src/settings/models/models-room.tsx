import { useQuery } from '@tanstack/react-query'
import type { ModelsOverview } from 'soulgate/contracts/model-provider'
import { client } from '../../application/client.ts'
import { Complaint, FailureState, LoadingState } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import { clockText } from '../../time/time.ts'
import { AddProvider } from './add-provider.tsx'
import { LocalServers } from './local-servers.tsx'
import { ModelCostTable } from './model-costs.tsx'
import classes from './models.module.css'
import { ProviderList } from './provider-list.tsx'
import { TierForm } from './tier-form.tsx'

/** Which language models answer: providers, tiers, what they cost. */
export function ModelsRoom({ isAdmin }: { readonly isAdmin: boolean }) {
  const models = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.models.get({ signal }),
  })
  if (models.isPending) return <LoadingState label="Reading which models answer" lines={5} />
  if (models.isError) return <FailureState error={models.error} onRetry={() => void models.refetch()} />
  const { data } = models
  return (
    <div className={classes.models}>
      <Standing models={data} />
      {data.trouble !== undefined && <Complaint>What was chosen cannot be used: {data.trouble}</Complaint>}
      {isAdmin && <LocalServers models={data} />}
      <section aria-labelledby="providers">
        <h2 id="providers">Providers</h2>
        <ProviderList models={data} isAdmin={isAdmin} />
        {isAdmin && <AddProvider />}
      </section>
      {data.providers.length > 0 && (
        <section aria-labelledby="tiers">
          <h2 id="tiers">Which model does what</h2>
          <TierForm key={data.version} models={data} isReadOnly={!isAdmin} />
        </section>
      )}
      <section aria-labelledby="costs">
        <h2 id="costs">Cost so far</h2>
        <ModelCostTable />
      </section>
    </div>
  )
}

/** Who reads goals now, in one block: the built-in reader with what it can do, or the model. */
function Standing({ models }: { readonly models: ModelsOverview }) {
  const { tiers, reads_with_model: isModel, changed } = models
  const [first, ...rest] = tiers.STANDARD.models
  return (
    <div className={classes.standing} data-tone={isModel ? 'model' : 'built_in'} role="status">
      <b>
        {isModel ? (
          <>
            <AgentText text={first ?? ''} /> reads goals
          </>
        ) : (
          'The built-in reader reads goals'
        )}
      </b>
      {isModel ? (
        <p>
          Rules check what it says: tools, arguments, and that quoted words stand in the goal. It releases
          nothing by itself.
          {rest.length > 0 &&
            ` When it does not answer, ${rest.join(', then ')} is asked; then the built-in reader.`}
        </p>
      ) : (
        <p>
          It works without a network. It knows the tools of the workspace and any tool whose name and
          description match plainly, and it asks where it does not understand. It does not hold long
          conversations, write texts or plan from vague wishes. Add a provider for that.
        </p>
      )}
      {changed !== undefined && (
        <p className={classes.quiet}>
          Changed by <AgentText text={changed.name} /> on {clockText(changed.at)}. Each change stands in the
          audit.
        </p>
      )}
    </div>
  )
}

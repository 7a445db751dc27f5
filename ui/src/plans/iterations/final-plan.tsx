import { useState } from 'react'
import type { IterationRecord, MemoryEntitySummary } from 'soulgate/contracts/iteration'
import { Download } from '../../application/download.tsx'
import { Complaint, FailureState, LoadingState } from '../../states/states.tsx'
import { AgentProse } from '../../studio/agent-prose.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import { clockText } from '../../time/time.ts'
import plans from '../plans.module.css'
import { entityTitle } from './iteration-words.ts'
import classes from './iterations.module.css'
import { useEntities, useEntity } from './use-iterations.ts'

const FORMATS = [
  ['md', 'Markdown'],
  ['html', 'HTML, to print'],
  ['json', 'JSON'],
] as const

/** The finished plan, the ways to take it along, and what of it is kept in memory. */
export function FinalPlan({ record, text }: { readonly record: IterationRecord; readonly text: string }) {
  return (
    <>
      <section className={plans.section} aria-label="The plan">
        <div className={classes.finalHead}>
          <h2>The plan</h2>
          {FORMATS.map(([format, label]) => (
            <Download key={format} path={exportAddress(record, format)} name={`plan.${format}`}>
              {label}
            </Download>
          ))}
        </div>
        {record.stopped_early && (
          <p className={plans.none}>
            It was stopped early: {record.iterations.length} of {record.max_iterations} iterations are in it.
          </p>
        )}
        <AgentProse text={text} />
      </section>
      <Entities planId={record.plan_id} />
    </>
  )
}

function exportAddress(record: IterationRecord, format: string): string {
  const session = encodeURIComponent(record.session_id)
  return `/api/plan/${session}/export?format=${format}&run_id=${encodeURIComponent(record.run_id)}`
}

function Entities({ planId }: { readonly planId: string }) {
  const entities = useEntities(planId)
  if (entities.isPending) return <LoadingState label="Reading what is in memory" />
  if (entities.isError) return <FailureState error={entities.error} onRetry={() => void entities.refetch()} />
  if (entities.data.length === 0) return null
  return (
    <section className={plans.section} aria-label="Kept in memory">
      <h2>Kept in memory</h2>
      <p className={plans.none}>
        Later plans of this session can build on these. A new plan writes a new version and overwrites none.
      </p>
      {entities.data.map(entity => (
        <Entity key={entity.name} entity={entity} planId={planId} />
      ))}
    </section>
  )
}

function Entity({ entity, planId }: { readonly entity: MemoryEntitySummary; readonly planId: string }) {
  const [isOpen, setOpen] = useState(false)
  const whole = useEntity(planId, entity.name, isOpen)
  return (
    <details className={classes.report} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{entityTitle(entity.name)}</b>
        <span className={plans.none}>
          version {entity.version} · by the <AgentText text={entity.written_by} /> ·{' '}
          {clockText(entity.created_at)}
        </span>
      </summary>
      <div className={classes.reportBody}>
        {whole.isPending && isOpen && <LoadingState label="Reading it" />}
        {whole.isError && <Complaint>{whole.error.message}</Complaint>}
        {whole.data && <AgentProse text={whole.data.content} />}
      </div>
    </details>
  )
}

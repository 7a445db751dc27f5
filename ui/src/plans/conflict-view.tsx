import { Link } from '@tanstack/react-router'
import type { Plan, PlanConflict } from 'soulgate/contracts/plan'
import { AgentText } from '../text/agent-text.tsx'
import classes from './changes.module.css'

/** Why nothing fits: the constraints that cannot hold together, and which of them can give way. */
export function ConflictView({ conflict }: { readonly conflict: NonNullable<Plan['conflict']> }) {
  return (
    <section className={classes.conflict} aria-label="What does not fit">
      <h2>These do not fit together</h2>
      <p>
        <AgentText text={conflict.message} />
      </p>
      <ConflictList conflict={conflict} />
    </section>
  )
}

/** The constraints of a conflict, those that can give way first. */
export function ConflictList({ conflict }: { readonly conflict: PlanConflict }) {
  const { constraints } = conflict
  const ordered = [
    ...constraints.filter(each => each.can_relax),
    ...constraints.filter(each => !each.can_relax),
  ]
  return (
    <ul className={classes.constraints}>
      {ordered.map(constraint => (
        <Constraint key={constraint.constraint_id} constraint={constraint} />
      ))}
    </ul>
  )
}

function Constraint({ constraint }: { readonly constraint: PlanConflict['constraints'][number] }) {
  const { message, can_relax: canRelax, plan_id: planId } = constraint
  return (
    <li>
      <span>
        <AgentText text={message} />
        {planId !== undefined && (
          <>
            {' '}
            <Link to="/plans/$planId" params={{ planId }}>
              The other plan
            </Link>
          </>
        )}
      </span>
      <span className={classes.relax} data-relax={canRelax}>
        {canRelax ? 'can give way' : 'stays'}
      </span>
    </li>
  )
}

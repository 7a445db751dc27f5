import { type Check, failure } from './check.ts'

const MANY = 5

/** Warns when a goal asks for five steps or more; it never stops a goal by itself. */
export const checkComplexity: Check = ({ clauses }) => {
  const steps = clauses.filter(
    clause => clause.verb?.known === true && !clause.negated && !clause.conditional,
  )
  if (steps.length < MANY) return []
  return [
    failure('complexity_warning', {
      message: `The goal asks for ${steps.length} steps; it may need approval step by step.`,
      certain: false,
      answerable: false,
      evidence: steps.slice(0, 8).map(step => step.verb?.base ?? step.text),
    }),
  ]
}

import type { Understanding } from '../../../contracts/reasoning.ts'
import { splitClauses } from '../language/language.ts'
import { prepareTools, scoreText, type ToolDescription } from '../propose/propose.ts'
import type { Pointer } from './pointers.ts'
import type { Referents } from './referents.ts'
import type { VagueReason } from './vagueness.ts'

interface Findings {
  readonly pointers: readonly Pointer[]
  readonly referents: Referents
  readonly vagueness: readonly VagueReason[]
  readonly tools: readonly ToolDescription[]
}

/** Puts into words what was understood; every sentence is built from the goal or from what was found missing. */
export function describeUnderstanding(goal: string, findings: Findings): Understanding {
  const clauses = splitClauses(goal)
  const steps = clauses.filter(clause => clause.verb !== undefined && !clause.negated && !clause.conditional)
  const limits = clauses.filter(clause => clause.negated)
  const verbs = steps.map(step => step.verb?.base ?? '')
  return {
    surface_goal: goal,
    real_goal: tidy(goal),
    domain: domainOf(goal, findings.tools),
    assumptions: assumptionsOf(findings),
    clarifying_questions: [...new Set(findings.vagueness.flatMap(({ reason }) => ASKED[reason] ?? []))],
    success_criteria: [
      ...steps.map(step => `Done: ${tidy(step.text)}`),
      ...limits.map(limit => `Kept: ${tidy(limit.text)}`),
    ].slice(0, 8),
    initial_approach:
      verbs.length === 0
        ? 'Find out first what is wanted.'
        : `${verbs.length} ${verbs.length === 1 ? 'step' : 'steps in the order asked'}: ${verbs.slice(0, 6).join(', ')}.`,
    needs_planning: steps.length >= 3,
  }
}

const COURTESY =
  /^\s*(?:hi|hello|hey|please|kindly|can you|could you|would you|will you|i(?:'d| would) like you to|i want you to|and|then|but)\b[,!.\s]*/i

function tidy(text: string): string {
  const bare = text.replace(COURTESY, '').replace(COURTESY, '').trim()
  return bare === '' ? text.trim() : bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** The leading part of the name of the tool that is found first; “general” when none is. */
function domainOf(goal: string, tools: readonly ToolDescription[]): string {
  const scores = scoreText(goal, prepareTools(tools))
  const best = Math.max(0, ...scores)
  const name = best > 0 ? (tools[scores.indexOf(best)]?.name ?? '') : 'general'
  return name.split(/[.:/]/)[0] ?? name
}

function assumptionsOf({ pointers, referents }: Findings): string[] {
  const followed = pointers
    .filter(pointer => pointer.resolved)
    .map(pointer => `“${pointer.text}” means what came with the goal`)
  const chosen = referents.resolved
    .slice(0, 3)
    .map(({ text, candidates }) => `“${text}” means ${candidates[0] ?? text}`)
  return [...new Set([...followed, ...chosen])].slice(0, 6)
}

const ASKED: Partial<Readonly<Record<VagueReason['reason'], string>>> = {
  no_action: 'What should be done?',
  no_target: 'On what exactly?',
  unanchored_effect: 'On what exactly?',
}

/** What is understood of a goal that nobody has read. */
export const NOTHING_UNDERSTOOD: Understanding = {
  real_goal: '',
  surface_goal: '',
  domain: 'unknown',
  assumptions: [],
  clarifying_questions: [],
  success_criteria: [],
  initial_approach: '',
  needs_planning: false,
}

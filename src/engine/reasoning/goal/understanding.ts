import type { Understanding } from '../../../contracts/reasoning.ts'
import { contentStems, splitClauses } from '../language/language.ts'
import type { Pointer } from './pointers.ts'
import type { Referents } from './referents.ts'
import { readToolWords, type ToolShape } from './tool-words.ts'
import type { VagueReason } from './vagueness.ts'
import type { ReadGoal } from './wording.ts'

interface Findings {
  readonly pointers: readonly Pointer[]
  readonly referents: Referents
  readonly vagueness: readonly VagueReason[]
  readonly tools: readonly ToolShape[]
}

/** Puts into words what was understood; every sentence is built from the goal or from what was found missing. */
export function describeUnderstanding(read: ReadGoal, findings: Findings): Understanding {
  const clauses = splitClauses(read.goal)
  const steps = clauses.filter(clause => clause.verb !== undefined && !clause.negated && !clause.conditional)
  const limits = clauses.filter(clause => clause.negated)
  return {
    surface_goal: read.goal,
    real_goal: tidy(read.goal),
    domain: domainOf(read.goal, findings.tools),
    assumptions: assumptionsOf(findings),
    clarifying_questions: questionsOf(findings),
    success_criteria: [
      ...steps.map(step => `Done: ${tidy(step.text)}`),
      ...limits.map(limit => `Kept: ${tidy(limit.text)}`),
    ].slice(0, 8),
    initial_approach: approachOf(steps.map(step => step.verb?.base ?? '')),
    needs_planning: steps.length >= 3,
  }
}

function tidy(text: string): string {
  const bare = text
    .replace(/^\s*(?:hi|hello|hey)\b[,!. ]*/i, '')
    .replace(
      /^\s*(?:please|kindly|can you|could you|would you|will you|i(?:'d| would) like you to|i want you to|and|then|but)\b[,\s]*/i,
      '',
    )
    .replace(/\bplease\b[,\s]*/gi, '')
    .trim()
  return bare === '' ? text.trim() : bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** The first word group shared with a tool: its name's leading part; “general” when none is near. */
function domainOf(goal: string, tools: readonly ToolShape[]): string {
  const { toolsByStem } = readToolWords(tools)
  const hits = new Map<number, number>()
  let best = { at: -1, count: 0 }
  for (const stem of new Set(contentStems(goal))) {
    for (const at of toolsByStem.get(stem) ?? []) {
      const count = (hits.get(at) ?? 0) + 1
      hits.set(at, count)
      if (count > best.count || (count === best.count && at < best.at)) best = { at, count }
    }
  }
  const name = tools[best.at]?.name
  return name === undefined ? 'general' : (name.split(/[.:/]/)[0] ?? name)
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

function questionsOf({ pointers, referents, vagueness }: Findings): string[] {
  const open = pointers
    .filter(pointer => !pointer.resolved)
    .map(pointer => `What does “${pointer.text}” refer to?`)
  const which = referents.ambiguous.map(
    ({ text, candidates }) => `Which ${text}: ${candidates.slice(0, 4).join(', ')}?`,
  )
  const missing = vagueness.flatMap(({ reason }) => {
    if (reason === 'no_action') return ['What should be done?']
    if (reason === 'no_target' || reason === 'unanchored_effect') return ['On what exactly?']
    return reason === 'unmeasured_quality' ? ['How will you know that it is better?'] : []
  })
  return [...new Set([...open, ...which, ...missing])].slice(0, 5)
}

function approachOf(verbs: readonly string[]): string {
  if (verbs.length === 0) return 'Find out first what is wanted.'
  if (verbs.length === 1) return `One step: ${verbs[0]}.`
  return `${verbs.length} steps in the order asked: ${verbs.slice(0, 6).join(', ')}.`
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

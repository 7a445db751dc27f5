import { canonicalize } from '../../../base/canonical-json.ts'
import type { Reasoned } from '../reason-about.ts'
import type { Known } from '../round.ts'
import type { Consulted, Suggestion } from './suggestion.ts'

/** The fit of calls that only a model connects with the goal: enough to be asked about. */
const MODEL_FIT = 0.6

export interface Added {
  readonly reasoned: Reasoned
  readonly outcome: Consulted['outcome']
}

/**
 * What was reasoned, with what a model said to it. The same calls: its text is added. Others: they stand, and a person
 * must look, because nothing but the model connects them with the goal. A goal that is open stays open: it is asked
 * about, not guessed. A low self-score brings a person in; a high one does nothing.
 */
export function addSuggestion(
  reasoned: Reasoned,
  suggestion: Suggestion,
  { known, goal }: { readonly known: Known; readonly goal: string },
): Added {
  const { proposal } = reasoned
  const outcome = outcomeOf(reasoned, suggestion)
  const isUnsure = suggestion.self_score < known.settings.thresholds.high
  const because = [
    ...(outcome === 'agreed' ? [] : [REASONS[outcome]]),
    ...(isUnsure ? [`The language model is sure of it by ${suggestion.self_score.toFixed(2)} only.`] : []),
  ]
  const said = `The language model says: ${suggestion.cannot_because ?? suggestion.reasoning_summary}`
  const told = {
    ...proposal,
    reasoning_summary: [proposal.reasoning_summary, said].filter(text => text !== '').join('\n'),
    risks: [...proposal.risks, ...suggestion.risks],
    alternatives: [...proposal.alternatives, ...suggestion.alternatives],
  }
  const calls = suggestion.tool_calls.map(({ tool, arguments: args, why }) => ({
    tool,
    arguments: args,
    description: why === '' ? `${tool} as the language model proposes it.` : why,
    evidence: ['proposed by the language model'],
  }))
  const replaced =
    outcome === 'proposed'
      ? {
          ...told,
          tool_calls: calls,
          missing_arguments: stillMissing(reasoned, suggestion, goal),
          guessed_arguments: [],
          steps: calls.map(call => call.description),
          fit: Math.max(proposal.fit, MODEL_FIT),
        }
      : told
  return {
    outcome,
    reasoned: {
      ...reasoned,
      proposal: replaced,
      drafted: outcome === 'proposed' ? [] : reasoned.drafted,
      understanding: { ...reasoned.understanding, ...textOf(suggestion) },
      ...(because.length > 0 ? { look_because: because.join(' ') } : {}),
    },
  }
}

const REASONS: Readonly<Record<Exclude<Consulted['outcome'], 'agreed'>, string>> = {
  proposed: 'Only the language model proposes these calls.',
  refused: 'The language model would not make these calls.',
  failed: '',
}

function outcomeOf({ proposal }: Reasoned, { tool_calls }: Suggestion): Consulted['outcome'] {
  const of = (
    calls: readonly { tool: string; arguments: Reasoned['proposal']['tool_calls'][number]['arguments'] }[],
  ) => calls.map(call => canonicalize({ tool: call.tool, arguments: call.arguments })).sort()
  const own = of(proposal.tool_calls)
  const others = of(tool_calls)
  const isComplete = proposal.missing_arguments.length === 0
  if (isComplete && own.length === others.length && own.every((call, index) => call === others[index]))
    return 'agreed'
  return others.length === 0 ? 'refused' : 'proposed'
}

/** What nobody told stays missing, unless the model found it in the person's own words. */
function stillMissing({ proposal }: Reasoned, { tool_calls }: Suggestion, goal: string) {
  const words = goal.toLowerCase()
  return proposal.missing_arguments.filter(({ tool, name }) => {
    const values = tool_calls.filter(call => call.tool === tool).map(call => call.arguments[name])
    return values.some(value => value === undefined || !words.includes(String(value).toLowerCase()))
  })
}

/** What it read out of the goal; what was asked back and how clear the goal is stays ours. */
function textOf({ understanding }: Suggestion): Partial<Reasoned['understanding']> {
  return Object.fromEntries(
    Object.entries(understanding).filter(([, value]) => value !== undefined && value.length > 0),
  )
}

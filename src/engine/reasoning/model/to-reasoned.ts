import type { RegisteredTool } from '../../../contracts/tool.ts'
import { NOTHING_UNDERSTOOD } from '../goal/goal.ts'
import type { Proposal } from '../propose/propose.ts'
import type { Reasoned } from '../reason-about.ts'
import type { Known } from '../round.ts'
import { findWords, type Objection } from '../verify/verify.ts'
import type { Looked } from './answer-request.ts'
import type { CheckedAnswer, CheckedCall } from './check-answer.ts'

/** What the journal keeps of the model's reading of one round. */
export interface ModelReading {
  /** `provider/model` that answered, or that was asked. */
  readonly model: string
  readonly tokens: number
  readonly cost_usd: number
  /** Absent where no answer could be used. */
  readonly checked?: CheckedAnswer
  /** Why none could be used. */
  readonly because?: string
  readonly looked: readonly Looked[]
}

/** A reading that held, as what was reasoned in a round. Its calls and arguments stand as the model gave them. */
export function toReasoned(
  reading: ModelReading & { readonly checked: CheckedAnswer },
  { goal, known, tools }: { goal: string; known: Known; tools: readonly RegisteredTool[] },
): Reasoned {
  const { model, checked, looked } = reading
  const { answer, calls } = checked
  const missing = missingOf(checked, tools)
  const impossible = answer.impossible.map(
    ({ words, needs }) =>
      `“${words}”: no tool here does that.${needs === '' ? '' : ` It would need ${needs.replace(/\.$/, '')}.`}`,
  )
  const proposal: Proposal = {
    tool_calls: calls.map(({ tool, arguments: args, rests_on }) => ({
      tool,
      arguments: args,
      description: tools.find(item => item.name === tool)?.description ?? tool,
      evidence: rests_on.map(({ text }) => `“${text}”`),
      rests_on,
    })),
    fit: calls.length === 0 ? 0 : 1,
    candidates: [],
    missing_arguments: missing,
    steps: calls.map(({ tool }) => tool),
    reasoning_summary: summarise({ model, checked, impossible }),
    alternatives: [],
    risks: impossible,
  }
  return {
    understanding: { ...NOTHING_UNDERSTOOD, surface_goal: goal, real_goal: goal },
    goal_understanding: missing.length > 0 ? PARTLY : WHOLLY,
    understanding_evidence: [`read by the language model ${model}`],
    proposal,
    reads: looked,
    read_by: { by: 'model', model },
    findings: {
      leftover: [...answer.not_taken_in, ...answer.impossible.map(({ words }) => words)].flatMap(
        words => findWords(goal, words) ?? [],
      ),
      objections: objectionsOf(checked, goal),
      doubts: [...doubtsOf(checked, { known, model, tools }), ...objectionsOfRules(known)],
    },
  }
}

const WHOLLY = 0.9
const PARTLY = 0.6

function summarise({
  model,
  checked: { answer, calls },
  impossible,
}: {
  readonly model: string
  readonly checked: CheckedAnswer
  readonly impossible: readonly string[]
}): string {
  const named = [...new Set(calls.map(call => call.tool))].join(', ')
  if (calls.length > 0) return [`${model} read the goal: ${named}.`, ...impossible].join(' ')
  if (impossible.length > 0) return impossible.join(' ')
  return answer.intent === 'question'
    ? 'It asks something that no tool here can look up.'
    : 'Nothing is ordered, so nothing was done.'
}

/** What the model lists, and what a schema requires beside it. */
function missingOf({ answer, calls }: CheckedAnswer, tools: readonly RegisteredTool[]) {
  const required = calls.flatMap(({ tool: name, arguments: args }) => {
    const tool = tools.find(item => item.name === name)
    const wanted = Array.isArray(tool?.input_schema.required) ? tool.input_schema.required : []
    return wanted.map(String).flatMap(argument => (argument in args ? [] : [{ tool: name, argument }]))
  })
  const listed = answer.missing.filter(item => tools.some(tool => tool.name === item.tool))
  const all = new Map([...listed, ...required].map(item => [`${item.tool}\n${item.argument}`, item]))
  return [...all.values()].map(({ tool, argument }) => ({ tool, name: argument, why: 'nobody told it' }))
}

const KINDS = {
  question: 'question',
  statement: 'report',
  supposition: 'supposition',
  retraction: 'retraction',
} as const

/** What the model itself says against its calls. */
function objectionsOf({ answer, calls }: CheckedAnswer, goal: string): readonly Objection[] {
  const { intent, contradicts } = answer
  const whole = { start: 0, end: goal.length, text: goal }
  return [
    ...(intent === 'order' || intent === 'question'
      ? []
      : [{ kind: KINDS[intent], span: whole, candidates: [] }]),
    ...contradicts.flatMap(({ words, against }): Objection[] => {
      const [span, other] = [findWords(goal, words), findWords(goal, against)]
      return span === undefined || other === undefined
        ? []
        : [{ kind: 'contradiction', span, candidates: [span.text, other.text] }]
    }),
    ...findSpread(calls),
  ]
}

/** Words that are themselves the value of one call name one thing: no other call of the tool works another out of them. */
function findSpread(calls: readonly CheckedCall[]): readonly Objection[] {
  const values = calls.flatMap(({ tool, values }) => values.map(value => ({ ...value, tool })))
  return values.flatMap(({ tool, argument, value, source, words: [span] }) => {
    if (source !== 'said' || span === undefined) return []
    const others = values.filter(
      other =>
        other.tool === tool &&
        other.argument === argument &&
        other.source === 'worked_out' &&
        other.words.some(({ start, end }) => start < span.end && end > span.start),
    )
    const candidates = [...new Set([value, ...others.map(other => other.value)])]
    return candidates.length < 2 ? [] : [{ kind: 'widened', span, candidates }]
  })
}

/** What rules and its own words make a person look at; reading alone is nobody's harm. */
function doubtsOf(
  { answer, calls }: CheckedAnswer,
  {
    known,
    model,
    tools,
  }: { readonly known: Known; readonly model: string; readonly tools: readonly RegisteredTool[] },
): readonly string[] {
  const changes = calls.filter(
    ({ tool }) => tools.find(item => item.name === tool)?.annotations.read_only !== true,
  )
  if (changes.length === 0) return []
  return [
    ...(answer.sure < known.settings.thresholds.high
      ? [`${model} is sure of its reading by ${answer.sure.toFixed(2)} only.`]
      : []),
    ...(answer.intent === 'question' ? ['The goal asks, and this would change something.'] : []),
    ...changes.flatMap(call => call.values.flatMap(value => doubtAbout(call, value))),
  ]
}

function doubtAbout(
  { tool }: CheckedCall,
  { argument, value, source, words }: CheckedCall['values'][number],
): readonly string[] {
  const shown = value.length > MAX_SHOWN_CHARACTERS ? `${value.slice(0, MAX_SHOWN_CHARACTERS)}…` : value
  if (source === 'said') return []
  const where =
    source === 'material'
      ? 'stands in what was attached, said before or looked at, not in the goal'
      : `is worked out from “${words.map(({ text }) => text).join('” and “')}”`
  return [`${argument} of ${tool} ${where}: ${shown}`]
}

const MAX_SHOWN_CHARACTERS = 80

/** What the checks of the words say; with a model's reading they warn, and stop nothing. */
function objectionsOfRules({ validation }: Known): readonly string[] {
  return validation.validation_status === 'passed'
    ? []
    : validation.failures.map(({ message }) => `A rule objects: ${message}`)
}

import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Step } from '../../contracts/step.ts'

const MAX_FACTS = 6
const MAX_CHARACTERS = 300

/** One thing that is known of a gate, and the words by which people ask for its kind. */
interface Fact {
  readonly text: string
  readonly asked: RegExp
}

/**
 * What the record of a run says to a person's question at its gate: the facts that share words with the question, or
 * are of the kind that is asked for. It quotes and invents nothing; where the record is silent it says so.
 */
export function answerFromRecord(
  question: string,
  { gate, steps }: { readonly gate: Gate; readonly steps: readonly Step[] },
): string {
  const facts = factsOf(gate, steps)
  const asked = wordsOf(question)
  const ranked = facts
    .map((fact, index) => ({ fact, index, score: scoreOf(fact, asked, question) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MAX_FACTS)
    .toSorted((a, b) => a.index - b.index)
  if (ranked.length > 0) {
    return ['From the record of this run:', ...ranked.map(({ fact }) => `- ${fact.text}`)].join('\n')
  }
  const rest = facts.slice(0, MAX_FACTS).map(fact => `- ${fact.text}`)
  return ['The record of this run says nothing about that. What it does say:', ...rest].join('\n')
}

function scoreOf({ text, asked: kind }: Fact, asked: ReadonlySet<string>, question: string): number {
  const shared = [...wordsOf(text)].filter(word => asked.has(word)).length
  return shared + (kind.test(question) ? 1.5 : 0)
}

const COMMON =
  /^(?:the|and|for|that|this|with|you|are|was|not|has|have|but|what|why|how|who|when|where|did|does|will|would|can|could|from|into|about|there|here|they|them|its|it|is|be|to|of|in|on|at|do|an|or|as|if)$/

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_.\-/]{2,}/gu) ?? []
  return new Set(
    words
      .map(word => word.replace(/^[.\-/]+|[.\-/]+$/g, ''))
      .filter(word => word !== '' && !COMMON.test(word)),
  )
}

const WHY = /\b(?:why|reason|held|hold|because)\b/i
const SURE = /\b(?:sure|certain|confiden\w*|doubt|know)\b/i
const FROM = /\b(?:where|from|source|who|origin|told)\b/i
const RISK = /\b(?:risk\w*|danger\w*|wrong|worst|undo|back|revers\w*|harm)\b/i
const ELSE = /\b(?:else|other|alternativ\w*|instead|option\w*|different)\b/i
const DONE = /\b(?:done|already|so far|ran|run|before|happened|step\w*)\b/i
const GOAL = /\b(?:goal|want\w*|purpose|understand\w*|assum\w*|meant?|trying|plan)\b/i

function factsOf(gate: Gate, steps: readonly Step[]): readonly Fact[] {
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  return [
    ...calls.flatMap(call => [
      fact(
        `It asks to run ${call.tool} ${JSON.stringify(call.arguments)}; it is ${call.reversibility}.`,
        RISK,
      ),
      ...(call.origins ?? []).map(({ pointer, value, source, where }) =>
        fact(`${pointer} ${value}: ${where ?? `source ${source}`}`, FROM),
      ),
    ]),
    ...gate.why_held.map(why => fact(`Held: ${why.text}`, WHY)),
    ...(gate.confidence?.factors ?? []).map(({ factor, value, evidence }) =>
      fact(`${factor} is ${value.toFixed(2)}: ${evidence.join('; ') || 'no evidence is recorded'}`, SURE),
    ),
    ...gate.risks.map(risk => fact(`Risk: ${risk}`, RISK)),
    ...gate.alternatives.map(other => fact(`Alternative: ${other}`, ELSE)),
    ...understandingOf(steps),
    ...steps.flatMap(step => (step.kind === 'tool' ? [fact(`${step.name} ${step.status}`, DONE)] : [])),
    ...gate.briefing.details
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => fact(line.trim(), /^$/)),
  ]
}

const UNDERSTOOD = [
  ...(['real_goal', 'assumptions', 'success_criteria'] as const),
  ...(['initial_approach', 'reasoning_summary'] as const),
]

/** What the latest step that understood the goal wrote down. */
function understandingOf(steps: readonly Step[]): readonly Fact[] {
  const outputs = steps.map(step => step.output).filter(isObject)
  const latest = outputs.map(output => output.understanding).findLast(isObject)
  const summary = outputs.findLast(output => typeof output.reasoning_summary === 'string')
  const known: JsonObject = {
    ...latest,
    ...(summary ? { reasoning_summary: summary.reasoning_summary ?? '' } : {}),
  }
  return UNDERSTOOD.flatMap(key => {
    const value = known[key]
    const texts = Array.isArray(value) ? value : [value]
    return texts.flatMap(text =>
      typeof text === 'string' && text.trim() !== ''
        ? [fact(`${key.replaceAll('_', ' ')}: ${text}`, GOAL)]
        : [],
    )
  })
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fact(text: string, asked: RegExp): Fact {
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : text
  return { text: cut, asked }
}

import { headingOf } from '../../contracts/act-line.ts'
import type { GatePredictions } from '../../contracts/evidence.ts'
import type { Artifact, Gate, GateOption } from '../../contracts/gate.ts'
import { gateFieldLine, gateFields, gateTypeName } from '../../contracts/gate-fields.ts'
import { letsCallsRun } from '../../contracts/gate-review.ts'
import type { CallOutcome } from '../../contracts/outcome.ts'
import type { Question } from '../../contracts/question.ts'
import type { Reading } from '../../contracts/reading.ts'
import type { ReasoningResponse } from '../../contracts/reasoning.ts'
import type { Run } from '../../contracts/run.ts'
import type { Step } from '../../contracts/step.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { bar, type Colors, clip, escapeLine } from './terminal-text.ts'

/** A gate as a person must see it before deciding: what will run first, then why it was held. `isWhole`: nothing is cut. */
export function gateCard(
  gate: Gate,
  colors: Colors,
  {
    isWhole = false,
    predictions = {},
  }: { readonly isWhole?: boolean; readonly predictions?: GatePredictions } = {},
): readonly string[] {
  const longest = isWhole ? Number.POSITIVE_INFINITY : 2000
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const questions = 'questions' in gate.subject ? gate.subject.questions : []
  const fields = gateFields(gate)
  // The program alone opens such gates: their details are its own.
  const isDoubt = gate.type === 'unknown_outcome'
  const inBox = Object.keys(gate.subject).filter(key => key === 'plan' || key === 'document')
  return [
    `${colors.bold(escapeLine(headingOf(gate)))}  ${statusText(gate.status, colors)}`,
    colors.dim(
      `${gate.gate_id} · ${typeText(gate)} · asked by ${escapeLine(gate.requested_by)}${expiryText(gate)}`,
    ),
    ...section(
      gate.briefing.asked_by === 'saved' ? 'Asked for, with a saved credential' : 'Asked for',
      textLines(gate.briefing.asked_for),
      colors,
    ),
    ...section('Read by', readingLines(gate.briefing.reading), colors),
    ...section(
      'What will run',
      calls.flatMap(call => [callLine(call, longest), ...restLines(call.rests_on)]),
      colors,
    ),
    ...section(
      'Predicted by the tool’s own code; nothing has happened',
      predictionLines(predictions, calls),
      colors,
    ),
    ...section('Questions', questions.flatMap(askedLines), colors),
    ...section(
      'Proposed',
      fields?.map(field => gateFieldLine(field, longest)) ??
        inBox.flatMap(key => proposedLines(Object(gate.subject)[key], longest)),
      colors,
    ),
    ...section(
      'Changed since this was asked',
      (gate.drift ?? []).map(({ text }) => escapeLine(text)),
      colors,
    ),
    ...section(
      'Why it was held',
      gate.why_held.map(why => `${why.source}: ${escapeLine(why.text)}`),
      colors,
    ),
    ...section('What is known of it', isDoubt ? textLines(gate.briefing.details) : [], colors),
    ...section('Evidence', gate.artifacts.map(artifactLine), colors),
    ...section(
      'The agent says (not checked)',
      [
        ...textLines(gate.briefing.agent_says),
        ...(isWhole && !isDoubt ? gate.briefing.details.split('\n').map(escapeLine) : []),
      ],
      colors,
    ),
    ...section('Confidence', confidenceLines(gate), colors),
    ...section('Risks', gate.risks.map(escapeLine), colors),
    ...section('You may', waysOut(gate), colors),
    ...section('Decided', gate.decisions.map(decisionLine), colors),
    ...section('What came of it', (gate.outcome?.calls ?? []).map(outcomeLine), colors),
  ]
}

function predictionLines(predictions: GatePredictions, calls: readonly ToolCall[]): readonly string[] {
  return calls.flatMap(({ call_id, tool }) => {
    const prediction = predictions[call_id]
    if (prediction === undefined) return []
    const said = 'value' in prediction ? JSON.stringify(prediction.value) : `none: ${prediction.problem}`
    return [`${escapeLine(tool)}: ${escapeLine(clip(said, 2000))}`]
  })
}

/** What rests on something that changed is not approved as it stands. */
function waysOut(gate: Gate): readonly string[] {
  if ((gate.drift ?? []).length === 0) return gate.options.flatMap(option => optionLines(gate, option))
  const rest = gate.options.filter(option => !letsCallsRun(option))
  return [
    `propose it again with what stands now: \`soulgate gates reopen ${gate.gate_id}\``,
    ...rest.flatMap(option => optionLines(gate, option)),
  ]
}

/** Who read the goal, why not the model where one is configured, and what was not taken in. */
function readingLines(reading: Reading | undefined): readonly string[] {
  if (reading === undefined) return []
  const { by, model = 'a language model', because, leftover } = reading
  const who = by === 'model' ? `the language model ${model}` : 'the built-in rules'
  const left = leftover.map(({ text }) => `“${text}”`).join(', ')
  return [
    escapeLine(because === undefined ? who : `${who}, not by ${model}: ${because}`),
    ...(left === '' ? [] : [escapeLine(`not taken in: ${left}`)]),
  ]
}

function restLines(spans: ToolCall['rests_on'] = []): readonly string[] {
  return spans.length === 0
    ? []
    : [escapeLine(`  rests on ${spans.map(({ text }) => `“${text}”`).join(', ')}`)]
}

function typeText({ type, definition }: Gate): string {
  return definition === undefined ? type : escapeLine(gateTypeName({ type, definition }))
}

function textLines(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : [clip(escapeLine(text), 2000)]
}

/** A question with what can be chosen; the words of a choice are an answer. */
function askedLines({ question, options = [], context }: Question, index: number): readonly string[] {
  return [
    `${index}. ${escapeLine(question)}`,
    ...(context === undefined ? [] : [`   ${escapeLine(context)}`]),
    ...options.map(({ id, label }) => `   ${escapeLine(id)} — ${escapeLine(label)}`),
  ]
}

/** An option, and the command for one that asks for something: each value that its first field may have. */
function optionLines(
  { gate_id }: Gate,
  { id, label, decision, input_schema: schema }: GateOption,
): readonly string[] {
  const line = `${id} — ${escapeLine(label)}`
  const { required, properties } = Object(schema) as { required?: unknown; properties?: unknown }
  const field = Array.isArray(required) ? String(required[0]) : ''
  if (field === '' || decision !== 'approve') return [line]
  const { enum: known } = Object(Object(properties)[field]) as { enum?: unknown }
  const values: readonly unknown[] = Array.isArray(known) ? known : ['…']
  const command = `soulgate approve ${gate_id} --option ${escapeLine(id)} --input ${escapeLine(field)}`
  return [line, ...values.map(value => `   ${command}=${escapeLine(String(value))}`)]
}

/** What is approved line by line, where the asker wrote it so; otherwise as it is. */
function proposedLines(subject: unknown, longest: number): readonly string[] {
  const { lines } = Object(subject) as { lines?: unknown }
  if (Array.isArray(lines) && lines.length > 0) return lines.map(line => escapeLine(String(line)))
  return [clip(escapeLine(JSON.stringify(subject)), longest)]
}

/** What a goal was understood as, what is proposed and how surely. */
export function reasoningCard(response: ReasoningResponse, colors: Colors): readonly string[] {
  const { result, approval_request: request } = response
  const factors = result.confidence_factors.map(
    ({ factor, value, evidence }) =>
      `${bar(value)}  ${escapeLine(factor)}  ${colors.dim(escapeLine(evidence[0] ?? ''))}`,
  )
  return [
    ...(result.message || result.summary || result.reasoning_summary)
      .split('\n')
      .map(line => colors.bold(escapeLine(line))),
    colors.dim(
      `${response.run_id} · ${response.execution_path}${response.state ? ` · ${response.state}` : ''}`,
    ),
    ...section('Read by', readingLines(response.reading), colors),
    ...section('Confidence', [`${bar(response.confidence)}  in all`, ...factors], colors),
    ...section('Proposed', (request?.tools_proposed ?? []).map(escapeLine), colors),
    ...section('Questions', questionLines(response), colors),
    ...section('Ran', response.tool_results.map(resultLine), colors),
  ]
}

/** A run and its journal. */
export function runCard(run: Run, steps: readonly Step[], colors: Colors): readonly string[] {
  return [
    `${colors.bold(run.run_id)}  ${run.agent ?? run.kind}  ${statusText(run.outcome ?? run.status, colors)}`,
    colors.dim(`session ${run.session_id} · asked by ${escapeLine(run.requested_by)} · ${run.created_at}`),
    ...section('Calls', (run.calls ?? []).map(outcomeLine), colors),
    ...section('Journal', steps.map(stepLine), colors),
    ...section('Waits for', textLines(run.waiting_detail), colors),
    ...section('Waits at', run.waiting_gate_ids, colors),
    ...section('Answer', run.kind === 'agent' ? textLines(answerText(run.output)) : [], colors),
    ...section('Error', run.error ? [`${run.error.code}: ${escapeLine(run.error.message)}`] : [], colors),
  ]
}

/** What an agent of one's own answered, as JSON. */
function answerText(output: Run['output']): string | undefined {
  return output === undefined || output === null ? undefined : JSON.stringify(output)
}

/** One call on one line: the tool and its arguments as they are. */
function callLine({ tool, arguments: values, reversibility, claimed }: ToolCall, longest: number): string {
  const marks = `${reversibility}${claimed ? ', claimed' : ''}`
  return `${escapeLine(tool)} ${clip(escapeLine(JSON.stringify(values)), longest)}  (${marks})`
}

function artifactLine({ path, type, size_bytes: bytes }: Artifact): string {
  return `${escapeLine(path)} (${type}, ${bytes} bytes)`
}

function outcomeLine({ tool, act = tool, status, message }: CallOutcome): string {
  const said = message === undefined ? '' : `: ${clip(escapeLine(message), 300)}`
  return `${clip(escapeLine(act), 300)} — ${status.replace('_', ' ')}${said}`
}

function section(title: string, lines: readonly string[], colors: Colors): readonly string[] {
  return lines.length === 0 ? [] : ['', colors.cyan(title), ...lines.map(line => `  ${line}`)]
}

function confidenceLines(gate: Gate): readonly string[] {
  if (!gate.confidence) return []
  const { score, factors, adjustments } = gate.confidence
  return [
    `${bar(score)}  in all`,
    ...factors.map(({ factor, value }) => `${bar(value)}  ${escapeLine(factor)}`),
    ...adjustments.map(
      ({ delta, text }) => `${delta > 0 ? '+' : ''}${delta.toFixed(2)}  ${escapeLine(text)}`,
    ),
  ]
}

function questionLines({ clarification, validation }: ReasoningResponse): readonly string[] {
  const asked = clarification?.questions.map(({ question }, index) => `${index}. ${question}`)
  return (asked ?? validation?.suggested_questions ?? []).map(escapeLine)
}

function resultLine(result: ReasoningResponse['tool_results'][number]): string {
  const mark = { succeeded: '✓', failed: '✗', not_run: '–', unknown: '?' }[result.status]
  return `${mark} ${escapeLine(result.tool_name)} ${clip(escapeLine(result.error ?? result.message), 300)}`
}

function stepLine(step: Step): string {
  const mark = { started: '…', succeeded: '✓', failed: '✗', unknown: '?' }[step.status]
  const duration = step.duration_ms === undefined ? '' : `  ${Math.round(step.duration_ms)} ms`
  const why = step.error === undefined ? '' : ` — ${clip(escapeLine(step.error.message), 300)}`
  return `${mark} ${String(step.seq).padStart(3)}  ${step.kind.padEnd(7)}  ${escapeLine(step.name)}${duration}${why}`
}

function decisionLine({
  decision,
  decided_by,
  decided_by_name,
  decided_at,
  reason,
  late,
}: Gate['decisions'][number]) {
  const who = escapeLine(decided_by_name ?? decided_by)
  return `${decision} by ${who} at ${decided_at}${late ? ' (late, changed nothing)' : ''}${reason ? `: ${escapeLine(reason)}` : ''}`
}

function expiryText({ expires_at }: Gate): string {
  return expires_at === undefined ? '' : ` · until ${expires_at}`
}

/** A status in the colour it means. */
export function statusText(status: string, colors: Colors): string {
  if (['approved', 'completed', 'answered', 'succeeded'].includes(status)) return colors.green(status)
  if (['pending', 'waiting_input', 'running', 'queued'].includes(status)) return colors.yellow(status)
  return colors.red(status)
}

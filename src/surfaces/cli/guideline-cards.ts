import type { Guideline } from '../../contracts/guideline.ts'
import type { EvaluateGuardrailsResponse } from '../../contracts/requests/guardrails.ts'
import { type Colors, clip, columns, escapeHidden, escapeLine } from './terminal-text.ts'

/** Guidelines as a table. */
export function guidelineRows(guidelines: readonly Guideline[], colors: Colors): readonly string[] {
  if (guidelines.length === 0)
    return ['No such guidelines. `soulgate guardrails bootstrap` stores the defaults.']
  return columns(
    guidelines.map(({ id, priority, enabled, action, name }) => [
      enabled ? colors.green('on ') : colors.dim('off'),
      String(priority).padStart(4),
      escapeLine(id),
      action.type,
      clip(escapeLine(name), 70),
    ]),
  )
}

/** One guideline whole, in words first and as it is stored after. */
export function guidelineCard(guideline: Guideline, colors: Colors): readonly string[] {
  const { id, name, description, enabled, priority, version, updated_at, created_by, action } = guideline
  const suspended = action.suspended === undefined ? '' : `  suspended: ${action.suspended.because}`
  return [
    `${colors.bold(escapeLine(name))}  ${enabled ? colors.green('on') : colors.dim('off')}${colors.red(escapeLine(suspended))}`,
    ...(description === '' ? [] : [escapeHidden(description)]),
    colors.dim(
      `${id} · priority ${priority} · version ${version} · ${updated_at} · by ${escapeLine(created_by)}`,
    ),
    '',
    `when  ${describeFields(guideline.condition, 'always')}`,
    `then  ${describeFields(action, 'nothing')}`,
  ]
}

/** What the guardrails said: the verdict first, then the rules behind it, then why the others did not match. */
export function evaluationCard(answer: EvaluateGuardrailsResponse, colors: Colors): readonly string[] {
  const {
    tool_verdict: verdict,
    hitl_gates,
    combined_instruction,
    guidelines,
    explanations = [],
    errors,
  } = answer
  const gates = hitl_gates.map(gate => {
    const votes = (gate.quorum ?? 1) > 1 ? `, ${gate.quorum} approvals` : ''
    return `gate   ${gate.gate_type} (${gate.threshold}${votes}) by ${gate.guideline_id}: ${gate.text}`
  })
  return [
    ...(verdict === undefined ? [] : [verdictLine(verdict, colors)]),
    ...gates.map(line => colors.yellow(escapeLine(line))),
    ...errors.map(error => colors.red(escapeLine(`error  ${error.guideline_id}: ${error.message}`))),
    ...(combined_instruction === '' ? [] : ['says', ...indent(escapeHidden(combined_instruction))]),
    `${guidelines.length} match`,
    ...guidelines.map(each =>
      escapeLine(`  ${each.guideline_id} (${each.matched_fields.join(', ') || 'always'})`),
    ),
    ...(explanations.length === 0 ? [] : [colors.dim(`${explanations.length} do not`)]),
    ...explanations.map(each => colors.dim(escapeLine(`  ${each.guideline_id}: ${each.field} ${each.text}`))),
    ...(answer.source === 'store'
      ? []
      : [colors.red(`The store cannot be read; this is the ${answer.source} fallback.`)]),
  ]
}

function verdictLine(
  verdict: NonNullable<EvaluateGuardrailsResponse['tool_verdict']>,
  colors: Colors,
): string {
  if (verdict.allowed) return colors.green('No guideline denies the tool.')
  return colors.red(escapeLine(`Denied by ${verdict.rule_id ?? 'a guideline'}: ${verdict.why ?? ''}`))
}

function describeFields(fields: object, nothing: string): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const text = Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : value
    return escapeHidden(`${name}: ${text}`)
  })
  return parts.length === 0 ? nothing : parts.join('\n      ')
}

function indent(text: string): readonly string[] {
  return text.split('\n').map(line => `  ${line}`)
}

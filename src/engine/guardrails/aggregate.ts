import type {
  EvaluatedContext,
  Guideline,
  GuidelineConstraints,
  RequiredGate,
  ToolPattern,
} from '../../contracts/guideline.ts'
import { compileGlob, isLiteralGlob } from './glob.ts'

export const MAX_INSTRUCTION_CHARACTERS = 10_000
export const MAX_COMBINED_INSTRUCTION_CHARACTERS = 50_000
const MAX_REASON_CHARACTERS = 500
const CUT_MARK = '\n[cut: the rest stands in the guideline]'

export type Aggregate = Omit<
  EvaluatedContext,
  'matched_count' | 'guidelines' | 'errors' | 'discarded_paths' | 'explanations' | 'source'
>

/** What matched guidelines say together. They come in order of rank; a deny wins whatever its rank. */
export function aggregate(matched: readonly Guideline[]): Aggregate {
  const allowedBy = matched.flatMap(({ id, action }) => toPatterns(id, action, action.tools_allowed))
  const deniedBy = matched.flatMap(({ id, action }) => toPatterns(id, action, action.tools_denied))
  const isDenied = allowedBy.length > 0 ? matcherOf(deniedBy) : () => false
  const instruction = combineInstructions(matched)
  return {
    combined_instruction: instruction.text,
    instruction_truncated: instruction.truncated,
    tools_allowed: distinct(allowedBy).filter(pattern => !isDenied(pattern)),
    tools_denied: distinct(deniedBy),
    tools_restricted: allowedBy.length > 0,
    allowed_by: allowedBy,
    denied_by: deniedBy,
    hitl_gates: matched.flatMap(toRequiredGate),
    constraints: strictestConstraints(matched),
    confidence_delta: clamp(matched.reduce((sum, { action }) => sum + (action.confidence_delta ?? 0), 0)),
    releases: matched
      .filter(({ action }) => action.type === 'release')
      .map(({ id, priority }) => ({ guideline_id: id, priority })),
  }
}

export type ToolVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly rule_id: string; readonly why: string }

/**
 * Whether the matched guidelines let a tool be used at all. Names are compared without regard to letter case.
 * A denied pattern wins over every allow-list; an allow-list denies what no allow-list names.
 */
export function judgeTool(
  evaluated: Pick<EvaluatedContext, 'allowed_by' | 'denied_by'>,
  tool: string,
): ToolVerdict {
  const name = tool.toLowerCase()
  const denial = evaluated.denied_by.find(({ pattern }) => globOf(pattern)(name))
  if (denial !== undefined) {
    const why = inWords(
      denial,
      `Guideline ${denial.guideline_id} denies ${tool} (pattern ${denial.pattern}).`,
    )
    return { allowed: false, rule_id: denial.guideline_id, why }
  }
  const restriction = evaluated.allowed_by[0]
  if (restriction === undefined || evaluated.allowed_by.some(({ pattern }) => globOf(pattern)(name))) {
    return { allowed: true }
  }
  const rule = restriction.guideline_id
  const why = inWords(restriction, `Guideline ${rule} allows only listed tools; ${tool} is not.`)
  return { allowed: false, rule_id: rule, why }
}

/** What the guideline itself says comes first: an operator chose those words for this moment. */
function inWords({ text }: ToolPattern, reason: string): string {
  return text === undefined ? reason : `${text} (${reason})`
}

const globs = new Map<string, (text: string) => boolean>()
const MAX_CACHED_GLOBS = 10_000

function globOf(pattern: string): (text: string) => boolean {
  const known = globs.get(pattern)
  if (known !== undefined) return known
  if (globs.size >= MAX_CACHED_GLOBS) globs.clear()
  const glob = compileGlob(pattern.toLowerCase())
  globs.set(pattern, glob)
  return glob
}

function toPatterns(
  id: string,
  { instruction }: Guideline['action'],
  patterns: readonly string[] | undefined,
): readonly ToolPattern[] {
  const words = instruction?.trim() ? { text: clip(instruction.trim()) } : {}
  return (patterns ?? []).map(pattern => ({ pattern, guideline_id: id, ...words }))
}

/** Enough of an instruction to say why; the whole of it stands in the guideline. */
function clip(text: string): string {
  if (text.length <= MAX_REASON_CHARACTERS) return text
  const kept = text.slice(0, MAX_REASON_CHARACTERS - 1)
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`
}

/** An allowed pattern is void when it is denied word for word, or names one tool that is denied. */
function matcherOf(denied: readonly ToolPattern[]): (pattern: string) => boolean {
  const patterns = new Set(denied.map(({ pattern }) => pattern))
  const names = new Set([...patterns].filter(isLiteralGlob).map(name => name.toLowerCase()))
  const globs = [...patterns].filter(pattern => !isLiteralGlob(pattern))
  return pattern => {
    const name = pattern.toLowerCase()
    return patterns.has(pattern) || names.has(name) || globs.some(glob => globOf(glob)(name))
  }
}

function distinct(patterns: readonly ToolPattern[]): string[] {
  return [...new Set(patterns.map(({ pattern }) => pattern))].sort()
}

function combineInstructions(matched: readonly Guideline[]): { text: string; truncated: boolean } {
  let text = ''
  let truncated = false
  for (const { action } of matched) {
    if (action.instruction === undefined || action.instruction === '') continue
    const part = cut(action.instruction, MAX_INSTRUCTION_CHARACTERS)
    truncated ||= part !== action.instruction
    text += text === '' ? part : `\n\n${part}`
    if (text.length > MAX_COMBINED_INSTRUCTION_CHARACTERS) {
      return { text: cut(text, MAX_COMBINED_INSTRUCTION_CHARACTERS), truncated: true }
    }
  }
  return { text, truncated }
}

/** Never longer than the limit, the mark included; never half a character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = text.slice(0, limit - CUT_MARK.length)
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + CUT_MARK
}

function toRequiredGate({ id, name, priority, action }: Guideline): readonly RequiredGate[] {
  if (action.type !== 'hitl_gate' && action.gate_type === undefined) return []
  return [
    {
      gate_type: action.gate_type ?? 'tool_approval',
      threshold: action.gate_threshold ?? 'mandatory',
      guideline_id: id,
      priority,
      text: action.instruction?.trim() ? `${name}: ${clip(action.instruction.trim())}` : name,
      ...(action.quorum !== undefined && { quorum: action.quorum }),
      ...(action.roles !== undefined && { roles: action.roles }),
      ...(action.separate_approver !== undefined && { separate_approver: action.separate_approver }),
      ...(action.fresh_passkey !== undefined && { fresh_passkey: action.fresh_passkey }),
      ...(action.ttl_seconds !== undefined && { ttl_seconds: action.ttl_seconds }),
    },
  ]
}

function strictestConstraints(matched: readonly Guideline[]): GuidelineConstraints {
  const limits = matched.filter(({ action }) => action.max_files !== undefined)
  const fewest = limits.toSorted((a, b) => (a.action.max_files ?? 0) - (b.action.max_files ?? 0))[0]
  const tests = matched.find(({ action }) => action.require_tests === true)
  const review = matched.find(({ action }) => action.require_review === true)
  return {
    ...(fewest?.action.max_files !== undefined && { max_files: fewest.action.max_files }),
    ...(tests !== undefined && { require_tests: true }),
    ...(review !== undefined && { require_review: true }),
    demanded_by: {
      ...(fewest !== undefined && { max_files: fewest.id }),
      ...(tests !== undefined && { require_tests: tests.id }),
      ...(review !== undefined && { require_review: review.id }),
    },
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(-1, value))
}

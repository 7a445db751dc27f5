import { distance } from 'fastest-levenshtein'
import { nameKey, type ToolProfile } from '../goal/goal.ts'
import { isFunctionWord, splitIdentifier, stemWord } from '../language/language.ts'
import { type Check, failure } from './check.ts'

/** Fires when the goal names a tool that is not registered and to which no registered name is near. */
export const checkRequiredTools: Check = ({ goal, profile, context }) => {
  const given = `${Object.keys(context).join(' ')} ${JSON.stringify(context.ui_schema ?? '')}`
  return findNamedTools(goal).flatMap(({ name, phrase }) => {
    const near = nearNames(name, profile)
    if (isSpokenOf(name, profile) || given.includes(name) || near[0]?.isSpelling === true) return []
    const hint = near.length > 0 ? ` Did you mean ${near.map(one => `‘${one.name}’`).join(' or ')}?` : ''
    return failure('required_tool_availability', {
      message: `No tool called ‘${name}’ is registered.${hint}`,
      certain: true,
      answerable: true,
      evidence: [phrase],
      suggestions: near.map(one => one.name),
      question: `‘${name}’ is not available here. May another tool be used, and which?`,
    })
  })
}

const TOOL_NOUN = '(?:tool|plug-?in|api|connector|integration|extension|add-?on|command|endpoint|bot)'
/** A name as programs are written: snake_case, CamelCase, dotted, or in capitals; of several words with capitals. */
const SNAKE = '[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*_[a-z0-9_]*[a-z]{2,}'
const CAMEL = '(?:[A-Z]+[a-z0-9]+|[a-z]{2,})(?:[A-Z]+[a-z0-9]+)+|[A-Z][a-z]+[A-Z]{2,}'
const QUOTE = '[`"\'“‘]?'
const CLOSE = '[`"\'”’]?'
const AFTER = String.raw`(?=[\s,.;:!?)]|$)(?!\s*(?:[=:]|['"\d]|(?:is|column|field|label|key|value|table|branch|folder|file|variable)\b))`

const patterns: readonly RegExp[] = [
  // “use the FooBar tool”, “with the foo_bar api”, “the tool called foo_bar”
  String.raw`(?<![\w.])${QUOTE}(?<name>${SNAKE}|${CAMEL})${CLOSE}\s+${TOOL_NOUN}\b`,
  String.raw`\b${TOOL_NOUN}\s+(?:called|named|known as)\s+${QUOTE}(?<name>[A-Za-z][\w.-]*)`,
  String.raw`\b(?:the|our|my|your|an?)\s+${QUOTE}(?<name>[A-Z]\w+(?:\s[A-Z]\w+)?)${CLOSE}\s+${TOOL_NOUN}\b`,
  // “run foo_bar”, “via FooBar”, “through DATEV”
  String.raw`\b(?:[Uu]s(?:e|ing)|[Rr]un|[Cc]all|[Ii]nvoke|[Ee]xecute|[Tt]rigger|[Ss]tart|[Vv]ia|[Tt]hrough|[Hh]ave|[Ll]et)\s+(?:the\s+|our\s+|my\s+)?${QUOTE}(?<name>${SNAKE}|${CAMEL})${CLOSE}${AFTER}`,
  String.raw`\b(?:[Uu]sing|[Vv]ia|[Tt]hrough)\s+(?<name>[A-Z]{5,})${AFTER}`,
  String.raw`\b(?:[Uu]se|[Rr]un|[Cc]all|[Ii]nvoke|[Ee]xecute)\s+\x60(?<name>[\w.-]{3,})\x60${AFTER}`,
  // “use Foo Bar to measure …”, “have Foo Bar go through …”
  String.raw`\b(?:[Uu]se|[Uu]sing|[Oo]pen|[Ll]aunch)\s+(?<name>[A-Z][\w+]*(?:\s[A-Z][\w+]*)?)\s+to\s+(?!the\b|this\b|that\b|our\b|your\b|all\b|any\b)[a-z]{3,}`,
].map(source => new RegExp(source, 'g'))

/** The names of tools in a goal, each with the words that name it. What is quoted at length is content. */
function findNamedTools(goal: string): readonly { readonly name: string; readonly phrase: string }[] {
  const own = goal.replace(/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|\x60{3}[\s\S]*?(?:\x60{3}|$)/g, quote =>
    quote.trim().split(/\s+/).length >= 3 ? '¤'.repeat(quote.length) : quote,
  )
  const found = new Map<string, { name: string; phrase: string }>()
  for (const match of patterns.flatMap(pattern => [...own.matchAll(pattern)])) {
    const name = (match.groups?.name ?? '').replace(/[.,;:!?]+$/, '')
    if (!isFile(name) && !isFunctionWord(name.toLowerCase()) && !found.has(nameKey(name)))
      found.set(nameKey(name), { name, phrase: match[0].trim() })
  }
  return [...found.values()]
}

function isFile(name: string): boolean {
  return /\.(?:[a-z]{2,4}|[a-z]+\d|js|ts|py|sh|md)$/i.test(name) && !/^[a-z]+\.[a-z]+$/.test(name)
}

/** Whether a tool bears the name, or its words are words of the tools. */
function isSpokenOf(name: string, { nameByKey, namesByPartStem, namesByStem }: ToolProfile): boolean {
  const key = nameKey(name)
  if (nameByKey.has(key)) return true
  const parts = splitIdentifier(name)
    .map(stemWord)
    .filter(part => !['tool', 'api', 'the', 'function', 'service'].includes(part))
  const [first, ...rest] = parts
  if (first === undefined) return true
  const whole = (namesByPartStem.get(first) ?? []).some(other =>
    rest.every(part => namesByPartStem.get(part)?.includes(other) === true),
  )
  if (whole) return true
  return namesByStem.has(stemWord(key)) || (rest.length === 0 && namesByStem.has(first))
}

interface NearName {
  readonly name: string
  /** Only spelled otherwise; a different word is offered but not taken for it. */
  readonly isSpelling: boolean
}

/** Registered names that are spelt almost so, or share all parts but one. */
function nearNames(name: string, { nameByKey, namesByPartStem }: ToolProfile): readonly NearName[] {
  const key = nameKey(name)
  const parts = new Set(splitIdentifier(name).map(stemWord))
  const shared = new Map<string, number>()
  for (const part of parts)
    for (const other of namesByPartStem.get(part) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
  const spelt = [...nameByKey].filter(([other]) => isSlip(key, other)).map(([, other]) => other)
  const kin = [...shared].filter(([, count]) => count >= Math.max(1, parts.size - 1)).map(([other]) => other)
  return [...new Set([...spelt, ...kin])]
    .map(other => ({ name: other, isSpelling: spelt.includes(other), gap: distance(key, nameKey(other)) }))
    .sort(
      (left, right) =>
        left.gap - 3 * (shared.get(left.name) ?? 0) - right.gap + 3 * (shared.get(right.name) ?? 0),
    )
    .slice(0, 3)
}

const OPPOSITE = /^(?:un|dis|de|non|in)/

/** A slip of the keyboard or two apart; “unmute” is no slip of “mute”. */
function isSlip(key: string, other: string): boolean {
  const allowed = Math.max(1, Math.floor(Math.max(key.length, other.length) * 0.17))
  if (Math.abs(key.length - other.length) > allowed || distance(key, other) > allowed) return false
  return key.replace(OPPOSITE, '') !== other && other.replace(OPPOSITE, '') !== key
}

import { distance } from 'fastest-levenshtein'
import { isFunctionWord, splitIdentifier, stemWord } from '../language/language.ts'
import type { ToolIndex } from '../propose/propose.ts'
import { type Check, failure } from './check.ts'

/** Fires when the goal names a tool that is not registered and to which no registered name is near. */
export const checkRequiredTools: Check = ({ goal, index, context }) => {
  const given = `${Object.keys(context).join(' ')} ${JSON.stringify(context.ui_schema ?? '')}`
  return findNamedTools(goal).flatMap(({ name, phrase }) => {
    if (isSpokenOf(name, index) || given.includes(name)) return []
    const near = nearNames(name, index)
    const hint = near.length > 0 ? ` Did you mean ${near.map(one => `‘${one}’`).join(' or ')}?` : ''
    return failure('required_tool_availability', {
      message: `No tool called ‘${name}’ is registered.${hint}`,
      certain: true,
      answerable: true,
      evidence: [phrase],
      suggestions: near,
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

/** Whether a tool bears the name, give or take a slip of the keyboard, or its words are words of the tools. */
function isSpokenOf(name: string, { tools }: ToolIndex): boolean {
  const key = nameKey(name)
  if (tools.some(({ tool }) => distance(key, nameKey(tool.name)) <= 1)) return true
  const parts = splitIdentifier(name)
    .map(stemWord)
    .filter(part => !['tool', 'api', 'the', 'function', 'service'].includes(part))
  if (parts.length === 1) return tools.some(({ spoken }) => spoken.weights.has(parts[0] ?? ''))
  return tools.some(({ nameStems }) => parts.every(part => nameStems.has(part)))
}

/** Registered names that are spelt almost so, or share all parts but one, nearest first. */
function nearNames(name: string, { tools }: ToolIndex): readonly string[] {
  const key = nameKey(name)
  const parts = splitIdentifier(name).map(stemWord)
  return tools
    .map(({ tool, nameStems }) => ({
      name: tool.name,
      apart: distance(key, nameKey(tool.name)),
      shared: parts.filter(part => nameStems.has(part)).length,
    }))
    .filter(({ apart, shared }) => apart <= key.length / 4 || shared >= Math.max(1, parts.length - 1))
    .sort((left, right) => left.apart - 3 * left.shared - right.apart + 3 * right.shared)
    .slice(0, 3)
    .map(near => near.name)
}

/** A name without case and signs: `Find_Book`, `find-book` and `FindBook` are one. */
function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

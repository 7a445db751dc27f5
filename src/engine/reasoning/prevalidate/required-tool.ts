import { distance } from 'fastest-levenshtein'
import type { ValidationFailure } from '../../../contracts/reasoning.ts'
import { actionVerbBase, isFunctionWord, splitIdentifier, stemWord } from '../language/language.ts'
import { type Check, failure } from './check.ts'
import { findMeans } from './foreign-means.ts'
import { nameKey, type ToolProfile } from './tool-profile.ts'

/** A tool the goal names, with how it names it. */
interface NamedTool {
  readonly name: string
  readonly phrase: string
}

/** Fires when the goal names a tool that is not registered and to which no registered name is near. */
export const checkRequiredTools: Check = ({ goal, profile, tools, context }) => {
  const failures: ValidationFailure[] = []
  const said = `${Object.keys(context).join(' ')} ${JSON.stringify(context.ui_schema ?? '')}`
  for (const named of findNamedTools(hideQuotedSentences(goal), profile)) {
    if (tools.length > 0 && isRegistered(named.name, profile)) continue
    if (said.includes(named.name)) continue
    const near = nearNames(named.name, profile)
    if (near.length > 0 && near[0] !== undefined && near[0].isSpelling) continue
    failures.push(
      failure('required_tool_availability', {
        message: `No tool called ‘${named.name}’ is registered.${near.length > 0 ? ` Did you mean ${near.map(one => `‘${one.name}’`).join(' or ')}?` : ''}`,
        certain: true,
        answerable: true,
        evidence: [named.phrase],
        suggestions: near.map(one => one.name),
        question: `‘${named.name}’ is not available here. May another tool be used, and which?`,
      }),
    )
  }
  return failures
}

/** Somebody else's sentence (“… use the X tool …”) is a content; a name alone in quotes may well be a tool. */
function hideQuotedSentences(goal: string): string {
  return goal.replace(/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»/g, quote =>
    quote.trim().split(/\s+/).length >= 3 ? '¤'.repeat(quote.length) : quote,
  )
}

const toolNoun = `(?:tool|plug-?in|api|connector|integration|utility|extension|add-?on|skill|command|module|microservice|endpoint|function|bot|agent|script|action)`
const useVerb = `(?:us(?:e|es|ing)|run(?:ning)?|call(?:ing)?|invok(?:e|ing)|trigger(?:ing)?|execut(?:e|ing)|with|via|through|by means of|launch|fire up|open(?:ing)?|load|take|get|ask|have|let|start|activate|employ|leverag(?:e|ing)|apply)`
const token = String.raw`[A-Za-z][\w.:/-]*`
const usedTool = new RegExp(
  String.raw`\b${useVerb}\s+(?:the|our|your|my|its)?\s*[\x60"'“‘]?(?<name>${token}(?:[ -]${token}){0,2}?)[\x60"'”’]?\s+${toolNoun}\b`,
  'gi',
)
const calledTool = new RegExp(
  String.raw`\b${toolNoun}s?\s+(?:called|named|known as)\s+[\x60"'“‘]?(?<name>${token})`,
  'gi',
)
const usedName = new RegExp(
  String.raw`\b${useVerb}\s+(?:the\s+|our\s+|your\s+)?[\x60"'“‘]?(?<name>${token})[\x60"'”’]?(?=[\s,.;:!?)(]|$)`,
  'gi',
)

/** “use the X tool”, “X tool”, “tool called X”, a code-like name after use/with/via, `X` in backticks after them. */
function findNamedTools(goal: string, profile: ToolProfile): readonly NamedTool[] {
  const found = new Map<string, NamedTool>()
  const add = (name: string, phrase: string): void => {
    const clean = name.replace(/[.,;:!?]+$/, '').replace(/\(\)$/, '')
    if (clean !== '' && !found.has(nameKey(clean)))
      found.set(nameKey(clean), { name: clean, phrase: phrase.trim() })
  }
  for (const match of goal.matchAll(usedTool)) {
    const name = match.groups?.name ?? ''
    if (isToolName(name, profile)) add(name, match[0])
  }
  for (const match of goal.matchAll(calledTool)) add(match.groups?.name ?? '', match[0])
  for (const match of goal.matchAll(usedName)) {
    const name = (match.groups?.name ?? '').replace(/[.,;:!?]+$/, '')
    const isTicked = match[0].includes('`')
    if (
      name.includes('_') &&
      !isAgentive(name) &&
      !isStartedAct(name, match[0]) &&
      isHandled(match[0], goal.slice(match.index + match[0].length))
    )
      continue
    if (isStatement(match[0], goal.slice(match.index + match[0].length))) continue
    if (looksLikeCode(name, goal, isTicked)) add(name, match[0])
  }
  for (const match of goal.matchAll(
    /(?:^|[\s(])(?<name>[a-z]+(?:_[a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)\s+(?:tool|api|plug-?in|connector|integration|command|endpoint|function)\b/g,
  )) {
    add(match.groups?.name ?? '', match[0])
  }
  for (const match of goal.matchAll(
    /\b(?:[Uu]se|[Uu]sing|[Oo]pen|[Ll]aunch)\s+(?<name>[A-Z][\w+]*(?:\s[A-Z][\w+]*)?)\s+to\s+(?<verb>[a-z]+)/g,
  )) {
    const name = match.groups?.name ?? ''
    const isDoing = /^(?!the$|this$|that$|our$|your$|all$|any$|each$)[a-z]{3,}$/.test(
      match.groups?.verb ?? '',
    )
    if (isDoing && !profile.hasMeansParameter && !sharesStem(name, profile)) add(name, match[0])
  }
  for (const name of findMeans(goal, profile)) add(name, name)
  return [...found.values()]
}

/** “run `select count(*) from orders`”: what stands between ticks goes on, so it is no name. */
function isStatement(phrase: string, after: string): boolean {
  return (phrase.match(/`/g) ?? []).length === 1 && /^[^`\n]*`/.test(after)
}

/** “get lease_a signed”, “open price_list”: a thing that is worked on; “have price_bot check it” is a tool at work. */
function isHandled(phrase: string, after: string): boolean {
  if (!/^(?:get|take|open|opening|load|start|have|let|apply|applying)\b/i.test(phrase)) return false
  return !/^\s*(?:to\s+)?(?:go|run|check|do|look|find|make|work|read|scan|write|send|handle|process|analy[sz]e|tell|calculate|search|update|create|fix|compare|and\s)/i.test(
    after,
  )
}

/** “Start merge_contacts for C-12”: a name that opens with a verb is what is run, not what is worked on. */
function isStartedAct(name: string, phrase: string): boolean {
  const [first = '', second = ''] = splitIdentifier(name)
  return /^start\b/i.test(phrase) && actionVerbBase(first) === first && /^\p{L}{3,}/u.test(second)
}

/** “binding_robot”, “chip_timer”: named for what it does, and not for what it is worked on as. */
function isAgentive(name: string): boolean {
  const last = splitIdentifier(name).at(-1) ?? ''
  return (
    /(?:bot|engine|api|tool|service|agent|helper|cli|sdk|kit|ai)$|(?:[^aeiou]er|or|izer|iser|ifier)$/.test(
      last,
    ) && !thingsInEr.has(last)
  )
}

const thingsInEr = new Set(
  `number order folder user member customer letter paper header footer owner tender offer layer router server cluster container buffer
  chapter semester quarter color error doctor author vendor sector factor floor door poster flyer voucher register ledger career buyer
  seller supplier partner teacher worker driver power tower water winter summer master parameter computer printer color timer_id center
  banner newsletter career sponsor visitor editor tutor junior senior major minor cover corner border shoulder paper wrapper answer matter
  counter filter cursor vector mirror anchor behavior neighbor donor investor debtor creditor operator manager player officer career offer`.split(
    /\s+/,
  ),
)

const genericWords = new Set(
  `right best proper appropriate correct same usual other another any some available existing necessary new given suitable
  different following registered built-in standard default main single own help internal external certain specific second
  first last next previous only various multiple several all every each this that these those which what whatever good
  free online your our my no such simple powerful handy either both`.split(/\s+/),
)

/** Whether the words before “tool” are a name rather than an adjective: one or two content words, none generic. */
function isToolName(name: string, profile: ToolProfile): boolean {
  const words = name.split(/\s+/)
  if (words.some(word => genericWords.has(word.toLowerCase()) || isFunctionWord(word.toLowerCase())))
    return false
  if (words.length > 1 && words.every(word => /^[a-z]+$/.test(word)) && words.length > 3) return false
  return !isRegistered(name, profile)
}

/** snake_case, CamelCase, dotted or ticked names; file names, hosts, ids and well-known spellings are none. */
function looksLikeCode(name: string, goal: string, isTicked: boolean): boolean {
  if (
    /\.(?:com|org|net|io|dev|csv|json|txt|pdf|md|ya?ml|xml|html?|docx?|xlsx?|png|jpe?g|gif|py|js|ts|sql|log|zip|toml|ini|sh|css)$/i.test(
      name,
    )
  )
    return false
  if (/\d/.test(name) && /^[A-Z]{1,6}-?\d+/.test(name)) return false
  if (!isTicked && /_v?\d+$|_[A-Za-z]$/.test(name)) return false
  if (/[/@]/.test(name)) return false
  if (/^[a-z]+(?:_[a-z0-9]+)+$/.test(name)) return !isArgumentLike(name, goal)
  if (/^[a-z]+\.[a-z_]+$/i.test(name)) return true
  if (/^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+$/.test(name)) return !brandNames.has(name.toLowerCase())
  if (/^[a-z]{2,}(?:[A-Z][a-z0-9]+)+$/.test(name))
    return !brandNames.has(name.toLowerCase()) && !isArgumentLike(name, goal)
  return isTicked && /^[\w-]{3,}$/.test(name) && !isArgumentLike(name, goal)
}

/** “with status_code 3”, “using id_number = 4”: a field and its value, not a tool. */
function isArgumentLike(name: string, goal: string): boolean {
  const at = goal.indexOf(name)
  const after = goal.slice(at + name.length)
  return /^[`"'”’]?\s*(?:[=:]|(?:is|of|set|equal|equals|as|to be|column|field|label|tag|key|value|property|attribute|parameter|flag|table|branch|folder|directory|file|environment|variable|prefix|suffix)\b|['"\d])/i.test(
    after,
  )
}

const brandNames = new Set(
  `github gitlab youtube linkedin javascript typescript postgresql mysql mongodb facebook whatsapp instagram paypal dropbox
  onedrive sharepoint hubspot mailchimp wordpress powerpoint openai chatgpt tiktok fedex airbnb docusign quickbooks
  salesforce servicenow bigquery sqlite graphql devops macos ipad iphone ios youtube mcdonald playstation nodejs duckduckgo
  cloudflare stackoverflow soundcloud`.split(/\s+/),
)

function isRegistered(name: string, profile: ToolProfile): boolean {
  const key = nameKey(name)
  if (profile.nameByKey.has(key)) return true
  const wanted = splitIdentifier(name).map(stemWord)
  const bare = wanted.filter(part => !['tool', 'api', 'the', 'function', 'service'].includes(part))
  if (bare.length === 0) return true
  const [first = '', ...rest] = bare
  const named = (profile.namesByPartStem.get(first) ?? []).some(other => {
    const have = profile.partStemsByName.get(other)
    return rest.every(part => have?.has(part) === true)
  })
  return named || (rest.length === 0 && isSingleWord(name) && profile.namesByStem.has(first))
}

function isSingleWord(name: string): boolean {
  return /^[a-z]+$/.test(name)
}

function sharesStem(name: string, profile: ToolProfile): boolean {
  return splitIdentifier(name).some(part => profile.vocabulary.has(stemWord(part)))
}

interface NearName {
  readonly name: string
  /** Only spelled otherwise; a different word is offered but not taken for it. */
  readonly isSpelling: boolean
}

const opposite = /^(?:un|dis|de|non|in)/

function nearNames(name: string, profile: ToolProfile): readonly NearName[] {
  const key = nameKey(name)
  const wanted = new Set(splitIdentifier(name).map(stemWord))
  const sharedByName = countShared(wanted, profile)
  const gapByName = new Map(gapsOfSpelling(key, profile))
  for (const [other, shared] of sharedByName)
    if (shared >= Math.max(1, wanted.size - 1)) gapByName.set(other, gapOf(key, nameKey(other)))
  return [...gapByName]
    .map(([other, gap]) => ({
      name: other,
      isSpelling: gap <= slipsAllowed(key, nameKey(other)) && !isOpposite(key, nameKey(other)),
      rank: gap - 3 * (sharedByName.get(other) ?? 0),
    }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, 3)
}

/** The names that a slip of the keyboard or two makes of a key; of a large set only those about as long are looked at. */
function* gapsOfSpelling(key: string, profile: ToolProfile): Generator<[string, number]> {
  for (const [length, keys] of profile.keysByLength) {
    const allowed = slipsAllowed(key, keys[0] ?? '')
    if (Math.abs(length - key.length) > allowed) continue
    for (const otherKey of keys) {
      const gap = distance(key, otherKey)
      if (gap <= allowed && !isOpposite(key, otherKey))
        yield [profile.nameByKey.get(otherKey) ?? otherKey, gap]
    }
  }
}

function slipsAllowed(key: string, otherKey: string): number {
  return Math.max(1, Math.floor(Math.max(key.length, otherKey.length) * 0.17))
}

/** How far two keys are apart; where their lengths alone tell them apart, that. */
function gapOf(key: string, otherKey: string): number {
  const apart = Math.abs(otherKey.length - key.length)
  return apart > slipsAllowed(key, otherKey) ? apart : distance(key, otherKey)
}

function isOpposite(key: string, otherKey: string): boolean {
  return key.replace(opposite, '') === otherKey || otherKey.replace(opposite, '') === key
}

/** How many of the wanted stems the names that say any of them say. */
function countShared(wanted: ReadonlySet<string>, profile: ToolProfile): ReadonlyMap<string, number> {
  const shared = new Map<string, number>()
  for (const stem of wanted)
    for (const name of profile.namesByPartStem.get(stem) ?? []) shared.set(name, (shared.get(name) ?? 0) + 1)
  return shared
}

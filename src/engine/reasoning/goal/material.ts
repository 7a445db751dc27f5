import type { JsonValue } from '../../../contracts/json-value.ts'
import { stemWord } from '../language/language.ts'

/** What surrounds a goal: what was handed over with it and what was said before it, oldest first. */
export interface Surroundings {
  readonly context?: Readonly<Record<string, JsonValue>>
  readonly history?: readonly string[]
}

/** Keys that configure a request or describe who asks; they never are the thing that is pointed at. */
const settingKeys = new Set(
  (
    'locale language lang timezone time_zone tz user user_id username role theme currency now date time today channel ' +
    'platform device client version source trigger priority ui_schema session session_id request_id trace_id tenant ' +
    'tenant_id environment_name region country dry_run autonomy mode'
  ).split(' '),
)

/** Keys under which people hand over just anything. */
const materialKeys =
  /attach|file|document|content|text|code|snippet|selection|selected|clipboard|data|list|items?|paste|body|message|material|input|image|screenshot|upload|payload|rows|records|results?|current|focus|open/i

/** Whether context holds something that `noun` (any noun when absent) may point at. */
export function hasMaterial(surroundings: Surroundings, noun?: string): boolean {
  for (const [key, value] of Object.entries(surroundings.context ?? {})) {
    if (settingKeys.has(key.toLowerCase()) || isEmpty(value)) continue
    if (noun !== undefined && namesNoun(key, noun)) return true
    if (materialKeys.test(key)) return true
    if (typeof value === 'string' ? value.length >= 30 || value.includes('\n') : typeof value === 'object')
      return true
  }
  return false
}

/** Whether anything was said before this goal. */
export function hasHistory(surroundings: Surroundings): boolean {
  return (surroundings.history ?? []).some(entry => entry.trim() !== '')
}

/** Whether a UI schema came with the goal. */
export function hasUiSchema(surroundings: Surroundings): boolean {
  return !isEmpty(surroundings.context?.ui_schema ?? null)
}

/** All texts of a context value, depth first; a UI schema and settings are left out. */
export function contextTexts(surroundings: Surroundings): readonly string[] {
  const texts: string[] = []
  for (const [key, value] of Object.entries(surroundings.context ?? {})) {
    if (!settingKeys.has(key.toLowerCase())) collectTexts(value, texts)
  }
  return texts
}

function collectTexts(value: JsonValue, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, into)
  else if (value !== null && typeof value === 'object') {
    for (const item of Object.values(value)) collectTexts(item, into)
  }
}

function namesNoun(key: string, noun: string): boolean {
  const stem = stemWord(noun.toLowerCase())
  return key
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(part => stemWord(part) === stem)
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '' || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

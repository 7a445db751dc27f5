import type { JsonValue } from '../../contracts/json-value.ts'
import type { Tool } from '../../contracts/tool.ts'
import { meaningOfName } from './meaning-names.ts'

/** Before a form: no letter or digit, but for the end of an escape as it stands in JSON (`\n`, `\u000a`). */
const START = String.raw`(?:(?<![A-Za-z0-9_])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))`

/**
 * Forms in which well-known services hand out credentials, keys in PEM, and passwords in addresses. Each matches the
 * secret and nothing around it, in plain text and in JSON alike: none reaches over a quotation mark.
 */
const FORMS: readonly string[] = [
  String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^"\\]|\\[^"])*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|(?=\\{0,7}")|$)`,
  String.raw`${START}(?:sk|pk|rk)[-_](?:(?:live|test|ant|proj)[-_])?(?:[A-Za-z0-9]{16,}[A-Za-z0-9_-]*|[A-Za-z0-9_-]{40,})`,
  String.raw`${START}(?:ghp|gho|ghu|ghs|ghr|glpat|github_pat)[-_][A-Za-z0-9_-]{16,}`,
  String.raw`${START}xox[abprs]-[A-Za-z0-9-]{10,}`,
  String.raw`${START}(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  String.raw`${START}AIza[A-Za-z0-9_-]{30,}`,
  String.raw`${START}eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
  String.raw`${START}(?:sg|hf|npm|whsec|dop_v1)_[A-Za-z0-9+/_-]{30,}=*`,
  String.raw`(?<=//[^/\s:@"'\\<>]{1,200}:)[^/\s:@"'\\<>]{3,200}(?=@)`,
]

const KNOWN_FORM = new RegExp(FORMS.join('|'))

const WORDS =
  '(?:password|passwd|passphrase|secret|token|api[ _-]?key|credential|authorization|private[ _-]?key|access[ _-]?key)s?'
/** What is said to be one: “the password is hunter2”, `API_KEY=a1b2c3`; a word without digit or sign is none. */
const SAID = String.raw`(?<=${WORDS}["']?\s{0,3}(?:=|:|is\s|to\s)\s{0,3}["']?)(?=[^\s"'<>\\]{0,80}[\d!@#$%^&*])[^\s"'<>,;\\]{6,200}`

/** Every piece of a text that may be a secret, generously: where it is only kept sealed, one too many does no harm. */
export const SECRET_PIECES = [...FORMS, SAID].join('|')

/** Small patterns, each over quickly: most of what is kept holds none of them. */
const SIGNS: readonly RegExp[] = [
  /PRIVATE KEY--|A[KS]IA|AIza|eyJ|a[ks]ia/,
  /[spr]k[-_]|gh[pousr]_/,
  /glpat|github_pat|xox[abprs]-/,
  /(?:sg|hf|npm|whsec|dop_v1)_/,
  /\/\/[^/\s:@"'\\<>]{1,200}:[^/\s:@"'\\<>]{3,200}@/,
  /[pP](?:ass(?:word|wd|phrase)|ASS(?:WORD|WD|PHRASE))/,
  /[sS]ecret|SECRET|[tT]oken|TOKEN/,
  /(?:[aA][pP][iI]|[vV]ate|VATE|[cC]ess|CESS)[ _-]?[kK][eE][yY]|redential|REDENTIAL|uthorization|UTHORIZATION/,
]

/** A quick look that passes over nothing of `SECRET_PIECES` and no field of a secret name. */
export function mayHoldSecret(text: string): boolean {
  return SIGNS.some(sign => sign.test(text))
}

/** Whether a text holds something that gives itself away as a secret by its form. */
export function hasSecretForm(text: string): boolean {
  return KNOWN_FORM.test(text)
}

/** Whether an argument or field of this name holds a secret, whatever it looks like. */
export function isSecretName(name: string): boolean {
  return meaningOfName(name) === 'secret'
}

/** Names of fields anywhere in a tool's schema that it says are secrets (`x-soulgate: secret`). */
export function secretNamesOf({ input_schema }: Pick<Tool, 'input_schema'>): readonly string[] {
  const names = new Set<string>()
  const visit = (schema: unknown, name: string, depth: number): void => {
    if (typeof schema !== 'object' || schema === null || depth > 50) return
    if (Reflect.get(schema, 'x-soulgate') === 'secret' && name !== '') names.add(name)
    for (const [key, inner] of Object.entries(schema))
      visit(inner, Array.isArray(schema) ? name : key, depth + 1)
  }
  visit(input_schema, '', 0)
  return [...names]
}

/** What stands where a value was kept sealed and its key is gone. */
export const UNREADABLE = '[kept sealed; its key is missing]'

/** Whether a call lacks a value that it was proposed with; it must not run. */
export function holdsUnreadable(args: JsonValue): boolean {
  return JSON.stringify(args).includes(UNREADABLE)
}

/** What to tell whoever wanted to run such a call. */
export function unreadableDetail(tool: string): string {
  return `A value of this call of ${tool} was kept sealed, and its key does not open. Put back the key file (keys/secrets.json of the home folder), or propose the call again.`
}

import { splitIdentifier, stemWord } from '../language/language.ts'
import { knownServices } from './known-services.ts'
import type { ToolProfile } from './tool-profile.ts'

const name = String.raw`(?<name>[A-Z][\w.]*(?:\s[A-Z][\w.]*)?)`
/** The way something is to be done, or the place among programs where it is to happen. */
const asMeans = new RegExp(
  String.raw`\b(?:through|via|by means of|with the help of|using|with)\s+(?:our\s+|the\s+|my\s+)?${name}`,
  'g',
)
const asPlace = new RegExp(
  String.raw`\b(?:in|into|on|onto|to|from|over)\s+(?:our\s+|the\s+|my\s+)?${name}(?!\s+(?:account|customer|ticket|office|team|project|invoice|user)s?\b)`,
  'g',
)

/** Programs that are named as the means of an act and of which no tool of the set speaks. */
export function findMeans(goal: string, profile: ToolProfile): readonly string[] {
  if (profile.hasMeansParameter) return []
  const means = [...goal.matchAll(asMeans)].flatMap(match => programOf(match.groups?.name, isProgram))
  const places = [...goal.matchAll(asPlace)].flatMap(match => programOf(match.groups?.name, isService))
  return [...means, ...places].filter(found => !isSpokenOf(found, profile))
}

/** The longest head of the name that is a program: “Jira about” is Jira. */
function programOf(said: string | undefined, isOne: (name: string) => boolean): readonly string[] {
  const words = (said ?? '').replace(/[.,]+$/, '').split(/\s+/)
  const heads = [words.slice(0, 2).join(' '), words[0] ?? '']
  const found = heads.find(isOne)
  return found === undefined ? [] : [found]
}

function isService(said: string): boolean {
  return knownServices.has(said.toLowerCase().replace(/[\s-]/g, ''))
}

/** Capitals within a word, or all of it in capitals: names of programs more than of people and places. */
function isProgram(said: string): boolean {
  return isService(said) || /^[A-Z][a-z]+[A-Z][A-Za-z]+$/.test(said) || /^[A-Z]{5,}$/.test(said)
}

function isSpokenOf(found: string, { vocabulary, nameByKey }: ToolProfile): boolean {
  const key = found.toLowerCase().replace(/\W/g, '')
  if ([...nameByKey.keys()].some(other => other.includes(key))) return true
  return vocabulary.has(stemWord(key)) || splitIdentifier(found).every(part => vocabulary.has(stemWord(part)))
}

import { findSpots } from '../../language/language.ts'
import type { FileTask, NameChange, Reading } from './file-task.ts'
import { readSubject } from './file-verbs.ts'

/** Renaming: to a new name, another ending, or by a change of every name. */
export function readRenaming(reading: Reading): FileTask | undefined {
  const { clause } = reading
  const text = clause.text
  const spots = findSpots(text)
  const target =
    /\b(?:to|as|into)\s+(?:have\s+(?:the\s+)?(?:extension|ending)\s+)?["'“`]?(\S+?)["'”`]?[.!]?$/i.exec(text)
  const change = readNameChange(text, target?.[1])
  const subjectText = target === null || change?.kind === 'case' ? text : text.slice(0, target.index)
  const files = readSubject(subjectText, reading)
  if (files === undefined && spots.length === 0) return undefined
  return files === undefined
    ? undefined
    : { kind: 'rename', clause, files, ...(change === undefined ? {} : { change }) }
}

function readNameChange(text: string, target: string | undefined): NameChange | undefined {
  const value = (match: RegExpExecArray | null, from: number): string =>
    match?.slice(from).find(group => group !== undefined) ?? ''
  const quoted = String.raw`(?:"([^"]*)"|“([^”]*)”|'([^']*)'|(\S+))`
  const replace =
    /\breplac(?:e|ing)\s+(spaces|underscores|dashes|hyphens|"[^"]*"|'[^']*')\s+(?:with|by)\s+(spaces|underscores|dashes|hyphens|"[^"]*"|'[^']*')/i.exec(
      text,
    )
  if (replace !== null)
    return { kind: 'replace', from: signOf(replace[1] ?? ''), to: signOf(replace[2] ?? '') }
  const letters = /\b(lower|upper)\s?-?case\b/i.exec(text)
  if (letters !== null) return { kind: 'case', to: letters[1]?.toLowerCase() === 'lower' ? 'lower' : 'upper' }
  const prefix = new RegExp(
    String.raw`\b(?:prefix\s+(?:\S+\s+){0,6}?with|(?:with|add(?:ing)?)\s+(?:the\s+|a\s+)?prefix|prefixed with)\s+${quoted}`,
    'i',
  ).exec(text)
  if (prefix !== null) return { kind: 'prefix', text: value(prefix, 1) }
  const suffix = new RegExp(
    String.raw`\b(?:suffix\s+(?:\S+\s+){0,6}?with|(?:with|add(?:ing)?)\s+(?:the\s+|a\s+)?suffix)\s+${quoted}`,
    'i',
  ).exec(text)
  if (suffix !== null) return { kind: 'suffix', text: value(suffix, 1) }
  if (target === undefined) return undefined
  const ending = /^\.?([A-Za-z0-9]{1,5})$/.exec(target)
  const isEnding = ending !== null && (target.startsWith('.') || /\bextension\b/i.test(text))
  return isEnding ? { kind: 'ending', ending: ending[1] ?? '' } : { kind: 'to', path: target }
}

function signOf(word: string): string {
  const signs: Readonly<Record<string, string>> = { spaces: ' ', underscores: '_', dashes: '-', hyphens: '-' }
  return signs[word.toLowerCase()] ?? word.slice(1, -1)
}

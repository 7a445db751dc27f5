import { remember, respell, splitIdentifier } from '../language/language.ts'
import type { ToolShape } from './tool-words.ts'

const vocabularies = new WeakMap<readonly ToolShape[], (goal: string) => string>()

/** The goal with slips of the keyboard put right, by the words of the dictionary and of the tools. */
export function respellGoal(goal: string, tools: readonly ToolShape[]): string {
  const known = vocabularies.get(tools)
  if (known !== undefined) return known(goal)
  const vocabulary = vocabularyOf(tools)
  const read = remember(text => respell(text, vocabulary), 50)
  vocabularies.set(tools, read)
  return read(goal)
}

function vocabularyOf(tools: readonly ToolShape[]): ReadonlySet<string> {
  const words = new Set<string>()
  const add = (text: string): void => {
    for (const part of splitIdentifier(text)) if (/^\p{Ll}{3,}$/u.test(part)) words.add(part)
  }
  for (const { name, description, input_schema: schema } of tools) {
    add(name)
    add(description)
    add(JSON.stringify(schema.properties ?? {}))
  }
  return words
}

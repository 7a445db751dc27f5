import type { JsonObject } from '../../contracts/json-value.ts'
import { textsOf } from '../gate/gate.ts'
import type { RunContext } from '../run/run.ts'
import type { Spoken } from './planner.ts'

const NAMED = /(?<![\w/.])(?:[\w-]+\/)*[\w-]+\.(?:md|txt|csv|tsv|json|ya?ml)\b/g
const MAX_FILES = 3
const MAX_CHARACTERS = 20_000

/** The files of the workspace that a goal names. */
export function namedFiles(goal: string): readonly string[] {
  return [...new Set(goal.match(NAMED) ?? [])].slice(0, MAX_FILES)
}

/**
 * Reads the files that the goal names, as calls like any other: through the release rule, each once. What cannot be
 * read, or is held by a guideline, is left out; nobody is asked for it.
 */
export async function readNamedFiles(
  context: RunContext,
  goal: string,
  paths: readonly string[],
): Promise<readonly Spoken[]> {
  const read: Spoken[] = []
  for (const path of paths) {
    const outcome = await context.propose([{ tool: 'read_file', arguments: { path } }], {
      asked_for: goal,
      texts: textsOf(context.asked_by, [goal]),
      ask: false,
    })
    const [result] = outcome.results
    const text = textOf(result?.status === 'succeeded' ? result.output : undefined)
    if (text !== undefined) read.push({ kind: 'tool', reference: `read_file ${path}`, text })
  }
  return read
}

function textOf(output: unknown): string | undefined {
  const { text } = Object(output) as JsonObject
  return typeof text === 'string' ? text.slice(0, MAX_CHARACTERS).toWellFormed() : undefined
}

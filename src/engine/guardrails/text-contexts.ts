import type { EvaluatedContext, Guideline, TaskContext } from '../../contracts/guideline.ts'
import type { CompiledGuidelines } from './compile.ts'
import { evaluate, mergeEvaluated } from './evaluate.ts'

/** Each context is one evaluation; a text that names more than these says nothing about any of them. */
const MAX_ACTIONS = 20
const MAX_DOMAINS = 5
const MAX_PATHS = 100
const ENDINGS = ['', 's', 'es', 'd', 'ed', 'ing']
const PATH =
  /[\p{L}\p{N}_.@~-]*(?:\/[\p{L}\p{N}_.@~-]+)+\/?|[\p{L}\p{N}_-]+\.[a-z][a-z0-9]{0,7}(?![\p{L}\p{N}])/gu

/**
 * What the guardrails say about a context and about the text of a request that has not become calls yet: the actions and
 * domains that enabled guidelines name and that stand in the text as words, and the paths in it, are added to the
 * context. A guideline counts that matches any combination. Advice for an agent before it begins; calls are judged by
 * what they do.
 */
export function evaluateText(
  compiled: CompiledGuidelines,
  context: TaskContext,
  text: string,
  options: { readonly explain?: boolean } = {},
): EvaluatedContext {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []
  const named = (field: 'actions' | 'domains', most: number) =>
    [
      ...new Set(
        compiled.ranked.flatMap(
          ({ guideline }: { guideline: Guideline }) => guideline.condition[field] ?? [],
        ),
      ),
    ]
      .filter(name => words.some(word => isFormOf(name.toLowerCase(), word)))
      .slice(0, most)
  const paths = [...new Set([...(context.paths ?? []), ...(text.match(PATH) ?? []).slice(0, MAX_PATHS)])]
  const base = paths.length === 0 ? context : { ...context, paths }
  const actions = context.action === undefined ? named('actions', MAX_ACTIONS) : []
  const domains = context.domain === undefined ? named('domains', MAX_DOMAINS) : []
  const contexts = [undefined, ...actions].flatMap(action =>
    [undefined, ...domains].map(domain => ({
      ...base,
      ...(action === undefined ? {} : { action }),
      ...(domain === undefined ? {} : { domain }),
    })),
  )
  return mergeEvaluated(
    compiled,
    contexts.map(each => evaluate(compiled, each, options)),
  )
}

/** The word itself, or its plural, past or -ing form. */
function isFormOf(name: string, word: string): boolean {
  if (!word.startsWith(name.replace(/e$/, ''))) return false
  return (
    word === name.replace(/e$/, 'ing') || (ENDINGS.includes(word.slice(name.length)) && word.startsWith(name))
  )
}

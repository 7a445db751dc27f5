import type { ASTNode } from '@marcbachmann/cel-js'

type Variables = Readonly<Record<string, unknown>>
type Test = (variables: Variables) => boolean

/** The keys of `a.b.c`, when a node is nothing but that. */
export function chainOf(node: ASTNode): readonly string[] | undefined {
  if (node.op === 'id') return [node.args]
  if (node.op !== '.') return undefined
  const start = chainOf(node.args[0])
  return start === undefined ? undefined : [...start, node.args[1]]
}

/** What stands at a place; `MISSING` when a key on the way is absent, `UNKNOWN` when only CEL can tell. */
export function readPlace(variables: Variables, keys: readonly string[]): unknown {
  let at: unknown = variables
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return UNKNOWN
    if (!Object.hasOwn(at, key)) return MISSING
    at = Reflect.get(at, key)
    if (at === undefined) return MISSING
  }
  return at
}

export const MISSING = Symbol('missing')
const UNKNOWN = Symbol('unknown')

/**
 * Most conditions compare one fact with one number or text. Where both are of the same kind the answer is read off
 * without CEL; in every other case `otherwise` gives it, or its error.
 */
export function compileSimpleTest(
  node: Pick<ASTNode, 'op' | 'args'>,
  { otherwise, isVariable }: { readonly otherwise: Test; readonly isVariable: (name: string) => boolean },
): Test {
  const compared = readComparison(node)
  if (compared === undefined || !isVariable(compared.keys[0] ?? '')) return otherwise
  const { keys, literal, holds } = compared
  return variables => {
    const value = readPlace(variables, keys)
    if (value === MISSING) return false
    if (typeof value === 'number' && typeof literal === 'number') return holds(value, literal)
    if (typeof value === 'string' && typeof literal === 'string') return holds(value, literal)
    return otherwise(variables)
  }
}

type Literal = number | string
type Relation = (value: Literal, literal: Literal) => boolean

function readComparison(
  node: Pick<ASTNode, 'op' | 'args'>,
): { readonly keys: readonly string[]; readonly literal: Literal; readonly holds: Relation } | undefined {
  const holds = relationOf(node)
  if (holds === undefined || !Array.isArray(node.args)) return undefined
  const [left, right]: readonly unknown[] = node.args
  const keys = isNode(left) ? chainOf(left) : undefined
  const literal = isNode(right) && right.op === 'value' ? toLiteral(right.args) : undefined
  return keys === undefined || literal === undefined ? undefined : { keys, literal, holds }
}

function relationOf({ op }: Pick<ASTNode, 'op'>): Relation | undefined {
  switch (op) {
    case '==':
      return (value, literal) => value === literal
    case '<':
      return (value, literal) => value < literal
    case '<=':
      return (value, literal) => value <= literal
    case '>':
      return (value, literal) => value > literal
    case '>=':
      return (value, literal) => value >= literal
    default:
      return undefined
  }
}

/** Integers beyond what a double holds exactly are left to CEL. */
function toLiteral(value: unknown): Literal | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value !== 'bigint') return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

export function isNode(part: unknown): part is ASTNode {
  return typeof part === 'object' && part !== null && 'op' in part && 'args' in part
}

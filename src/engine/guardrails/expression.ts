import { type ASTNode, Environment, serialize } from '@marcbachmann/cel-js'
import { RE2JS } from 're2js'
import { MISSING as ABSENT, chainOf, compileSimpleTest, isNode, readPlace } from './simple-test.ts'

/** What a custom condition may speak of; a name that is not here is a typo. */
export const EXPRESSION_VARIABLES = {
  agent: 'string',
  domain: 'string',
  action: 'string',
  event: 'string',
  gate_type: 'string',
  paths: 'list<string>',
  hosts: 'list<string>',
  tool: 'string',
  arguments: 'map<string, dyn>',
  reversibility: 'string',
  claimed: 'bool',
  confidence: 'double',
  provenance: 'string',
  session: 'string',
  run: 'string',
  cost_usd: 'double',
  now: 'google.protobuf.Timestamp',
} as const

export type ExpressionVariables = Readonly<Partial<Record<keyof typeof EXPRESSION_VARIABLES, unknown>>>

/** Throws when the expression cannot be evaluated; whoever asks must then hold the call. */
export type Expression = (variables: ExpressionVariables) => boolean

export type ExpressionOutcome =
  | { readonly ok: true; readonly evaluate: Expression }
  | { readonly ok: false; readonly message: string }

/**
 * Compiles a CEL expression of type bool. A test that speaks of a missing variable or key is false, and so its
 * negation is true; `a != b` is the negation of `a == b`. Patterns of `matches` are RE2 literals, run in linear
 * time. Loops inside loops are refused. The message of a refusal names the character, counted from 1.
 */
export function compileExpression(source: string): ExpressionOutcome {
  const known = compiledExpressions.get(source)
  if (known !== undefined) return known
  if (compiledExpressions.size >= MAX_CACHED_EXPRESSIONS) compiledExpressions.clear()
  const outcome = compileAfresh(source)
  compiledExpressions.set(source, outcome)
  return outcome
}

const compiledExpressions = new Map<string, ExpressionOutcome>()
const MAX_CACHED_EXPRESSIONS = 10_000

function compileAfresh(source: string): ExpressionOutcome {
  const checked = checkEnvironment.check(source)
  if (!checked.valid) return refuse(checked.error?.summary ?? 'is no expression', checked.error?.range?.start)
  if (checked.type !== 'bool' && checked.type !== 'dyn') {
    return refuse(`is of type ${checked.type}; a condition must be true or false`, 0)
  }
  const { ast } = checkEnvironment.parse(source)
  const flaw = findFlaw(ast, false)
  if (flaw !== undefined) return refuse(flaw.message, flaw.at)
  try {
    return { ok: true, evaluate: compileNode(ast) }
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message : String(cause), 0)
  }
}

const LIMITS = {
  maxAstNodes: 500,
  maxDepth: 40,
  maxListElements: 200,
  maxMapEntries: 50,
  maxCallArguments: 8,
}
const LOOPS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])
const MISSING: ReadonlySet<string> = new Set(['no_such_key', 'unknown_variable', 'index_out_of_bounds'])
const LINEAR_MATCH = 'matchesInLinearTime'

const compiledPatterns = new Map<string, RE2JS>()
const checkEnvironment = createEnvironment()
const runEnvironment = createEnvironment().registerFunction(
  `string.${LINEAR_MATCH}(string): bool`,
  (text: string, pattern: string) => compiledPatterns.get(pattern)?.matcher(text).find() === true,
)

function createEnvironment(): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    limits: LIMITS,
  })
  for (const [name, type] of Object.entries(EXPRESSION_VARIABLES)) environment.registerVariable(name, type)
  return environment
}

function refuse(message: string, at: number | undefined): ExpressionOutcome {
  return {
    ok: false,
    message: at === undefined ? `${message}.` : `${message} (at character ${at + 1}).`,
  }
}

type Flaw = { readonly message: string; readonly at: number }

function findFlaw(node: ASTNode, insideLoop: boolean): Flaw | undefined {
  const isLoop = node.op === 'rcall' && LOOPS.has(node.args[0])
  if (isLoop && insideLoop) return { message: 'has a loop inside a loop', at: node.start }
  if (node.op === 'rcall' && node.args[0] === 'matches') {
    const flaw = findPatternFlaw(node.args[2][0])
    if (flaw !== undefined) return flaw
  }
  for (const child of childrenOf(node)) {
    const flaw = findFlaw(child, insideLoop || isLoop)
    if (flaw !== undefined) return flaw
  }
  return undefined
}

function findPatternFlaw(pattern: ASTNode | undefined): Flaw | undefined {
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string') {
    return { message: 'matches() needs its pattern written out as a text', at: pattern?.start ?? 0 }
  }
  try {
    compiledPatterns.set(pattern.args, compiledPatterns.get(pattern.args) ?? RE2JS.compile(pattern.args))
    return undefined
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return { message: `the pattern cannot be read: ${reason}`, at: pattern.start }
  }
}

function childrenOf(node: ASTNode): readonly ASTNode[] {
  const found: ASTNode[] = []
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) visit(item)
    else if (isNode(part)) found.push(part)
  }
  visit(node.args)
  return found
}

/** The truth structure is ours, so that each single test can be false on its own; CEL evaluates the tests. */
function compileNode(node: ASTNode): Expression {
  switch (node.op) {
    case '&&':
    case '||': {
      const [left, right] = [compileNode(node.args[0]), compileNode(node.args[1])]
      return node.op === '&&'
        ? variables => left(variables) && right(variables)
        : variables => left(variables) || right(variables)
    }
    case '!_': {
      const inner = compileNode(node.args)
      return variables => !inner(variables)
    }
    case '?:': {
      const [test, yes, no] = [
        compileNode(node.args[0]),
        compileNode(node.args[1]),
        compileNode(node.args[2]),
      ]
      return variables => (test(variables) ? yes(variables) : no(variables))
    }
    case '!=': {
      const source = `${serializeLinear(node.args[0])} == ${serializeLinear(node.args[1])}`
      const equal = compileQuickly({ op: '==', args: node.args }, compileTest(source, node))
      return variables => !equal(variables)
    }
    default:
      return compileQuickly(node, compileTest(serializeLinear(node), node))
  }
}

/** A name that is no variable, such as that of a type, stays with CEL. */
function compileQuickly(node: Pick<ASTNode, 'op' | 'args'>, otherwise: Expression): Expression {
  return compileSimpleTest(node, { otherwise, isVariable: name => name in EXPRESSION_VARIABLES })
}

function compileTest(source: string, node: ASTNode): Expression {
  const run = runEnvironment.parse(source)
  const needed = neededKeys(node)
  return variables => {
    if (needed.some(keys => readPlace(variables, keys) === ABSENT)) return false
    const value = runOrMiss(run, variables)
    if (typeof value !== 'boolean') throw new TypeError(`${source} is neither true nor false`)
    return value
  }
}

function runOrMiss(
  run: (variables: ExpressionVariables) => unknown,
  variables: ExpressionVariables,
): unknown {
  try {
    return run(variables)
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return false
    throw error
  }
}

/** Places that the test certainly reads: looking first spares the cost of an exception for each missing key. */
function neededKeys(node: ASTNode): readonly (readonly string[])[] {
  const chain = chainOf(node)
  if (chain !== undefined) return chain[0] !== undefined && chain[0] in EXPRESSION_VARIABLES ? [chain] : []
  switch (node.op) {
    case 'call':
      return node.args[0] === 'has' ? [] : node.args[1].flatMap(neededKeys)
    case 'rcall':
      return [node.args[1], ...(LOOPS.has(node.args[0]) ? [] : node.args[2])].flatMap(neededKeys)
    case '?:':
    case '||':
    case '&&':
      return []
    default:
      return childrenOf(node).flatMap(neededKeys)
  }
}

/** The library's own `matches` backtracks without bound, so ours takes its place. */
function serializeLinear(node: ASTNode): string {
  return `(${serialize(withLinearMatch(node)).replace(SPLIT_CHARACTER, joinCharacter)})`
}

/** The library writes a character beyond the basic plane as two escapes and then refuses to read them. */
const SPLIT_CHARACTER = /(?<=(?<!\\)(?:\\\\)*)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/gi

function joinCharacter(_: string, high: string, low: string): string {
  return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16))
}

function withLinearMatch(node: ASTNode): ASTNode {
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace)
    return isNode(part) ? withLinearMatch(part) : part
  }
  const args =
    node.op === 'rcall' && node.args[0] === 'matches'
      ? [LINEAR_MATCH, ...node.args.slice(1).map(replace)]
      : replace(node.args)
  return Object.assign(Object.create(Object.getPrototypeOf(node)), { op: node.op, args })
}

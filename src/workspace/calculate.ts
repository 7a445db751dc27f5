import { z } from 'zod'
import type { ExecutableTool } from '../engine/tools/tools.ts'
import { refusal } from './paths.ts'
import { createWorkspaceTool, succeeded } from './workspace-tool.ts'

const maxDepth = 64
const functions: Readonly<
  Record<
    string,
    { readonly least: number; readonly most: number; readonly apply: (...values: number[]) => number }
  >
> = {
  abs: { least: 1, most: 1, apply: Math.abs },
  sqrt: { least: 1, most: 1, apply: Math.sqrt },
  floor: { least: 1, most: 1, apply: Math.floor },
  ceil: { least: 1, most: 1, apply: Math.ceil },
  round: { least: 1, most: 2, apply: (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits },
  min: { least: 1, most: 100, apply: Math.min },
  max: { least: 1, most: 100, apply: Math.max },
  sum: { least: 1, most: 100, apply: (...values) => values.reduce((total, value) => total + value, 0) },
  pow: { least: 2, most: 2, apply: (base, exponent) => base ** exponent },
  exp: { least: 1, most: 1, apply: Math.exp },
  ln: { least: 1, most: 1, apply: Math.log },
  log10: { least: 1, most: 1, apply: Math.log10 },
  log2: { least: 1, most: 1, apply: Math.log2 },
  sin: { least: 1, most: 1, apply: Math.sin },
  cos: { least: 1, most: 1, apply: Math.cos },
  tan: { least: 1, most: 1, apply: Math.tan },
}
const functionsByName = new Map(Object.entries(functions))
const constantsByName = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])
const strengthByOperator = new Map([
  ['+', 1],
  ['-', 1],
  ['*', 2],
  ['/', 2],
  ['%', 2],
  ['^', 4],
])
const signStrength = 3

/** `calculate`: arithmetic by a small parser; names outside its own list mean nothing to it. */
export function createCalculateTool(): ExecutableTool {
  return createWorkspaceTool({
    name: 'calculate',
    act: 'Calculate {expression}',
    description: `Works out an arithmetic expression: + - * / % (remainder) ^ (power), brackets, pi, e, and ${[...functionsByName.keys()].join(', ')}.`,
    schema: z.strictObject({
      expression: z.string().min(1).max(1000).describe('For example (2 + 3) * sqrt(16)'),
    }),
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    precheck: async ({ expression }) => {
      calculate(expression)
    },
    run: async ({ expression }) => {
      const value = calculate(expression)
      const result = String(Number(value.toPrecision(15)))
      const isExact = !Number.isInteger(value) || Number.isSafeInteger(value)
      return succeeded(isExact ? { expression, result, value: Number(result) } : { expression, result })
    },
  })
}

interface Reader {
  readonly tokens: readonly string[]
  at: number
}

/** The value of an arithmetic expression. Throws `expression_refused`, naming what was not understood. */
export function calculate(expression: string): number {
  const reader: Reader = { tokens: tokenize(expression), at: 0 }
  const value = readExpression(reader, 0, 0)
  const rest = reader.tokens[reader.at]
  if (rest !== undefined) throw misunderstood(`“${rest}” was not expected there`)
  if (!Number.isFinite(value)) throw misunderstood('the result is not a finite number')
  return value
}

function misunderstood(why: string) {
  return refusal('expression_refused', `The expression cannot be worked out: ${why}.`)
}

function tokenize(expression: string): readonly string[] {
  const pattern =
    /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z][A-Za-z0-9]*)|(\*\*|[-+*/%^(),×÷−]))/y
  const tokens: string[] = []
  const text = expression.trimEnd()
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex
    const found = pattern.exec(text)
    if (found === null)
      throw misunderstood(`“${text.slice(start).trim().slice(0, 20)}” is no number, name or operator`)
    tokens.push(plainOperators.get(found[3] ?? '') ?? found[0].trim())
  }
  return tokens
}

const plainOperators = new Map([
  ['**', '^'],
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
])

function readExpression(reader: Reader, least: number, depth: number): number {
  if (depth > maxDepth) throw misunderstood(`it is nested deeper than ${maxDepth} levels`)
  let left = readOperand(reader, depth)
  for (;;) {
    const operator = reader.tokens[reader.at]
    const strength = strengthByOperator.get(operator ?? '')
    if (operator === undefined || strength === undefined || strength < least) return left
    reader.at += 1
    const right = readExpression(reader, operator === '^' ? strength : strength + 1, depth + 1)
    left = applyOperator(operator, left, right)
  }
}

function applyOperator(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '^':
      return left ** right
    default:
      if (right === 0) throw misunderstood('it divides by zero')
      return operator === '/' ? left / right : left % right
  }
}

function readOperand(reader: Reader, depth: number): number {
  const token = reader.tokens[reader.at]
  if (token === undefined) throw misunderstood('it ends too early')
  reader.at += 1
  if (token === '-') return -readExpression(reader, signStrength, depth + 1)
  if (token === '+') return readExpression(reader, signStrength, depth + 1)
  if (token === '(') {
    const value = readExpression(reader, 0, depth + 1)
    expectToken(reader, ')')
    return value
  }
  if (/^[.\d]/.test(token)) return Number(token)
  return readName(reader, token.toLowerCase(), depth)
}

function readName(reader: Reader, name: string, depth: number): number {
  const constant = constantsByName.get(name)
  if (constant !== undefined) return constant
  const known = functionsByName.get(name)
  if (known === undefined) throw misunderstood(`“${name}” is not known`)
  expectToken(reader, '(')
  const values = [readExpression(reader, 0, depth + 1)]
  while (reader.tokens[reader.at] === ',') {
    reader.at += 1
    values.push(readExpression(reader, 0, depth + 1))
  }
  expectToken(reader, ')')
  if (values.length < known.least || values.length > known.most) {
    throw misunderstood(`${name} takes ${known.least} to ${known.most} values, not ${values.length}`)
  }
  return known.apply(...values)
}

function expectToken(reader: Reader, token: string): void {
  if (reader.tokens[reader.at] !== token) throw misunderstood(`a “${token}” is missing`)
  reader.at += 1
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExpression, type ExpressionVariables } from './expression.ts'

function evaluate(source: string, variables: ExpressionVariables): boolean {
  const outcome = compileExpression(source)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.evaluate(variables)
}

function refusal(source: string): string {
  const outcome = compileExpression(source)
  return outcome.ok ? '' : outcome.message
}

const call: ExpressionVariables = {
  agent: 'backend',
  tool: 'send_mail',
  paths: ['src/a.ts', 'contracts/b.json'],
  arguments: { amount: 12, to: 'a@example.org', nested: { deep: true }, list: [1, 2] },
  confidence: 0.7,
  now: new Date('2026-01-05T20:00:00Z'),
}

describe('a custom condition', () => {
  it.each([
    ['agent == "backend" && confidence < 0.8', true],
    ['arguments.amount > 10', true],
    ['arguments.amount in [11, 12]', true],
    ['arguments.nested.deep', true],
    ['paths.exists(p, p.startsWith("contracts/"))', true],
    ['paths.all(p, p.endsWith(".ts"))', false],
    ['arguments.to.matches("@example\\\\.org$")', true],
    ['paths.exists(p, p.matches("^contracts/.*json$"))', true],
    ['now.getHours("UTC") >= 18', true],
    ['(has(arguments.cc) ? arguments.cc : "nobody") == "nobody"', true],
    ['size(arguments.list) == 2 ? agent == "backend" : false', true],
    ['!(agent == "frontend") && (tool == "x" || tool == "send_mail")', true],
  ])('%s is %s', (source, expected) => {
    expect(evaluate(source, call)).toBe(expected)
  })

  it.each([
    ['arguments.missing == 1', false],
    ['!(arguments.missing == 1)', true],
    ['arguments.missing != 1', true],
    ['arguments.nested.missing.deeper', false],
    ['arguments.missing == 1 || agent == "backend"', true],
    ['arguments.list[7] == 1', false],
    ['arguments["missing"] == 1', false],
    ['cost_usd > 1.0', false],
    ['hosts.exists(h, h == "x")', false],
    ['arguments.toString == "x"', false],
    ['arguments.constructor.name == "Object"', false],
  ])('reads a missing key as false: %s is %s', (source, expected) => {
    expect(evaluate(source, call)).toBe(expected)
  })

  it.each(['arguments.to > 3', '1 / 0 == 1', 'arguments.amount'])('throws when %s has no answer', source => {
    expect(() => evaluate(source, call)).toThrow()
  })

  it.each([
    ['agnt == "x"', 'Unknown variable: agnt (at character 1).'],
    ['agent = "x"', 'Unexpected character: = (at character 7).'],
    ['agent == ', '(at character 10)'],
    ['1 + 2', 'is of type int'],
    ['paths.exists(p, hosts.exists(h, h == p))', 'loop inside a loop (at character 17)'],
    ['agent.matches(tool)', 'needs its pattern written out'],
    ['agent.matches("(a")', 'the pattern cannot be read'],
    ['agent.matchesInLinearTime("a")', 'matchesInLinearTime'],
  ])('refuses %s and says where', (source, message) => {
    expect(refusal(source)).toContain(message)
  })

  it('answers a hostile regular expression at once', () => {
    expect(evaluate('agent.matches("^(a|a|a?a)+$")', { agent: `${'a'.repeat(5000)}b` })).toBe(false)
  })

  it('reads off the answer to a plain comparison exactly as CEL gives it', () => {
    const literal = fc.constantFrom('3', '3.0', '-1', '2.5', '"3"', '"b"', '9007199254740993', 'true', 'null')
    const relation = fc.constantFrom('==', '!=', '<', '<=', '>', '>=')
    const place = fc.constantFrom(
      'arguments.n',
      'arguments.deep.n',
      'agent',
      'confidence',
      'cost_usd',
      'claimed',
    )
    const value = fc.constantFrom(3, 2.5, -1, 0, 9007199254740992, '3', 'a', 'b', 'c', true, null, [3], {
      n: 3,
    })
    fc.assert(
      fc.property(place, relation, literal, value, (left, sign, right, n) => {
        const plain = compileExpression(`${left} ${sign} ${right}`)
        const byCel = compileExpression(`(${left} ${sign} ${right}) == true`)
        expect(plain.ok).toBe(byCel.ok)
        if (!plain.ok || !byCel.ok) return
        const variables = { arguments: { n, deep: { n } }, agent: 'b', confidence: 0.7, claimed: true }
        const isMissing = left === 'cost_usd'
        expect(answerOf(plain.evaluate, variables)).toBe(
          isMissing ? sign === '!=' : answerOf(byCel.evaluate, variables),
        )
      }),
      { numRuns: 500 },
    )
  })
})

function answerOf(expression: (variables: ExpressionVariables) => boolean, variables: ExpressionVariables) {
  try {
    return expression(variables)
  } catch {
    return 'no answer'
  }
}

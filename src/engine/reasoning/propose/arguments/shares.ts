import type { Parameter } from '../tool-index.ts'
import type { Filled } from './argument-source.ts'
import { typeOfParameter } from './parameter-role.ts'

/** Shares as people say them, of a whole. */
const spoken: readonly (readonly [RegExp, number])[] = [
  [/\bthree[- ]quarters?\b/i, 0.75],
  [/\btwo[- ]thirds?\b/i, 2 / 3],
  [/\b(?:a|one)[- ]third\b/i, 1 / 3],
  [/\b(?:a|one)[- ]quarter\b/i, 0.25],
  [/\bhalf(?:[- ]?way)?\b/i, 0.5],
  [/\b(?:completely|fully|entirely|all the way|maximum|full|wide)\b/i, 1],
  [/\b(?:silent|mute|muted|zero|nothing|shut|closed|close|off)\b/i, 0],
  [/\b(?:open|on)\b/i, 1],
]

/** A share that is said in words (“halfway”, “by a third”) for a parameter that takes one; undefined otherwise. */
export function readShare(parameter: Parameter, text: string): Filled | undefined {
  if (typeOfParameter(parameter.schema) !== 'number') return undefined
  const said = `${parameter.name} ${parameter.description}`
  const { maximum } = parameter.schema
  const isShare = /percent|share|position|level|volume|brightness|ratio|opening|fraction/i.test(said)
  if (!isShare && maximum !== 1 && maximum !== 100) return undefined
  const whole = typeof maximum === 'number' ? maximum : 100
  for (const [pattern, share] of spoken) {
    const match = pattern.exec(text)
    if (match !== null)
      return { value: Math.round(share * whole * 100) / 100, evidence: `“${match[0]}” in the goal` }
  }
  return undefined
}

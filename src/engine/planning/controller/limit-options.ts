import type { GateOption } from '../../../contracts/gate.ts'

/** The ways to answer a reached limit; a new one must be above what it was. */
export function limitOptions(limit: number): readonly GateOption[] {
  return [
    {
      id: 'expand',
      label: 'Raise the limit',
      decision: 'approve',
      input_schema: {
        type: 'object',
        properties: {
          new_limit: { type: 'number', exclusiveMinimum: limit, default: Math.max(limit * 2, 0.01) },
        },
        additionalProperties: false,
      },
    },
    {
      id: 'reduce',
      label: 'Make the plan smaller',
      decision: 'steer',
      default_instruction: 'Keep only what the goal cannot do without, and say what was left out.',
    },
    { id: 'abort', label: 'Abort the plan', decision: 'reject' },
  ]
}

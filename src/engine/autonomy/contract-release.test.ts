import { expect, it } from 'vitest'
import { type ContractCall, type ContractLimits, releaseByContract } from './contract-release.ts'
import { addSeen, NOTHING_SEEN, shapeOf } from './shape.ts'

const shape = (to: string, note = 'hello') =>
  shapeOf({
    arguments: { to, note },
    input_schema: {},
    origins: [
      { pointer: '/to', value: to, meaning: 'recipient', source: 'person' },
      { pointer: '/note', value: note, meaning: 'text', source: 'person' },
    ],
  })

const CALL: ContractCall = {
  shape: shape('a@x.test'),
  score: 0.9,
  now_ms: 1_000,
  ran_last_hour: 0,
  ran_last_day: 0,
  draw: 0.5,
}
const LIMITS: ContractLimits = {
  max_per_hour: 10,
  max_per_day: 20,
  ends_at_ms: 2_000,
  harmless_texts: [],
  spot_check_share: 0.05,
}
const open = {
  limits: LIMITS,
  progress: { openFrom: 0.8, right: 168, wrong: 0, stillNeeded: 0 },
  seen: addSeen(NOTHING_SEEN, shape('a@x.test')),
}

it('lets a call run that is inside of the contract', () => {
  expect(releaseByContract(CALL, open)).toEqual({ outcome: 'run' })
})

it.each([
  ['the contract is in shadow', CALL, { ...open, progress: { right: 0, wrong: 0, stillNeeded: 168 } }],
  ['it has ended', { ...CALL, now_ms: 2_000 }, open],
  ['the time is not known', { ...CALL, now_ms: Number.NaN }, open],
  ['the score is too low', { ...CALL, score: 0.79 }, open],
  ['there is no score', { ...CALL, score: undefined }, open],
  ['the score is no number', { ...CALL, score: Number.NaN }, open],
  ['the recipient was never approved', { ...CALL, shape: shape('b@x.test') }, open],
  ['a long text is not called harmless', { ...CALL, shape: shape('a@x.test', 'x'.repeat(300)) }, open],
  ['the hour is used up', { ...CALL, ran_last_hour: 10 }, open],
  ['the day is used up', { ...CALL, ran_last_day: 20 }, open],
] as [string, ContractCall, typeof open][])('asks where %s', (_, call, context) => {
  expect(releaseByContract(call, context)).toMatchObject({ outcome: 'ask' })
})

it('draws the spot checks it owes, and checks where the draw is not known', () => {
  expect(releaseByContract({ ...CALL, draw: 0.049 }, open)).toEqual({ outcome: 'spot_check', share: 0.05 })
  expect(releaseByContract({ ...CALL, draw: 0.05 }, open)).toEqual({ outcome: 'run' })
  expect(releaseByContract({ ...CALL, draw: Number.NaN }, open).outcome).toBe('spot_check')
})

it('lets a long text pass that a person called harmless', () => {
  const limits = { ...LIMITS, harmless_texts: ['/note'] }
  const call = { ...CALL, shape: shape('a@x.test', 'x'.repeat(300)) }
  expect(releaseByContract(call, { ...open, limits })).toEqual({ outcome: 'run' })
})

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type BoundCall, callDigest } from './call-digest.ts'

const CALL: BoundCall = {
  session_id: 'ses_1',
  run_id: 'run_1',
  call_id: 'call_1',
  requester: 'agent:builder',
  tool: 'move_file',
  definition_hash: 'hash',
  arguments: { to: 'b', from: 'a' },
}

it('is what anybody computes from the canonical form, written down here by hand', () => {
  const canonical =
    '{"arguments":{"from":"a","to":"b"},"call":"call_1","definition":"hash","requester":"agent:builder","run":"run_1","session":"ses_1","tool":"move_file"}'
  const byHand = createHash('sha256').update(`soulgate.action.v1\0${canonical}`).digest('hex')
  expect(callDigest(CALL)).toBe(byHand)
})

it('is another one when anything that the call is bound to is another', () => {
  const { run_id: _run, ...outside } = CALL
  const others: readonly BoundCall[] = [
    outside,
    { ...CALL, session_id: 'ses_2' },
    { ...CALL, run_id: 'run_2' },
    { ...CALL, call_id: 'call_2' },
    { ...CALL, requester: 'agent:scout' },
    { ...CALL, tool: 'copy_file' },
    { ...CALL, definition_hash: 'another' },
    { ...CALL, arguments: { to: 'b', from: 'c' } },
  ]
  expect(new Set([CALL, ...others].map(callDigest)).size).toBe(others.length + 1)
  expect(callDigest({ ...CALL, arguments: { from: 'a', to: 'b' } })).toBe(callDigest(CALL))
})

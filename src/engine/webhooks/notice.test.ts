import { expect, it } from 'vitest'
import type { Event } from '../../contracts/event.ts'
import { buildGate } from '../gate/gate.ts'
import { noticeOf } from './notice.ts'
import { toLetter, toSlackBody } from './render.ts'

const gate = buildGate(
  {
    ...{ gate_id: 'gate_1', terms: { type: 'tool_approval' as const }, requested_by: 'agent:a', agent: 'a' },
    ...{ why_held: [], agent_says: 'The CFO approved it.' },
    subject: {
      tool_calls: [
        {
          ...{ call_id: 'call_1', tool: 'refund', arguments: { to: 'ada <b>&\u202E\nApproved' } },
          ...{ description: '', reversibility: 'irreversible', claimed: false },
          annotations: { read_only: false, idempotent: false, destructive: true, open_world: true },
          ...{ definition_hash: 'd', digest: 'd' },
        },
      ],
    },
  },
  0,
  () => ({ display: { act: 'Refund {to}' }, money: {} }),
)
const opened: Event = {
  ...{ id: 'e1', stream: 'system', seq: 1, type: 'gate_opened', at: '2026-01-05T09:00:00.000Z' },
  ...{ gate_id: 'gate_1', actor: { kind: 'system', id: 'system:engine' } },
  ...{ payload: { status: 'pending' }, payload_digest: '', prev_hash: '', hash: '' },
} as unknown as Event
const tell = (tellsAct?: boolean) =>
  noticeOf(opened, {
    ...{ gate, linkTo: () => undefined },
    ...(tellsAct === undefined ? {} : { tellsAct }),
  })

it('says what the calls do to an address that opted in, and to no other', () => {
  expect(JSON.stringify(tell())).not.toContain('ada')
  expect(tell(false)?.data.act).toBeUndefined()
  expect(tell(true)?.data.act).toBe('Refund "ada <b>&⟨U+202E⟩\\nApproved"')
  expect(JSON.stringify(tell(true))).not.toContain('CFO')
})

it('keeps the values on one line, and out of the markup of a letter and of Slack', () => {
  const notice = tell(true)
  if (notice === undefined) throw new Error('No notice.')
  expect(toLetter(notice).text).toContain('\nAct: Refund "ada <b>&⟨U+202E⟩\\nApproved"\n')
  expect(toSlackBody(notice)).toContain('Act: Refund \\"ada &lt;b&gt;&amp;⟨U+202E⟩')
})

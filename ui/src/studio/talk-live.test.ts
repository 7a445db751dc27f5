import type { ChatFrame } from 'soulgate/sdk'
import { describe, expect, it } from 'vitest'
import { nextLive, notShownYet, QUIET, type TalkEvent, type TalkLive } from './talk-live.ts'

const after = (...events: TalkEvent[]): TalkLive => events.reduce(nextLive, QUIET)
const frame = (told: ChatFrame): TalkEvent => ({ type: 'frame', frame: told })
const saying = (text: string) => ({ text, message: { message: text } })
const following = { message: {}, isFollowing: true }
const words = (text: string) => frame({ kind: 'text', text })
const event = (type: string) =>
  frame({ kind: 'event', type, run_id: 'run_1', session_id: 'ses_1', payload: {} })
const problem = (code: string) => ({ type: 'about:blank', title: '', status: 409, code, detail: '' })

describe('a talk while it goes on', () => {
  it('shows what was said and every word as it comes', () => {
    const live = after(
      { type: 'opened', saying: saying('Hi') },
      event('run_created'),
      words('Hel'),
      words('lo'),
    )
    expect(live).toMatchObject({
      phase: 'open',
      said: 'Hi',
      words: 'Hello',
      sessionId: 'ses_1',
      runId: 'run_1',
    })
  })

  it('keeps the words of an ended step until the conversation shows them, and no longer', () => {
    const live = after(
      { type: 'opened', saying: saying('Hi') },
      words('One.'),
      event('soul_step_end'),
      words('Two'),
    )
    expect(live).toMatchObject({ settled: ['One.'], words: 'Two' })
    expect(notShownYet(live, [])).toEqual({ said: 'Hi', settled: ['One.'], words: 'Two' })
    const agent = { kind: 'agent', id: 'm2', text: 'One.', calls: [], model: '', runId: 'run_1' } as const
    const person = { kind: 'person', id: 'm1', text: 'Hi', images: 0, runId: 'run_1' } as const
    expect(notShownYet(live, [person, agent])).toEqual({ said: undefined, settled: [], words: 'Two' })
    const last = { ...agent, id: 'm3', text: 'Two more words' }
    expect(notShownYet(live, [person, agent, last]).words).toBe('')
    const earlier = { ...person, runId: 'run_0' }
    expect(notShownYet(live, [earlier])).toEqual({ said: 'Hi', settled: ['One.'], words: 'Two' })
  })

  it('forgets the words of an answer that began anew', () => {
    const live = after(
      { type: 'opened', saying: following },
      words('Wro'),
      frame({ kind: 'reset', because: 'retry' }),
    )
    expect(live).toMatchObject({ words: '', isAnew: true })
  })

  it('offers what a message does to a busy session, and keeps its text', () => {
    const busy = after({ type: 'refused', problem: problem('session_busy'), saying: saying('And this') })
    expect(busy.offer).toEqual({ text: 'And this', offers: ['steer', 'queue', 'replace'] })
    expect(busy.refusal).toBeUndefined()
  })

  it('leaves an offer, and what was not sent, standing while a run is listened to', () => {
    const busy = after({ type: 'refused', problem: problem('session_busy'), saying: saying('And this') })
    const heard = [{ type: 'opened', saying: following }, words('On'), { type: 'ended' }] as const
    expect(heard.reduce(nextLive, busy)).toEqual(busy)
    const unsent = after({ type: 'failed', error: 'gone', saying: saying('Hi') })
    const cut = { type: 'failed', error: 'gone', saying: following } as const
    expect([...heard.slice(0, 2), cut].reduce(nextLive, unsent)).toEqual({ ...unsent, isCutOff: true })
  })

  it('shows any other refusal, with the text to send again', () => {
    const refused = after({ type: 'refused', problem: problem('session_expired'), saying: saying('Hi') })
    expect(refused).toMatchObject({ refused: 'Hi', refusal: { code: 'session_expired' } })
  })

  it('offers nothing for a message that is queued already', () => {
    const ids = { kept_id: 'kept_1', session_id: 'ses_1', run_id: 'run_1', waiting_gate_ids: [] }
    const kept = { ...ids, kept: true as const }
    const queued = after({ type: 'kept', text: 'x', kept: { ...kept, offers: [] } })
    expect([queued.offer, queued.queued]).toEqual([undefined, { keptId: 'kept_1', text: 'x' }])
    expect(after({ type: 'kept', text: 'x', kept: { ...kept, offers: ['steer', 'queue'] } }).offer).toEqual({
      text: 'x',
      offers: ['steer', 'queue'],
      keptId: 'kept_1',
    })
  })
})

import type { OnBusy } from 'soulgate/contracts/chat'
import type { Problem } from 'soulgate/contracts/problem'
import type { ChatFrame, ChatMessage, Kept } from 'soulgate/sdk'
import type { TalkEntry } from './talk-entries.ts'

/** A message that met a run at work or waiting; its author says what becomes of it. */
export interface BusyOffer {
  readonly text: string
  readonly offers: readonly OnBusy[]
  /** Under which the server keeps it; absent when only this browser does. */
  readonly keptId?: string
  /** Pictures that go along, where only this browser keeps it. */
  readonly images?: ChatMessage['images']
}

/** Something to be said. `text` is what a person sees of it; under one `key` it is taken once. */
export interface Saying {
  readonly message: ChatMessage
  /** True when nothing is said and the run is only listened to. */
  readonly isFollowing?: boolean
  readonly text?: string | undefined
  readonly key?: string | undefined
}

/** What is going on in the open talk beside what the server has written down. */
export interface TalkLive {
  readonly phase: 'idle' | 'open'
  readonly runId?: string
  readonly sessionId?: string
  /** What the person has just said; shown until the conversation has it. */
  readonly said?: string
  /** Words of steps that have ended; each is shown until the conversation has it. */
  readonly settled: readonly string[]
  /** Words of the step at work. */
  readonly words: string
  /** True when the model began its answer anew. */
  readonly isAnew: boolean
  /** Listening broke off. */
  readonly isCutOff?: boolean
  readonly offer?: BusyOffer
  /** A message that has just been queued, or told to a run at work. */
  readonly queued?: { readonly keptId: string; readonly text: string }
  readonly failure?: unknown
  /** Set with `failure`: what did not get through. */
  readonly unsent?: Saying
  readonly refusal?: Problem
  /** The text that was refused, to be changed and sent again. */
  readonly refused?: string
}

export const QUIET: TalkLive = { phase: 'idle', settled: [], words: '', isAnew: false }

export type TalkEvent =
  | { readonly type: 'opened'; readonly saying: Saying }
  | { readonly type: 'frame'; readonly frame: ChatFrame }
  | { readonly type: 'kept'; readonly kept: Kept; readonly text: string }
  | { readonly type: 'refused'; readonly problem: Problem; readonly saying: Saying }
  | { readonly type: 'failed'; readonly error: unknown; readonly saying: Saying }
  | { readonly type: 'ended' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'offered'; readonly offer: BusyOffer }

/** The next state. Pure. */
export function nextLive(live: TalkLive, event: TalkEvent): TalkLive {
  switch (event.type) {
    case 'opened':
      return open(live, event.saying)
    case 'frame':
      return takeFrame(live, event.frame)
    case 'kept': {
      const { offers, kept_id } = event.kept
      const { text } = event
      return offers.length > 0
        ? { ...QUIET, offer: { text, offers, keptId: kept_id } }
        : { ...QUIET, queued: { keptId: kept_id, text } }
    }
    case 'offered':
      return { ...QUIET, offer: event.offer }
    case 'refused':
      return takeRefusal(event.problem, event.saying)
    case 'failed':
      // That listening broke off is no news: it begins again, and events come all the same.
      return event.saying.isFollowing
        ? { ...atRest(live), isCutOff: true }
        : { ...QUIET, failure: event.error, unsent: event.saying }
    case 'ended':
      return atRest(live)
    case 'dismissed':
      return QUIET
  }
}

/** Listening leaves standing what waits for the person; saying something begins anew. */
function open(live: TalkLive, { isFollowing, text }: Saying): TalkLive {
  if (isFollowing) return { ...atRest(live), phase: 'open' }
  return { ...QUIET, phase: 'open', ...(text === undefined ? {} : { said: text }) }
}

/** Without what belonged to the connection alone. */
function atRest(live: TalkLive): TalkLive {
  const { said: _said, runId: _run, sessionId: _session, isCutOff: _cut, ...kept } = live
  return { ...kept, ...QUIET }
}

function takeFrame(live: TalkLive, frame: ChatFrame): TalkLive {
  switch (frame.kind) {
    case 'text':
      return { ...live, words: live.words + frame.text, isAnew: false }
    case 'reset':
      return { ...live, words: '', isAnew: true }
    case 'event': {
      const { run_id: runId, session_id: sessionId } = frame
      const known = {
        ...live,
        ...(runId === undefined ? {} : { runId }),
        ...(sessionId === undefined ? {} : { sessionId }),
      }
      return frame.type === 'soul_step_end'
        ? { ...known, settled: [...known.settled, known.words], words: '' }
        : known
    }
    case 'response':
      return live
  }
}

/** A session that is busy is no failure: the text is kept here, and its author chooses. */
function takeRefusal(problem: Problem, { text, message }: Saying): TalkLive {
  if (problem.code === 'session_busy' && text !== undefined) {
    const { images } = message
    return {
      ...QUIET,
      offer: { text, offers: ['steer', 'queue', 'replace'], ...(images ? { images } : {}) },
    }
  }
  return { ...QUIET, refusal: problem, ...(text === undefined ? {} : { refused: text }) }
}

/** What the conversation does not show yet of the person's words and of the agent's. */
export function notShownYet(
  live: TalkLive,
  entries: readonly TalkEntry[],
): { readonly said: string | undefined; readonly settled: readonly string[]; readonly words: string } {
  const isShown = (kind: TalkEntry['kind'], text: string) =>
    entries.some(
      entry => entry.kind === kind && entry.runId === live.runId && entry.text.trim() === text.trim(),
    )
  const { said } = live
  const latest = entries.findLast(entry => entry.kind === 'agent' && entry.runId === live.runId)
  return {
    said: said !== undefined && isShown('person', said) ? undefined : said,
    settled: live.settled.filter(text => text.trim() !== '' && !isShown('agent', text)),
    // The conversation may have the whole answer while its last words are on their way.
    words: latest?.text.startsWith(live.words) ? '' : live.words,
  }
}

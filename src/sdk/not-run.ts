import type { Gate } from '../contracts/gate.ts'
import type { NotRun } from './outcome.ts'

/** Why the call of a gate did not run, in words that its asker can act on. */
export function whyNotRun(gate: Gate, callId: string): NotRun {
  const about = { call_id: callId, gate_id: gate.gate_id }
  const decision = gate.decisions.findLast(item => !item.late)
  const words = [decision?.reason, decision?.feedback].flatMap(text => (text ? [text] : []))
  const said = words.length === 0 ? '' : ` They said: ${toSentences(words)}`
  const reason = words.length === 0 ? {} : { reason: words.join(' ') }
  switch (gate.status) {
    case 'pending':
      return { ...about, status: 'pending', why: gate.why_held, ...expiryOf(gate), message: waiting(gate) }
    case 'steered': {
      const instructions = decision?.steer_instructions ?? ''
      const message = `The call was not run. A person asks for this instead: ${toSentences([instructions])}`
      const affected_artifacts = decision?.affected_artifacts ?? []
      return { ...about, status: 'steered', instructions, affected_artifacts, message }
    }
    case 'expired':
      return { ...about, status: 'expired', message: `The call was not run: nobody answered in time.` }
    case 'skipped':
    case 'answered':
      return {
        ...about,
        ...reason,
        status: 'skipped',
        message: `The call was not run: a person does without it, or does it themselves.${said}`,
      }
    case 'cancelled': {
      const because = gate.cancelled_because === undefined ? '' : ` (${gate.cancelled_because})`
      return { ...about, status: 'cancelled', message: `The call was not run: it was withdrawn${because}.` }
    }
    case 'superseded':
    case 'approved':
    case 'rejected': {
      const message = `The call was not run: a person rejected it.${said} Do not try the same again.`
      return { ...about, ...reason, status: 'rejected', message }
    }
  }
}

/** What people wrote, each piece ended, so that what follows is read as something else. */
function toSentences(texts: readonly string[]): string {
  return texts.map(text => text.trim().replace(/(?<![.!?…:;])$/, '.')).join(' ')
}

function waiting(gate: Gate): string {
  const until = gate.expires_at === undefined ? '' : ` until ${gate.expires_at}`
  return `The call was not run yet: it waits for a person at gate ${gate.gate_id}${until}.`
}

function expiryOf({ expires_at }: Gate) {
  return expires_at === undefined ? {} : { expires_at }
}

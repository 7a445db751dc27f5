import type { Notice } from '../../contracts/webhook.ts'

/** What each notice says in one plain sentence; none of it was written by an agent. */
const SENTENCES: Readonly<Record<Notice['type'], string>> = {
  gate_opened: 'A decision is awaited.',
  gate_warned: 'A decision is still awaited, and its time is nearly over.',
  gate_expired: 'A question expired without an answer. Nothing was decided.',
  gate_decided: 'A decision was made.',
  gate_assigned: 'A decision was assigned.',
  gate_escalated: 'A decision waited too long and was passed on.',
  run_completed: 'A run completed.',
  run_failed: 'A run failed.',
  run_cancelled: 'A run was cancelled.',
  rollback_applied: 'A rollback rule stepped back by itself.',
  stop_engaged: 'Everything was stopped.',
  stop_lifted: 'The stop was lifted.',
  test: 'This is a test. Notices of Soulgate arrive here.',
}

/** No notice carries authority: there is nothing to press, only where to read on. */
const WHERE = 'Decisions are made in Soulgate alone, after signing in.'

/** The body of a Standard Webhooks request. */
export function toStandardBody(notice: Notice): string {
  return JSON.stringify(notice)
}

/** The body of an incoming webhook of Slack, and of what speaks its form. */
export function toSlackBody(notice: Notice): string {
  const { url } = notice.data
  const lines = [`*${SENTENCES[notice.type]}*`, factsOf(notice).map(escapeSlack).join(' · ')]
  if (url !== undefined) lines.push(`<${escapeSlack(url)}|Open in Soulgate> · ${WHERE}`)
  const text = lines.filter(line => line !== '').join('\n')
  return JSON.stringify({
    text: SENTENCES[notice.type],
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
  })
}

/** A plain letter. */
export function toLetter(notice: Notice): { readonly subject: string; readonly text: string } {
  const { url } = notice.data
  const lines = [SENTENCES[notice.type], '', ...factsOf(notice)]
  if (url !== undefined) lines.push('', `Open in Soulgate: ${url}`, WHERE)
  return { subject: `Soulgate: ${SENTENCES[notice.type].replace(/\.$/, '')}`, text: `${lines.join('\n')}\n` }
}

function factsOf({ data }: Notice): readonly string[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Act', data.act],
    ['Kind', data.gate_type?.replaceAll('_', ' ')],
    ['Status', data.status],
    ['Asked by', data.requested_by],
    ['For', data.assignee ?? data.escalated_to],
    ['Until', data.expires_at === undefined ? undefined : toMinute(data.expires_at)],
    ['Gate', data.gate_id],
    ['Run', data.run_id],
  ]
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${plain(value)}`]))
}

function toMinute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

const MAX_FACT = 400

/** The name of an agent's key is a person's choice, but a letter must stay one line per fact. */
function plain(value: string): string {
  return value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').slice(0, MAX_FACT)
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

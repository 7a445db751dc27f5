import { choice, facts, field, hero, phoneText, titled } from '../blocks/parts.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { type Occasion, readOccasion } from '../content/occasion.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import type { PageContext } from '../page-context.ts'

const TABS: readonly Tab[] = [
  { role: 'invitation', label: 'Invitation', icon: 'mail' },
  { role: 'gallery', label: 'Gallery', icon: 'star' },
  { role: 'contact', label: 'Contact', icon: 'phone' },
]

/** An invitation: what, when, where, how the day goes, and the answer of a guest. */
export function invitationPage(context: PageContext): string {
  const occasion = readOccasion(context.brief)
  const { facts: told } = context.brief
  return pageDocument(context, {
    tabs: TABS,
    main: [
      hero({
        motif: occasion.motif,
        seed: context.name,
        eyebrow: occasion.eyebrow,
        title: context.brief.tagline ?? told.hosts ?? context.name,
        lead: occasion.lead,
        actions: html`<a class="button" href="#reply">Reply</a>`,
      }),
      html`<section class="panel panel-tint" data-region="date" aria-label="Date"><div class="big-date"><p class="day" dir="auto">${told.date ?? 'Date to be announced'}</p>${told.time ? html`<p>${told.time}</p>` : ''}${occasion.isoDate ? html`<p class="badge" data-countdown="${occasion.isoDate}T12:00:00">Save the date</p>` : ''}</div></section>`,
      titled(
        'details',
        'Where and how',
        html`<div class="panel">${facts([
          ['pin', 'Where', told.place ?? 'The place will follow in good time.'],
          [
            'clock',
            'When',
            [told.date ?? 'Date to be announced', told.time].filter(part => part !== undefined).join(', '),
          ],
          ['star', 'What to wear', told.dress_code ?? 'Something you can celebrate in.'],
          told.phone ? ['phone', 'Questions', phoneText(told.phone)] : undefined,
          told.email ? ['mail', 'E-mail', told.email] : undefined,
        ])}${calendarLink(context, occasion)}</div>`,
      ),
      titled(
        'programme',
        'How the day goes',
        html`<ol class="timeline">
${occasion.programme.map(([when, what]) => html`<li><span class="when">${when}</span><div class="what"><p dir="auto"><strong>${what}</strong></p></div></li>\n`)}</ol>`,
      ),
      reply(),
    ],
  })
}

function reply(): Markup {
  return html`<section class="panel" id="reply" data-region="reply" aria-label="Reply"><h2>Will you join us?</h2>
<form class="form" data-form="reply" data-thanks="Thank you for your answer." novalidate>
${choice({
  name: 'attending',
  legend: 'Your answer',
  choices: [
    { value: 'Yes, with joy', label: 'Yes, with joy' },
    { value: 'Sadly not', label: 'Sadly not' },
  ],
})}
${field({ name: 'name', label: 'Name', autocomplete: 'name', prefix: 'reply' })}
<div class="field"><label for="reply-guests">How many of you</label><select id="reply-guests" name="guests">
${[1, 2, 3, 4, 5, 6].map(count => html`<option value="${count}">${count}</option>`)}</select></div>
${field({ name: 'note', label: 'Food or anything else', optional: true, rows: 3, prefix: 'reply' })}
<button type="submit" class="button button-block">${icon('send')}Send the answer</button>
</form>
<div class="stack" data-form-done="reply" data-record="reply" hidden><h3>Thank you, <span data-field="name">dear guest</span></h3><p><strong data-field="attending">–</strong> · <span data-field="guests">1</span></p><p><button type="button" class="button button-line" data-reset-form="reply">Change my answer</button></p></div>
</section>`
}

/** The day as a calendar file (iCalendar), saved without any server; only for a whole date. */
function calendarLink(context: PageContext, occasion: Occasion): Markup | '' {
  if (occasion.isoDate === undefined) return ''
  const plain = (text: string): string =>
    text
      .replace(/\\/g, '\\\\')
      .replace(/([,;])/g, '\\$1')
      .replace(/\n/g, '\\n')
  const day = occasion.isoDate.replaceAll('-', '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Invitation//EN',
    'BEGIN:VEVENT',
    `UID:${context.appId}-${day}@invitation`,
    `DTSTAMP:${day}T000000Z`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:${plain(context.name)}`,
    context.brief.facts.place && `LOCATION:${plain(context.brief.facts.place)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].filter(line => line !== undefined && line !== '')
  const address = `data:text/calendar;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
  return html`<a class="button button-quiet" href="${address}" download="invitation.ics">${icon('calendar')}Add to calendar</a>`
}

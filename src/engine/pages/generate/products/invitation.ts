import { choice, field, hero } from '../blocks/parts.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { contentBlocks } from '../compose-page.ts'
import { motifFor } from '../content/motif-words.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { contentOf, type PageContent } from '../page-content.ts'
import type { PageContext } from '../page-context.ts'

const TABS: readonly Tab[] = [
  { role: 'invitation', label: 'Invitation', icon: 'mail' },
  { role: 'gallery', label: 'Gallery', icon: 'star' },
  { role: 'contact', label: 'Contact', icon: 'phone' },
]

/** An invitation: what, when and where as it was told, and the answer of a guest. */
export function invitationPage(context: PageContext): string {
  const { brief, name } = context
  const { facts: told } = brief
  const isoDate = toIsoDate(told.date ?? '')
  const title = brief.tagline ?? name
  const when = told.date === undefined ? '' : dateSection(context, isoDate)
  return pageDocument(context, {
    tabs: TABS,
    main: [
      hero({
        motif: motifFor(`${name} ${brief.text.slice(0, 200)}`, 'glasses'),
        seed: name,
        ...(brief.tagline === undefined ? {} : { eyebrow: name }),
        title,
        actions: html`<a class="button" href="#reply">Reply</a>`,
      }),
      when,
      ...contentBlocks(context, withoutDate(contentOf(brief, context.spec, context.pages), told), {
        leadTaken: false,
      }),
      reply(),
    ],
  })
}

/** The date and the time that stand large are not told twice. */
function withoutDate({ facts, items }: PageContent, told: Readonly<Record<string, string>>): PageContent {
  const isShown = (value: string): boolean => value === told.date || value === told.time
  return {
    items,
    facts: facts.filter(({ kind, value }) => !((kind === 'date' || kind === 'time') && isShown(value))),
  }
}

function dateSection(context: PageContext, isoDate: string | undefined): Markup {
  const { date, time } = context.brief.facts
  return html`<section class="panel panel-tint" data-region="date" aria-label="Date"><div class="big-date"><p class="day" dir="auto">${date}</p>${time ? html`<p>${time}</p>` : ''}${isoDate ? html`<p data-countdown="${isoDate}"></p>` : ''}</div>${calendarLink(context, isoDate)}</section>`
}

function reply(): Markup {
  return html`<section class="panel" id="reply" data-region="reply" aria-label="Reply"><h2>Will you join us?</h2>
<form class="form" data-form="reply" data-thanks="Thank you for your answer." novalidate>
${choice({
  name: 'attending',
  legend: 'Your answer',
  choices: [
    { value: 'Yes', label: 'Yes' },
    { value: 'No', label: 'No' },
  ],
})}
${field({ name: 'name', label: 'Name', autocomplete: 'name', prefix: 'reply' })}
<div class="field"><label for="reply-guests">How many of you</label><select id="reply-guests" name="guests">
${[1, 2, 3, 4, 5, 6].map(count => html`<option value="${count}">${count}</option>`)}</select></div>
${field({ name: 'note', label: 'Food or anything else', optional: true, rows: 3, prefix: 'reply' })}
<button type="submit" class="button button-block">${icon('send')}Send the answer</button>
</form>
<div class="stack" data-form-done="reply" data-record="reply" hidden><h3>Thank you, <span data-field="name">friend</span></h3><p><strong data-field="attending">–</strong> · <span data-field="guests">1</span></p><p><button type="button" class="button button-line" data-reset-form="reply">Change my answer</button></p></div>
</section>`
}

/** The day as a calendar file (iCalendar), saved without any server; only for a whole date. */
function calendarLink(context: PageContext, isoDate: string | undefined): Markup | '' {
  if (isoDate === undefined) return ''
  const plain = (text: string): string =>
    text
      .replace(/\\/g, '\\\\')
      .replace(/([,;])/g, '\\$1')
      .replace(/\n/g, '\\n')
  const day = isoDate.replaceAll('-', '')
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A date with a year, as it is written in English or in ISO form; others stay words. */
function toIsoDate(text: string): string | undefined {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text)
  if (iso) return iso[0]
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([a-z]{3})[a-z]*,?\s+(\d{4})/i.exec(text)
  const monthFirst = /\b([a-z]{3})[a-z]*\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i.exec(text)
  const [day, month, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const number = MONTHS.indexOf((month ?? '').toLowerCase()) + 1
  if (number === 0 || day === undefined || year === undefined) return undefined
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

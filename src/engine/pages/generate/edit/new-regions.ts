import { facts, faq, field } from '../blocks/parts.ts'
import { region } from '../blocks/shell.ts'
import { slugOf } from '../content/sector.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'

export interface NewRegion {
  readonly markup: Markup
  readonly said: string
}

/** A part that is asked for by its kind, or a section with the words that are given; undefined for anything else. */
export function newRegion(wanted: string, taken: ReadonlySet<string>): NewRegion | undefined {
  const [head = '', words = ''] = wanted.split(/:\s+|\bsaying\b\s*/)
  const told = words.replace(/^["“']|["”']$/g, '').trim()
  const kind = KINDS.find(([pattern]) => pattern.test(head))
  const made = kind ? kind[1](told) : titledSection(head, told)
  if (!made || taken.has(made.name)) return undefined
  return { markup: made.markup, said: made.said }
}

interface Made {
  readonly name: string
  readonly markup: Markup
  readonly said: string
}

const KINDS: readonly (readonly [RegExp, (told: string) => Made])[] = [
  [/opening (?:hours|times)|business hours/i, openingHours],
  [/newsletter|mailing list|sign-?up/i, newsletter],
  [/\bfaq\b|questions/i, questions],
  [/contact (?:form|section)|message form/i, contactForm],
  [/address|location|find us|where we are/i, whereSection],
  [/announcement|notice|banner|hint/i, notice],
]

function openingHours(told: string): Made {
  const hours = told === '' ? ['Mon–Fri 9–18', 'Sat 10–16', 'Sun closed'] : told.split(/\s*[,;\n]\s*/)
  const rows = hours.map(line => {
    const [day = '', ...rest] = line.split(/\s+(?=\d|closed|open)/i)
    return html`<div><dt>${day}</dt><dd>${rest.join(' ')}</dd></div>`
  })
  return {
    name: 'opening-hours',
    markup: region(
      'opening-hours',
      { class: 'panel', label: 'Opening hours' },
      html`<h2>Opening hours</h2><dl class="totals">${rows}</dl>`,
    ),
    said:
      told === ''
        ? 'There is a part with opening hours; the hours are samples, tell me yours.'
        : 'There is a part with the opening hours.',
  }
}

function newsletter(): Made {
  const markup = region(
    'sign-up',
    { class: 'panel panel-tint', label: 'Newsletter' },
    html`<h2>Stay in touch</h2>
<form class="form" data-form="lead" data-thanks="Thank you. You are on the list." novalidate>
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', prefix: 'newsletter' })}
<button type="submit" class="button button-block">${icon('send')}Keep me posted</button>
</form>
<div data-form-done="lead" data-record="lead" hidden><h3>Thank you, you are on the list</h3><p>We will write to <strong data-field="email">you</strong>.</p></div>`,
  )
  return { name: 'sign-up', markup, said: 'There is a newsletter sign-up at the end.' }
}

function questions(): Made {
  const markup = faq([
    ['How does it work?', 'Choose what you like, leave your name, and you get a confirmation at once.'],
    ['Can I change my mind?', 'Yes. Tell us in time and it costs nothing.'],
    ['How do I reach you?', 'Leave a message and we will get back to you.'],
  ])
  return { name: 'questions', markup, said: 'There are questions and answers at the end; they are samples.' }
}

function contactForm(): Made {
  const markup = region(
    'message',
    { class: 'panel', label: 'Message' },
    html`<h2>Write to us</h2>
<form class="form" data-form="message" data-thanks="Thank you. Your message is noted." novalidate>
${field({ name: 'name', label: 'Name', autocomplete: 'name', prefix: 'message' })}
${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', prefix: 'message' })}
${field({ name: 'text', label: 'Message', rows: 4, prefix: 'message' })}
<button type="submit" class="button button-block">${icon('send')}Send</button>
</form>
<div data-form-done="message" data-record="message" hidden><h3>Thank you, <span data-field="name">friend</span></h3><p>Your message is noted.</p></div>`,
  )
  return { name: 'message', markup, said: 'There is a message form at the end.' }
}

function whereSection(told: string): Made {
  const place = told === '' ? 'The address will follow.' : told
  const markup = region(
    'where',
    { class: 'panel', label: 'Where' },
    html`<h2>Where to find us</h2>${facts([['pin', 'Address', place]])}`,
  )
  return {
    name: 'where',
    markup,
    said: told === '' ? 'There is a part for the address; tell me which.' : 'The address stands at the end.',
  }
}

function notice(told: string): Made {
  const text = told === '' ? 'Something new is coming soon.' : told
  const markup = region(
    'notice',
    { class: 'note', label: 'Notice' },
    html`${icon('info')}<p dir="auto">${text}</p>`,
  )
  return { name: 'notice', markup, said: 'There is a notice at the end.' }
}

const TITLED =
  /^(?:new\s+)?(?:section|part|block|paragraph|text)\s+(?:called|named|titled|about|with|on|for)?\s*["“']?(.{2,80}?)["”']?$/i
const TITLE_FIRST = /^["“']?(.{2,60}?)["”']?\s+(?:section|part|block)$/i

function titledSection(head: string, told: string): Made | undefined {
  const title = TITLED.exec(head)?.[1] ?? TITLE_FIRST.exec(head)?.[1]
  if (title === undefined) return undefined
  const capital = title.charAt(0).toUpperCase() + title.slice(1)
  const name = slugOf(title, 'section')
  const text = told === '' ? 'Tell me what belongs here and it will be written in.' : told
  const markup = region(
    name,
    { class: 'panel', label: capital },
    html`<h2 dir="auto">${capital}</h2><p dir="auto">${text}</p>`,
  )
  const said =
    told === '' ? `There is a part “${capital}”; it waits for its words.` : `There is a part “${capital}”.`
  return { name, markup, said }
}

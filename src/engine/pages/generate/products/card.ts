import { art } from '../art/art.ts'
import { field, titled } from '../blocks/parts.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { motifFor } from '../content/motif-words.ts'
import { html, type Markup, unbroken } from '../html.ts'
import { type IconName, icon } from '../icons.ts'
import type { PageContext } from '../page-context.ts'

const TABS: readonly Tab[] = [
  { role: 'card', label: 'Card', icon: 'user' },
  { role: 'about', label: 'About', icon: 'info' },
  { role: 'gallery', label: 'Work', icon: 'star' },
]

/** A digital business card: who, how to reach them, saving the contact, a message. */
export function cardPage(context: PageContext): string {
  const { facts, features, audience } = context.brief
  const person = facts.person ?? context.name
  const told = facts.role ?? context.brief.tagline ?? facts.company ?? audience ?? ''
  const role = told.charAt(0).toUpperCase() + told.slice(1)
  return pageDocument(context, {
    tabs: TABS,
    main: [
      html`<section class="card-face" data-region="face" aria-label="Card">
<div class="card-banner">${art(motifFor(`${role} ${context.brief.text.slice(0, 200)}`, 'spark'), person)}</div>
<div class="portrait" aria-hidden="true">${initials(person)}</div>
<h1 dir="auto">${person}</h1>
${role ? html`<p class="lead" dir="auto">${role}</p>` : ''}
${facts.company && facts.company !== role ? html`<p class="muted" dir="auto">${facts.company}</p>` : ''}
</section>`,
      html`<section data-region="actions" aria-label="Contact"><div class="quick">
${facts.phone ? action(`tel:${facts.phone.replace(/[^+\d]/g, '')}`, 'phone', 'Call') : ''}
${facts.email ? action(`mailto:${facts.email}`, 'mail', 'E-mail') : ''}
<a class="button" href="${vcard(context, person, role)}" download="contact.vcf">${icon('download')}Save</a>
<button type="button" class="button button-quiet" data-share="${shareText(person, role, facts)}">${icon('share')}Share</button>
</div></section>`,
      links(context),
      features.length > 0
        ? titled(
            'skills',
            'What I do',
            html`<ul class="actions">${features.map(feature => html`<li class="badge" dir="auto">${feature}</li>`)}</ul>`,
          )
        : '',
      html`<section class="panel" data-region="message" aria-label="Message"><h2>Write to me</h2>
<form class="form" data-form="message" data-thanks="Thank you. Your message is noted." novalidate>
${field({ name: 'name', label: 'Your name', autocomplete: 'name', prefix: 'message' })}
${field({ name: 'email', label: 'Your e-mail', type: 'email', autocomplete: 'email', prefix: 'message' })}
${field({ name: 'text', label: 'Message', rows: 4, prefix: 'message' })}
<button type="submit" class="button button-block">${icon('send')}Send</button>
</form>
<div data-form-done="message" data-record="message" hidden><h3>Thank you, <span data-field="name">friend</span></h3><p class="muted">Your message is noted.</p><p><button type="button" class="button button-line" data-reset-form="message">Write another</button></p></div></section>`,
    ],
  })
}

function action(address: string, name: IconName, label: string): Markup {
  return html`<a class="button button-quiet" href="${address}">${icon(name)}${label}</a>`
}

function links(context: PageContext): Markup | '' {
  const { facts } = context.brief
  const rows: readonly (readonly [IconName, string, string | undefined])[] = [
    ['phone', unbroken(facts.phone ?? ''), facts.phone && `tel:${facts.phone.replace(/[^+\d]/g, '')}`],
    ['mail', facts.email ?? '', facts.email && `mailto:${facts.email}`],
    ['globe', facts.website ?? '', facts.website && webAddress(facts.website)],
    ['pin', facts.place ?? '', undefined],
  ]
  const shown = rows.filter(([, text]) => text !== '')
  if (shown.length === 0) return ''
  return html`<section class="section" data-region="details" aria-label="Details"><ul class="link-list">
${shown.map(([name, text, address]) => html`<li>${address ? html`<a class="row-link" href="${address}" rel="noopener">${icon(name)}<span dir="auto">${text}</span></a>` : html`<div class="row-link">${icon(name)}<span dir="auto">${text}</span></div>`}</li>\n`)}</ul></section>`
}

function webAddress(address: string): string {
  const plain = address.replace(/^https?:\/\//i, '')
  return `https://${plain}`
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(word => /^[\p{L}\p{N}]/u.test(word))
  const [first = '', last = ''] = [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : '']
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase()
}

function shareText(person: string, role: string, facts: Readonly<Record<string, string>>): string {
  return [person, role, facts.phone, facts.email, facts.website]
    .filter(part => part !== undefined && part !== '')
    .join('\n')
}

/** A contact file (vCard 3.0) as an address that is saved without any server. */
function vcard(context: PageContext, person: string, role: string): string {
  const { facts } = context.brief
  const plain = (text: string): string =>
    text
      .replace(/\\/g, '\\\\')
      .replace(/([,;])/g, '\\$1')
      .replace(/\n/g, '\\n')
  const words = person.split(' ')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${plain(words.slice(1).join(' '))};${plain(words[0] ?? '')};;;`,
    `FN:${plain(person)}`,
    role && `TITLE:${plain(role)}`,
    facts.company && `ORG:${plain(facts.company)}`,
    facts.phone && `TEL;TYPE=CELL:${plain(facts.phone)}`,
    facts.email && `EMAIL:${plain(facts.email)}`,
    facts.website && `URL:${webAddress(facts.website)}`,
    facts.place && `ADR:;;${plain(facts.place)};;;;`,
    'END:VCARD',
  ].filter(line => line !== undefined && line !== '')
  return `data:text/vcard;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
}

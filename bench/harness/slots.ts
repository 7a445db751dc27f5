import type { Random } from '../../src/base/random.ts'

const VALUES: Readonly<Record<string, readonly string[]>> = {
  person: [
    'Marta Olsen',
    'Jonas Weber',
    'Priya Raman',
    'Tomás Rivera',
    'Aiko Mori',
    'Sam Okafor',
    'Lena Fischer',
    'Noor Haddad',
  ],
  surname: ['Brandt', 'Nakamura', 'Silva', 'Kowalski', 'Adeyemi', 'Lind'],
  article: ['hinges', 'copper pipes', 'M8 bolts', 'door handles', 'LED strips', 'gaskets', 'wall anchors'],
  othergood: ['paint rollers', 'cable ties', 'sandpaper', 'washers'],
  company: ['Norrland Supply', 'Bauer & Sohn', 'Kestrel Ltd', 'Ferraro', 'Blue Harbour', 'Tallinn Trading'],
  branch: ['feature/login', 'hotfix-204', 'release-2.3', 'cleanup', 'spike/cache'],
  package: ['auth-core', 'parser', 'web-client', 'scheduler'],
  topic: [
    'budget',
    'onboarding',
    'login timeout',
    'roadmap',
    'quarterly review',
    'data export',
    'winter sale',
  ],
  folder: ['reports/', '/archive/2023', 'projects/alpha', 'invoices/'],
  path: [
    'reports/spring.docx',
    'notes/plan.md',
    'invoices/1042.pdf',
    'drafts/offer.docx',
    'data/members.csv',
  ],
  otherpath: ['tmp/old.log', 'drafts/copy.docx', 'backup/plan.bak'],
  email: ['ada@example.org', 'li.wei@example.com', 'office@kestrel.example', 'b.novak@example.net'],
  otheremail: ['press@example.org', 'everyone@example.com'],
  room: ['kitchen', 'living room', 'study', 'bedroom', 'hall'],
  otherroom: ['bathroom', 'attic room', 'nursery'],
  account: ['account 4711', 'the savings account', 'DE-882', 'the current account'],
  iban: ['DE89 3704 0044 0532 0130 00', 'GB29 NWBK 6016 1331 9268 19', 'FR14 2004 1010 0505 0001 3M02 606'],
  month: ['March', 'September 2026', 'last month', 'June'],
  date: ['2026-12-01', '3 March', 'next Friday', '14 January 2027', 'Monday', '2026-11-30'],
  otherdate: ['2027-02-28', '30 June', '15 May'],
  hour: ['9:30', '14:00', '8 am', '16:45', '11:15'],
}

/** Fills the slots of a template; the same generator state gives the same text. */
export function fillSlots(template: string, random: Random): string {
  return template.replace(/\{(\w+)\}/g, (_, slot: string) => fillSlot(slot, random))
}

function fillSlot(slot: string, random: Random): string {
  const values = VALUES[slot]
  if (values !== undefined) return values[random.uint32() % values.length] ?? slot
  const between = (low: number, high: number): number => low + (random.uint32() % (high - low + 1))
  if (slot === 'number') return String(between(3, 480))
  if (slot === 'other') return String(between(500, 980))
  if (slot === 'degrees') return String(between(17, 24))
  if (slot === 'year') return String(between(2018, 2026))
  if (slot === 'version') return `${between(1, 6)}.${between(0, 9)}.${between(0, 9)}`
  if (slot === 'code') return `${String.fromCharCode(65 + between(0, 25))}${between(100, 999)}`
  return slot
}

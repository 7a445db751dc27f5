/** An edit as somebody might say it of a site, and what must come of it. */
export interface StudioEdit {
  /** The brief whose pages it is said of. */
  readonly site: string
  readonly say: string
  /** Title of the page in front of the person. */
  readonly on?: string
  /** Titles of the pages that alone may change (`target_pages`). */
  readonly only?: readonly string[]
  /** Target or value is not certain: a question is the right answer. */
  readonly asks?: true
  /** Titles of the pages that change, after the edit; `all` where the look does. */
  readonly changes?: readonly string[] | 'all'
  readonly shows?: readonly (readonly [words: string, page: string])[]
  readonly gone?: readonly (readonly [words: string, page: string])[]
  readonly color?: readonly [role: string, near: string]
  readonly mode?: 'dark' | 'light'
  readonly isHeldBack: boolean
}

const seen: readonly Omit<StudioEdit, 'isHeldBack'>[] = [
  {
    site: 'bakery',
    say: 'Change the price of the Rye loaf to 6,20 €',
    changes: ['Bread'],
    shows: [['6,20 €', 'Bread']],
    gone: [['5,80 €', 'Bread']],
  },
  {
    site: 'bakery',
    say: 'The walnut baguette now costs 3,60',
    changes: ['Bread'],
    shows: [['3,60 €', 'Bread']],
    gone: [['3,40 €', 'Bread']],
  },
  {
    site: 'bakery',
    say: 'On the home page change the headline to "Good morning, Graz"',
    changes: ['Home'],
    shows: [['Good morning, Graz', 'Home']],
  },
  { site: 'bakery', say: 'change the headline to "Hi there"', asks: true },
  {
    site: 'bakery',
    say: 'change the headline to "Hi there"',
    only: ['Visit'],
    changes: ['Visit'],
    shows: [['Hi there', 'Visit']],
  },
  {
    site: 'bakery',
    say: 'Change the heading on this page to Our bread',
    on: 'Bread',
    changes: ['Bread'],
    shows: [['Our bread', 'Bread']],
  },
  { site: 'bakery', say: 'make it dark', changes: 'all', mode: 'dark' },
  { site: 'bakery', say: 'dark mode please', changes: 'all', mode: 'dark' },
  { site: 'bakery', say: 'Make the buttons forest green', changes: 'all', color: ['button', '#2d5a3d'] },
  {
    site: 'bakery',
    say: 'Rename the Visit page to Find us',
    changes: ['Home', 'Bread', 'Order', 'Find us'],
    shows: [
      ['Find us', 'Find us'],
      ['Find us', 'Home'],
    ],
    gone: [['Visit', 'Home']],
  },
  { site: 'bakery', say: 'add a page about our story', asks: true },
  {
    site: 'bakery',
    say: 'Add a page called Our story with the text "Three generations, one oven."',
    changes: ['Home', 'Bread', 'Order', 'Visit', 'Our story'],
    shows: [
      ['Three generations, one oven.', 'Our story'],
      ['Our story', 'Home'],
    ],
  },
  {
    site: 'bakery',
    say: 'Remove the seeded roll',
    changes: ['Bread'],
    gone: [
      ['Seeded roll', 'Bread'],
      ['0,95', 'Bread'],
    ],
    shows: [['Rye loaf', 'Bread']],
  },
  {
    site: 'bakery',
    say: 'add Poppy braid for 4,10 €',
    changes: ['Bread'],
    shows: [
      ['Poppy braid', 'Bread'],
      ['4,10 €', 'Bread'],
    ],
  },
  { site: 'bakery', say: 'add a reviews section', asks: true },
  {
    site: 'bakery',
    say: 'On the Visit page add a section called Parking: "Free for one hour behind the house."',
    changes: ['Visit'],
    shows: [
      ['Parking', 'Visit'],
      ['Free for one hour behind the house.', 'Visit'],
    ],
  },
  { site: 'bakery', say: 'what is the capital of France?', asks: true },
  {
    site: 'bakery',
    say: 'Change "Baked at four, sold by noon" to "Baked at three, gone by noon"',
    changes: ['Home'],
    shows: [['Baked at three, gone by noon', 'Home']],
    gone: [['sold by noon', 'Home']],
  },
  {
    site: 'restaurant',
    say: 'Our phone number is +30 210 555 0199',
    changes: ['Reservations'],
    shows: [['+30 210 555 0199', 'Reservations']],
    gone: [['0147', 'Reservations']],
  },
  { site: 'restaurant', say: 'move Baklava to the top of the menu', changes: ['Menu'] },
  {
    site: 'restaurant',
    say: 'Rename Greek salad to Horiatiki',
    changes: ['Menu'],
    shows: [
      ['Horiatiki', 'Menu'],
      ['€9.50', 'Menu'],
    ],
    gone: [['Greek salad', 'Menu']],
  },
  { site: 'restaurant', say: 'delete the contact page', changes: ['Menu', 'Reservations', 'Contact'] },
  { site: 'restaurant', say: 'replace red with blue', changes: 'all' },
  {
    site: 'restaurant',
    say: 'raise the price of the salad to €10.50',
    changes: ['Menu'],
    shows: [['€10.50', 'Menu']],
  },
  { site: 'restaurant', say: 'set the price of the pizza to €9', asks: true },
  {
    site: 'physio',
    say: 'The follow-up now costs CHF 80',
    changes: ['Services', 'Details', 'Schedule'],
    shows: [
      ['CHF 80', 'Services'],
      ['CHF 80', 'Schedule'],
    ],
    gone: [
      ['CHF 75', 'Services'],
      ['CHF 75', 'Schedule'],
    ],
  },
  {
    site: 'physio',
    say: 'Call it Bewegt & Co',
    changes: ['Services', 'Details', 'Schedule', 'Booking'],
    shows: [['Bewegt & Co', 'Services']],
  },
  {
    site: 'repair-board',
    say: 'add a card: Oil the chain',
    changes: ['Board', 'Task'],
    shows: [['Oil the chain', 'Board']],
  },
  {
    site: 'repair-board',
    say: 'rename the column Ready to Ready for pick-up',
    shows: [['Ready for pick-up', 'Board']],
    changes: ['Board'],
  },
  {
    site: 'pottery',
    say: 'the harbour mug is £24 now',
    changes: ['Shop', 'Product'],
    shows: [['£24', 'Shop']],
    gone: [['£22', 'Shop']],
  },
]

const heldBack: readonly Omit<StudioEdit, 'isHeldBack'>[] = [
  {
    site: 'vet',
    say: 'Please update the price of dental cleaning to 195 €',
    changes: ['Services'],
    shows: [['195 €', 'Services']],
    gone: [['180 €', 'Services']],
  },
  {
    site: 'vet',
    say: 'Our new address is Annenstraße 12, 8020 Graz',
    changes: ['Directions'],
    shows: [['Annenstraße 12, 8020 Graz', 'Directions']],
    gone: [['Lendkai 7', 'Directions']],
  },
  {
    site: 'vet',
    say: 'add a service: nail trim, 15 €',
    changes: ['Services'],
    shows: [
      ['Nail trim', 'Services'],
      ['15 €', 'Services'],
    ],
  },
  { site: 'vet', say: 'take out neutering', changes: ['Services'], gone: [['Neutering', 'Services']] },
  {
    site: 'vet',
    say: 'On the team page, replace "Dr. Jonas Weiss" with "Dr. Maja Weiss"',
    changes: ['Team'],
    shows: [['Dr. Maja Weiss', 'Team']],
    gone: [['Jonas', 'Team']],
  },
  { site: 'vet', say: 'make the background cream', changes: 'all', color: ['background', '#e8dcc0'] },
  { site: 'vet', say: 'make it nicer', asks: true },
  { site: 'vet', say: 'Move the Team page to the end', changes: ['Start', 'Services', 'Directions', 'Team'] },
  {
    site: 'surf',
    say: 'Kids course should cost 165 € a week',
    changes: ['Lessons'],
    shows: [['165 €', 'Lessons']],
  },
  {
    site: 'surf',
    say: 'rename the camps page to Surf camps',
    changes: ['Home', 'Lessons', 'Surf camps', 'Contact'],
    shows: [
      ['Surf camps', 'Surf camps'],
      ['Surf camps', 'Home'],
    ],
  },
  {
    site: 'surf',
    say: 'change the main heading of the home page to "Ride with us"',
    changes: ['Home'],
    shows: [['Ride with us', 'Home']],
  },
  {
    site: 'surf',
    say: 'the email is now hello@marealta.example',
    changes: ['Contact'],
    shows: [['hello@marealta.example', 'Contact']],
    gone: [['ola@', 'Contact']],
  },
  { site: 'surf', say: 'switch to the light theme', asks: true },
  { site: 'surf', say: 'turn on dark mode', changes: 'all', mode: 'dark' },
  { site: 'surf', say: 'add an FAQ page', asks: true },
  { site: 'surf', say: 'In Lessons, put Private lesson first', changes: ['Lessons'] },
  {
    site: 'yoga',
    say: 'change the price of ten classes from 140 € to 150 €',
    changes: ['Prices'],
    shows: [['150 €', 'Prices']],
    gone: [['140 €', 'Prices']],
  },
  {
    site: 'yoga',
    say: 'remove the Yin class',
    changes: ['Classes'],
    gone: [['Yin', 'Classes']],
    shows: [['Hatha', 'Classes']],
  },
  {
    site: 'yoga',
    say: 'Add a paragraph on the teachers page saying "Mira teaches in English and Croatian."',
    changes: ['Teachers'],
    shows: [['Mira teaches in English and Croatian.', 'Teachers']],
  },
  { site: 'yoga', say: 'use purple as the accent colour', changes: 'all', color: ['accent', '#7e3af2'] },
  { site: 'yoga', say: 'add a contact form', asks: true },
  {
    site: 'german-cafe',
    say: 'Zimtschnecke kostet jetzt 3,50 €',
    changes: ['Karte'],
    shows: [['3,50 €', 'Karte']],
    gone: [['3,20 €', 'Karte']],
  },
  {
    site: 'german-cafe',
    say: 'change the price of Filterkaffee to 3.10',
    changes: ['Karte'],
    shows: [['3,10 €', 'Karte']],
  },
  {
    site: 'german-cafe',
    say: 'rename the site to Morgenrot Süd',
    changes: ['Start', 'Karte', 'Kontakt'],
    shows: [['Morgenrot Süd', 'Start']],
  },
  {
    site: 'tailor',
    say: 'change "Ruth Okafor" to "Ruth and Sam Okafor"',
    changes: ['About'],
    shows: [['Ruth and Sam Okafor', 'About']],
  },
  {
    site: 'tailor',
    say: 'add "Shorten sleeves" for $20 to Alterations',
    changes: ['Alterations'],
    shows: [
      ['Shorten sleeves', 'Alterations'],
      ['$20', 'Alterations'],
    ],
  },
  { site: 'tailor', say: 'delete it', asks: true },
  {
    site: 'allotment',
    say: 'Add the task "Paint the shed" to This month',
    changes: ['Board', 'Task'],
    shows: [['Paint the shed', 'Board']],
  },
  {
    site: 'museum',
    say: 'the family ticket is 150 zł from now on',
    changes: ['Home'],
    shows: [['150 zł', 'Home']],
    gone: [['140 zł', 'Home']],
  },
  {
    site: 'museum',
    say: 'make the button say "Book tickets"',
    changes: ['Home'],
    shows: [['Book tickets', 'Home']],
    gone: [['Plan your visit', 'Home']],
  },
]

export const studioEdits: readonly StudioEdit[] = [
  ...seen.map(edit => ({ ...edit, isHeldBack: false })),
  ...heldBack.map(edit => ({ ...edit, isHeldBack: true })),
]

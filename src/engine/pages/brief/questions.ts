import type { PageBrief } from '../../../contracts/page.ts'
import type { Question } from '../../../contracts/question.ts'

const PRODUCT_LABELS: readonly (readonly [id: string, label: string])[] = [
  ['ecommerce', 'A shop or menu people order from'],
  ['booking', 'Booking of appointments'],
  ['landing', 'A page that presents something'],
  ['travel', 'A travel plan'],
  ['invitation', 'An invitation'],
  ['kanban', 'A task board'],
  ['dashboard', 'A dashboard of figures'],
  ['manual', 'A manual or guide'],
  ['card', 'A digital business card'],
]

/** What stands on a product of each kind; nothing is made up where it is left empty. */
const ITEMS: Readonly<Record<string, readonly [question: string, context: string]>> = {
  ecommerce: ['What do you sell, and at which prices?', 'A line each, such as “Flat white 4.20 €”.'],
  booking: [
    'What can be booked, how long does it take and what does it cost?',
    'A line each, such as “Haircut 45 min 38 €”.',
  ],
  travel: ['Which stops belong to the trip, and on which days?', 'Such as “Day 1: harbour, old market”.'],
  manual: ['Which chapters should it have?', 'Such as “Setup, Daily use, Cleaning”.'],
  kanban: ['Which tasks are already known?', 'One a line is fine.'],
  landing: ['What should the page say?', 'Your own sentences; they stand there word for word.'],
  card: ['What should stand on it: role, phone, e-mail, website?', 'Only what strangers may see.'],
  invitation: ['What is celebrated, when and where?', 'Date, time and place as they should stand there.'],
  dashboard: ['Which figures should it show?', 'Such as “rent, groceries, trains”.'],
}

const NAMES: Readonly<Record<string, string>> = {
  card: 'Whose card is it?',
  invitation: 'Whose celebration is it?',
  travel: 'Where does the trip go?',
  manual: 'Which thing is the manual for?',
  kanban: 'What is the board called?',
}

const MOST = 5

/** What is worth asking about a brief, all at once: three to five for a vague one, none or one for a detailed one. */
export function briefQuestions(brief: PageBrief): readonly Question[] {
  return brief.missing.flatMap(id => questionFor(id, brief)).slice(0, MOST)
}

function questionFor(id: string, { product_type: product }: PageBrief): readonly Question[] {
  const base = { id, allow_other: false, required: false }
  switch (id) {
    case 'product_type':
      return [radio(id, 'What should it be?', PRODUCT_LABELS)]
    case 'name':
      return [{ ...base, type: 'text', question: NAMES[product] ?? 'What is it called?' }]
    case 'items': {
      const [question, context] = ITEMS[product] ?? ['What should be on it?', 'A few words each are enough.']
      return [{ ...base, type: 'text', question, context }]
    }
    case 'style':
      return [
        radio(id, 'How should it look?', [
          ['editorial', 'Warm and editorial'],
          ['clean-modern', 'Clean and modern'],
          ['playful-color', 'Playful and colourful'],
          ['calm-natural', 'Calm and natural'],
          ['soft-elegant', 'Elegant and quiet'],
          ['bold-tech', 'Dark and luminous'],
          ['bold-brutal', 'Bold and raw'],
          ['minimal-mono', 'Minimal, black and white'],
        ]),
      ]
    case 'audience':
      return [
        radio(id, 'Who is it for?', [
          ['customers', 'Customers'],
          ['team', 'My team or company'],
          ['friends', 'Friends and family'],
          ['me', 'Only me'],
        ]),
      ]
    case 'columns': {
      const context = 'Such as “To do, Doing, Done”.'
      return [{ ...base, type: 'text', question: 'Which columns should the board have?', context }]
    }
    case 'hours': {
      const question = 'When are you open, and where are you?'
      return [{ ...base, type: 'text', question, context: 'Left empty where it has no door.' }]
    }
    case 'pages':
      return [
        {
          ...base,
          type: 'text',
          question: 'Which pages should it have?',
          context: 'Such as “Home, Work, Contact”.',
        },
      ]
    default:
      return []
  }
}

function radio(
  id: string,
  question: string,
  options: readonly (readonly [id: string, label: string])[],
): Question {
  const choices = options.map(([option, label]) => ({ id: option, label }))
  return { id, question, type: 'radio', options: choices, allow_other: true, required: false }
}

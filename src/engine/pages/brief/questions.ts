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

const ITEMS: Readonly<Record<string, readonly [question: string, context: string]>> = {
  ecommerce: [
    'What do you sell, and at which prices?',
    'A few lines such as “Flat white 4.20, Croissant 3.20”. Left empty, it starts with samples.',
  ],
  booking: [
    'Which services can be booked, how long do they take and what do they cost?',
    'Such as “Haircut 45 min 38”. Left empty, it starts with samples.',
  ],
  travel: ['What must not be missed on the trip?', 'Places, meals, walks; one a line is fine.'],
  manual: ['Which chapters should it have?', 'Such as “Setup, Daily use, Cleaning, Problems”.'],
  kanban: ['Which tasks are already known?', 'One a line is fine.'],
  landing: ['Which three things make it worth having?', 'They become the heart of the page.'],
  card: ['What should stand on it: role, phone, e-mail, website?', 'Only what you want strangers to see.'],
  invitation: ['What is celebrated, when and where?', 'Date, time and place as they should stand there.'],
  dashboard: ['Which figures matter most?', 'Such as “revenue, orders, new customers”.'],
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
      return [
        { ...base, type: 'text', question: product === 'card' ? 'Whose card is it?' : 'What is it called?' },
      ]
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
    case 'features':
      return [
        {
          ...base,
          type: 'checkbox',
          allow_other: true,
          question: 'Anything it must have?',
          options: FEATURE_OPTIONS.map(([option, label]) => ({ id: option, label })),
        },
      ]
    default:
      return []
  }
}

const FEATURE_OPTIONS = [
  ['favourites', 'Favourites'],
  ['opening hours', 'Opening hours and place'],
  ['about page', 'A page about us'],
  ['contact form', 'A contact form'],
] as const

function radio(
  id: string,
  question: string,
  options: readonly (readonly [id: string, label: string])[],
): Question {
  const choices = options.map(([option, label]) => ({ id: option, label }))
  return { id, question, type: 'radio', options: choices, allow_other: true, required: false }
}

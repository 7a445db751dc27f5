import type { JsonObject } from '../../../contracts/json-value.ts'

/** One thing that decides what is made: how a text tells it, and what is asked when it does not. */
interface Matter {
  readonly id: string
  readonly told: RegExp
  readonly ask: JsonObject
}

const MAKING =
  /\b(?:make|build|create|design|develop|prepare|draft|set up|put together|plan|organi[sz]e|write|code|generate|launch|start)\b|\b(?:i|we) (?:want|need|would like)\b/i
const MADE =
  /\b(?:app|application|site|website|page|shop|store|landing|dashboard|portal|blog|game|tool|system|platform|service|product|project|event|party|campaign|course|presentation|report|document|plan|invitation|card|menu|booking|newsletter)\b/i

const MATTERS: readonly Matter[] = [
  {
    id: 'purpose',
    told: /\b(?:so that|in order to|to (?:sell|show|help|let|allow|collect|book|track|manage|teach|announce|promote|invite|compare)|where (?:people|users|customers|guests|they|we|i) can|that (?:lets|helps|shows|tracks|sells))\b/i,
    ask: {
      question: 'What should people be able to do with it, first of all?',
      type: 'text',
      context: 'Everything else is measured against this.',
    },
  },
  {
    id: 'audience',
    told: /\b(?:for (?:my|our|the|a|an|people|users|customers|kids|children|students|teams?|families|guests|beginners|professionals)\b|audience|target|visitors|readers|aged?\b)/i,
    ask: {
      question: 'Who is it for?',
      type: 'radio',
      options: ['Customers', 'My team or company', 'Friends and family', 'Only me'],
      allow_other: true,
      context: 'Words, size and tone depend on who reads it.',
    },
  },
  {
    id: 'content',
    told: /\b(?:with|including|containing|sections?|pages?:|features?|fields?|list of|consists? of|three|four|five|\d+ (?:pages|sections|items|steps|screens|tasks))\b/i,
    ask: {
      question: 'Which parts must it have?',
      type: 'text',
      context: 'Name the pages, sections or results you would miss if they were not there.',
    },
  },
  {
    id: 'style',
    told: /\b(?:colou?rs?|style|look(?:s|ing)?|tone|modern|minimal(?:ist)?|playful|elegant|dark|light|warm|friendly|formal|casual|bold|serif|brand)\b|#[0-9a-f]{3,6}\b/i,
    ask: {
      question: 'How should it look and sound?',
      type: 'radio',
      options: ['Plain and clear', 'Warm and friendly', 'Bold and playful', 'Serious and elegant'],
      allow_other: true,
    },
  },
  {
    id: 'constraints',
    told: /\b(?:must(?: not)?|don'?t|do not|without|no more than|at most|only|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|the end|\d)|deadline|budget|until|before|[$€£]\s?\d|language|english|german|french|spanish)\b/i,
    ask: {
      question: 'What is fixed already: a date, a budget, a language, something it must not do?',
      type: 'text',
    },
  },
]

const LONG_BRIEF_WORDS = 60

/** True for a wish to make something that has to be understood before it is made; what a file is called asks for nothing. */
export function isBrief(wish: string): boolean {
  const said = wish.replace(/\S+\.[a-z]\w{0,5}\b/gi, ' ')
  return MAKING.test(said) && MADE.test(said)
}

/**
 * What to ask about a brief, all at once: three to five questions about a vague one, at most one about a detailed one.
 */
export function questionsAbout(brief: string, most: number): readonly JsonObject[] {
  const words = brief.split(/\s+/).filter(word => word !== '').length
  const open = MATTERS.filter(matter => !matter.told.test(brief))
  const isVague = open.length >= 3 && words < LONG_BRIEF_WORDS
  const asked = isVague ? open : open.filter(matter => matter.id === 'purpose').slice(0, 1)
  return asked.slice(0, most).map(({ id, ask }) => ({ id, required: false, ...ask }))
}

const WHICH: readonly JsonObject[] = [
  { id: 'object', question: 'What exactly is it about: which file, page, text or thing?', type: 'text' },
  {
    id: 'result',
    question: 'What should be different when it is done?',
    type: 'radio',
    options: ['I know something', 'Something is changed', 'Something new exists', 'Something is gone'],
    allow_other: true,
  },
  { id: 'limits', question: 'What must stay as it is?', type: 'text' },
]

/** What to ask about a wish that names neither thing nor result. */
export function questionsAboutAnything(): readonly JsonObject[] {
  return WHICH.map(question => ({ required: false, ...question }))
}

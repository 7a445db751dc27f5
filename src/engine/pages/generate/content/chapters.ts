import type { PageBrief } from '../../../../contracts/page.ts'
import { withIds } from './sector.ts'

export interface Chapter {
  readonly id: string
  readonly name: string
  readonly summary: string
  readonly steps: readonly string[]
  readonly note: string
}

/** By words of a chapter's name: `summary # step; step; … # note`. Plain advice that holds for most things. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [
    /set ?up|install|start|unpack|first|begin|onboard/i,
    'Everything needed before the first use, in about ten minutes. # Unpack everything and lay it out; Check that no part is missing; Find a firm, dry place; Connect it and switch it on; Follow the first-use prompts # Keep the packaging for two weeks in case something has to go back.',
  ],
  [
    /clean|care|maint|descal|wash/i,
    'A few minutes a week keep it working for years. # Switch it off and let it cool; Wipe the outside with a soft, damp cloth; Rinse the removable parts in warm water; Let everything dry fully; Put it together again # Never use scouring powder or strong solvents.',
  ],
  [
    /troubl|problem|fix|error|repair|help/i,
    'The usual causes first, from the simplest to the rarest. # Check power and connections; Switch it off, wait a minute, switch it on; Look whether a message is shown; Try once with default settings; If it persists, note what happened and ask for help # Do not open sealed parts.',
  ],
  [
    /safe|warn|rules|secur/i,
    'Please read this once, slowly. # Keep it away from water and heat; Keep small parts away from children; Use only the supplied cable; Switch it off when nobody is around # In doubt, disconnect it first and ask afterwards.',
  ],
  [
    /daily|use|using|operat|basics|how/i,
    'What you will do most of the time. # Prepare what you need; Start and wait for the ready signal; Work through one step at a time; Finish, then switch off; Leave it clean for the next person # The second time is always faster.',
  ],
  [
    /setting|custom|option|config|prefer/i,
    'Make it fit the way you work. # Open the settings; Change one thing at a time; Try it; Keep what helps; Write down what you changed # You can always go back to the defaults.',
  ],
  [
    /warrant|contact|support|service|legal/i,
    'Who helps, and what they need to know. # Have the model and date at hand; Describe what you expected; Describe what happened instead; Add a photograph if you can # The receipt is enough as proof.',
  ],
]

const USUAL = [
  'Getting started',
  'Daily use',
  'Settings',
  'Cleaning and care',
  'Troubleshooting',
  'Safety',
] as const

/** The chapters a brief names, otherwise the usual six. */
export function readChapters(brief: PageBrief): readonly Chapter[] {
  const names = brief.items.length > 0 ? brief.items : USUAL.map(name => ({ name, description: undefined }))
  return withIds(
    names.map(({ name, description }) => {
      const [summary = '', steps = '', note = ''] = textFor(name)
        .split('#')
        .map(part => part.trim())
      return { name, summary: description ?? summary, steps: steps.split(';').map(step => step.trim()), note }
    }),
  )
}

function textFor(name: string): string {
  const known = KNOWN.find(([words]) => words.test(name))?.[1]
  return (
    known ??
    `What to know about ${name.replace(/[#;]/g, ' ').toLowerCase()}, step by step. # Read this chapter once to the end; Gather what you need; Go through it slowly the first time; Check the result; Note what you would do differently # Add your own details here.`
  )
}

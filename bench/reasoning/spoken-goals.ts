import type { JsonObject } from '../../src/contracts/json-value.ts'

/** A call as the one who speaks means it, with the words that it rests on. */
export interface MeantCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly quotes: readonly { readonly words: string; readonly argument?: string }[]
}

/** A goal with what is meant by it; `meant` of words that order nothing is what a careless reader would do. */
export interface SpokenGoal {
  readonly kind:
    | 'order'
    | 'condition'
    | 'question'
    | 'report'
    | 'supposition'
    | 'prohibition'
    | 'retraction'
    | 'quotation'
  readonly goal: string
  readonly meant: MeantCall
}

const FORMS: Readonly<Record<SpokenGoal['kind'], readonly ((act: string) => string)[]>> = {
  order: [act => `${upper(act)}`, act => `Please ${act}`, act => `Could you ${act}?`],
  condition: [
    act => `${upper(act)} only if Ana agrees`,
    act => `If the tests are green, ${act}`,
    act => `${upper(act)} unless it is locked`,
  ],
  question: [act => `Should I ${act}?`, act => `Is it wise to ${act}?`, act => `What happens if I ${act}?`],
  report: [act => `I had to ${act} yesterday`, act => `Ben told me that he would ${act}`],
  supposition: [act => `Suppose I ${act}`, act => `Imagine somebody would ${act}`],
  prohibition: [act => `Do not ${act}`, act => `Never ${act}`, act => `You must not ${act}`],
  retraction: [
    act => `${upper(act)}, no wait, do not`,
    act => `${upper(act)} … never mind`,
    act => `${upper(act)} - just kidding`,
  ],
  quotation: [act => `The mail says “${act}”, what does it want?`, act => `Ana wrote: "${act}"`],
}

/** The kinds of words that order nothing. */
export const NO_ORDERS = [
  'question',
  'report',
  'supposition',
  'prohibition',
  'retraction',
  'quotation',
] as const

const NAMES = 'budget roster minutes invoice draft summary letter contract photo ledger agenda survey'.split(
  ' ',
)
const ENDINGS = 'txt md csv pdf'.split(' ')
const FOLDERS = 'archive old shared team done 2025 later'.split(' ')

/** `count` goals of each kind, each about another file; the same every time. */
export function speakGoals(count: number): readonly SpokenGoal[] {
  return (Object.keys(FORMS) as SpokenGoal['kind'][]).flatMap(kind =>
    Array.from({ length: count }, (_, index) => speak(kind, index)),
  )
}

function speak(kind: SpokenGoal['kind'], index: number): SpokenGoal {
  const pick = (list: readonly string[], step: number): string =>
    list[Math.floor(index / step) % list.length] ?? ''
  const from = `${pick(NAMES, 1)}-${index + 1}.${pick(ENDINGS, 3)}`
  const to = `${pick(FOLDERS, 2)}/`
  const verb = pick(['move', 'put', 'file'], 5)
  const preposition = verb === 'move' ? 'to' : 'into'
  const forms = FORMS[kind]
  const say = forms[index % forms.length] ?? upper
  return {
    kind,
    goal: say(`${verb} ${from} ${preposition} ${to}`),
    meant: {
      tool: 'move_file',
      arguments: { from, to },
      quotes: [{ words: verb }, { words: from, argument: 'from' }, { words: to, argument: 'to' }],
    },
  }
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

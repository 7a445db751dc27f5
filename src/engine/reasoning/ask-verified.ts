import type { ClarificationAnswer, ClarificationQuestion } from '../../contracts/reasoning.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { Proposal } from './propose/propose.ts'
import type { Objection, Verification } from './verify/verify.ts'

const MAX_SHOWN = 6
const MAX_QUESTIONS = 5

/** What was not taken in, quoted; empty when everything was. */
export function quoteLeftover({ leftover }: Pick<Verification, 'leftover'>): string {
  return leftover.length === 0 ? '' : `Not taken in: ${leftover.map(span => `“${span.text}”`).join(', ')}.`
}

/** Why nothing is proposed for a goal as it stands. */
export function explainObjections(objections: readonly Objection[]): string {
  return objections.map(explain).join(' ')
}

const ASKS: Partial<Readonly<Record<Objection['kind'], string>>> = {
  absent: 'Which one is meant?',
  widened: 'Which one is meant?',
  contradiction: 'Which one holds?',
}

function askFor({ kind, candidates }: Objection): string {
  if (kind === 'unnamed')
    return candidates.length > 0
      ? 'Which one is meant?'
      : 'Name what is meant in its place, or say the whole goal in other words.'
  return ASKS[kind] ?? 'What should be done?'
}

/** One question for each argument that nobody told, at most five. */
export function questionsForMissing(
  missing: Proposal['missing_arguments'],
  tools: readonly Pick<RegisteredTool, 'name' | 'input_schema'>[],
): readonly ClarificationQuestion[] {
  return missing.slice(0, MAX_QUESTIONS).map(({ tool, name }, index) => {
    const { description, options } = describeArgument(
      tools.find(item => item.name === tool),
      name,
    )
    const isChoice = options.length >= 2
    return {
      id: `q${index + 1}`,
      question: `Which ${name} should ${tool} get?${description === '' ? '' : ` (${description})`}`,
      type: isChoice ? 'radio' : 'text',
      ...(isChoice ? { options: options.map((label, at) => ({ id: `o${at + 1}`, label })) } : {}),
      allow_other: false,
      required: true,
      pattern: 'target_identification',
      examples: [],
    }
  })
}

/** The goal with each answer under the name of the argument that it was asked for. */
export function goalWithAnswers(
  goal: string,
  missing: Proposal['missing_arguments'],
  answers: readonly ClarificationAnswer[],
): string {
  const lines = answers.flatMap(({ question_index: index, answer }) => {
    const name = missing[index]?.name
    return name === undefined ? [] : [`${name}: ${answer.trim()}`]
  })
  return [goal, ...lines].join('\n')
}

function describeArgument(
  tool: Pick<RegisteredTool, 'input_schema'> | undefined,
  name: string,
): { readonly description: string; readonly options: readonly string[] } {
  const { properties } = tool?.input_schema ?? {}
  const property = properties instanceof Object ? Object(Reflect.get(properties, name)) : {}
  return {
    description: typeof property.description === 'string' ? property.description : '',
    options: Array.isArray(property.enum) ? property.enum.map(String) : [],
  }
}

/** One question for each objection, at most five. */
export function questionsAbout(objections: readonly Objection[]): readonly ClarificationQuestion[] {
  return objections.slice(0, MAX_QUESTIONS).map((objection, index) => {
    const shown = objection.candidates.slice(0, MAX_SHOWN)
    const isOfFiles = shown.some(label => label.includes('/'))
    const options = shown.map(label => (isOfFiles && !label.includes('/') ? `./${label}` : label))
    const isChoice = options.length >= 2
    return {
      id: `q${index + 1}`,
      question: `${explain(objection)} ${askFor(objection)}`,
      type: isChoice ? 'radio' : 'text',
      ...(isChoice ? { options: options.map((label, at) => ({ id: `o${at + 1}`, label })) } : {}),
      allow_other: isChoice,
      required: true,
      pattern: isAboutThing(objection) ? 'target_identification' : 'action_identification',
      examples: options,
    }
  })
}

/**
 * The goal with the answers in it: where nothing was ordered, or the answer is an order of several words, the answer is
 * the goal; otherwise it takes the place of the thing that it was asked about.
 */
export function goalAfter(
  goal: string,
  objections: readonly Objection[],
  answers: readonly ClarificationAnswer[],
): string {
  const answered = answers.flatMap(({ question_index: index, answer }) => {
    const objection = objections[index]
    return objection === undefined ? [] : [{ objection, answer: answer.trim() }]
  })
  const excluded = answered.find(({ objection }) => objection.kind === 'contradiction')
  if (excluded !== undefined) return withoutExcluded(goal, excluded)
  const whole = answered.find(
    ({ objection, answer }) => !isAboutThing(objection) || answer.split(/\s+/).length >= 3,
  )
  if (whole !== undefined) return whole.answer
  return answered
    .toSorted((left, right) => right.objection.span.start - left.objection.span.start)
    .reduce((text, { objection: { span }, answer }) => {
      if (span.end - span.start === goal.length) return `${text}: ${answer}`
      const named = /\s/.test(answer) ? `"${answer}"` : answer
      return `${text.slice(0, span.start)}${named}${text.slice(span.end)}`
    }, goal)
}

/** Of two things that exclude each other, the one that was not chosen goes; any other answer is the goal. */
function withoutExcluded(
  goal: string,
  { objection, answer }: { readonly objection: Objection; readonly answer: string },
): string {
  const other = objection.candidates.find(candidate => candidate !== answer)
  const at = other === undefined ? -1 : goal.indexOf(other)
  if (!objection.candidates.includes(answer) || other === undefined || at < 0) return answer
  return `${goal.slice(0, at)}${goal.slice(at + other.length)}`.replace(/\s+/g, ' ').trim()
}

function isAboutThing({ kind }: Objection): boolean {
  return kind === 'unnamed' || kind === 'absent' || kind === 'widened'
}

function explain({ kind, span, candidates }: Objection): string {
  const shown = [...candidates.slice(0, MAX_SHOWN), ...(candidates.length > MAX_SHOWN ? ['…'] : [])].join(
    ', ',
  )
  switch (kind) {
    case 'question':
      return `“${span.text}” asks, and orders nothing.`
    case 'report':
      return `“${span.text}” tells of something, and orders nothing.`
    case 'supposition':
      return `“${span.text}” only supposes something, and orders nothing.`
    case 'prohibition':
      return `“${span.text}” forbids what would be done.`
    case 'retraction':
      return `“${span.text}” seems to take the order back.`
    case 'unnamed':
      return `No call that was found uses ${span.text}.${shown === '' ? '' : ` Did you mean ${shown}?`}`
    case 'absent':
      return `Nothing here is called that: “${span.text}”.${shown === '' ? '' : ` There is ${shown}.`}`
    case 'contradiction':
      return `“${candidates.join('” and “')}” exclude each other.`
    case 'widened':
      return `“${span.text}” speaks of one thing, and ${candidates.length} could be meant: ${shown}.`
  }
}

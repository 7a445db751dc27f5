import type { InteractionPolicy, PlanNode, Roadmap, RoadmapOption } from '../../../contracts/plan.ts'
import { PATTERN_RULES } from '../pattern/pattern.ts'
import type { PlanTool, PlanToolInputs } from '../planning-tools.ts'

type Input = PlanToolInputs['summarizer']

/** How much is said, from 0 (only what is to be decided) to 4. */
function verbosityOf({ conversation_style: style, talkativeness }: InteractionPolicy): number {
  const base = { concise: 0.5, standard: 1.5, conversational: 2.5, coach: 2.5 }[style]
  return Math.max(0, Math.min(4, Math.round(base + (talkativeness - 0.5) * 3)))
}

/**
 * What stands now, in as many words and in the tone that the person likes. What must be said is always said. Its
 * confidence is the share of what there is to say about the draft that was said, in [0,1].
 */
export const summarizer: PlanTool<'summarizer'> = {
  name: 'summarizer',
  prerequisites: [],
  produces: ['summary'],
  asks_model: false,
  run: async input => {
    const { text, told } = summarize(input)
    return { ok: true, confidence: told, explanations: [], data: { text } }
  },
}

function summarize(input: Input): { readonly text: string; readonly told: number } {
  const { policy } = input.situation
  const verbosity = verbosityOf(policy)
  const known = body(input).filter(sentence => sentence !== '')
  const told = known.slice(0, verbosity + 1)
  const sentences = [
    opening(input, policy),
    ...told,
    ...(input.conflict === undefined ? [] : [input.conflict.message]),
    ...input.facts,
    ...(verbosity >= 2 ? assumptions(input, verbosity) : []),
    ...closing(input, policy, verbosity),
  ]
  const text = sentences.filter(sentence => sentence !== '').join(' ')
  return { text, told: known.length === 0 ? 1 : told.length / known.length }
}

const OPENINGS: Readonly<
  Record<Input['stage'], readonly [neutral: string, friendly: string, clinical: string]>
> = {
  pattern: [
    'The kind of plan is settled.',
    'I think I know what kind of plan this is.',
    'Pattern determined.',
  ],
  outline: ['The outline is ready.', 'Here is a first outline for you.', 'Outline complete.'],
  roadmap: ['The roadmap is ready.', 'I have found a good way through it.', 'Roadmap complete.'],
  schedule: ['The schedule is ready.', 'It all has a place in your calendar now.', 'Schedule complete.'],
  final: ['The plan is ready.', 'Your plan is ready – have a look.', 'Plan complete; approval pending.'],
  clarification: [
    'Something is not clear yet.',
    'Before I go on, I need a word from you.',
    'Input required.',
  ],
  limit: [
    'A limit has been reached.',
    'I have to stop for a moment: a limit has been reached.',
    'Limit reached.',
  ],
  escalation: [
    'Not everything fits.',
    'I could not make everything fit – would you help me choose?',
    'Constraints conflict.',
  ],
  complete: ['The plan is approved.', 'Wonderful, the plan is approved.', 'Plan approved.'],
}

function opening({ stage }: Input, { tone, conversation_style: style }: InteractionPolicy): string {
  const [neutral, friendly, clinical] = OPENINGS[stage]
  if (style === 'concise' && tone !== 'clinical') return neutral
  return tone === 'friendly' ? friendly : tone === 'clinical' ? clinical : neutral
}

/** What there is to say, the most important first. */
function body(input: Input): readonly string[] {
  const { situation, pattern, outline, roadmap, schedule, stage } = input
  const nodes = roadmap?.nodes ?? outline?.nodes ?? []
  const isClinical = situation.policy.tone === 'clinical'
  const about = pattern ?? outline?.pattern
  const kind =
    about === undefined
      ? ''
      : `${PATTERN_RULES[about.pattern_type].title}${about.subtype === undefined ? '' : `, ${about.subtype.replaceAll('_', ' ')}`}.`
  const sentences: string[] = []
  const chosen = roadmap?.options_tried.find(option => option.chosen)
  if (roadmap !== undefined && chosen !== undefined && stage === 'roadmap')
    sentences.push(choiceText(roadmap, chosen))
  if (schedule !== undefined && (stage === 'schedule' || stage === 'final' || stage === 'complete'))
    sentences.push(scheduleText(schedule, isClinical))
  if (nodes.length > 0) sentences.push(sizeText(nodes, isClinical))
  if (nodes.length > 0) sentences.push(phasesText(nodes), piecesText(nodes))
  if (chosen !== undefined && stage !== 'roadmap') sentences.push(`${chosen.title}: ${chosen.summary}`)
  if (kind !== '') sentences.push(isClinical ? `Pattern: ${kind}` : `It is a plan of the kind: ${kind}`)
  return sentences
}

function choiceText(
  { options_tried: { length: tried } }: Pick<Roadmap, 'options_tried'>,
  { title, summary, reason }: RoadmapOption,
): string {
  return `${tried > 1 ? `Of ${tried} ways, this one: ` : ''}“${title}”. ${summary} ${reason}`
}

function scheduleText({ blocks, finish }: NonNullable<Input['schedule']>, isClinical: boolean): string {
  const end = finish === null ? '' : finish.slice(0, 10)
  if (isClinical) return `${blocks.length} blocks${end === '' ? '' : `; end ${end}`}.`
  return `${blocks.length} blocks of time are set aside${end === '' ? '' : `, the last one on ${end}`}.`
}

function sizeText(nodes: readonly PlanNode[], isClinical: boolean): string {
  const tasks = nodes.filter(({ node_type }) => node_type === 'task')
  const recurring = tasks.filter(({ recurrence }) => recurrence !== undefined).length
  const single = tasks.filter(({ recurrence }) => recurrence === undefined)
  const hours = Math.round(
    single.reduce((sum, { estimated_minutes: minutes }) => sum + (minutes ?? 0), 0) / 60,
  )
  const containers = nodes.filter(({ level }) => level === 2).length
  const again = recurring === 0 ? '' : `, ${recurring} of them again and again`
  if (isClinical)
    return `${containers} phases, ${tasks.length} tasks (${recurring} recurring), ${hours} h of single work.`
  return `It has ${containers} parts and ${tasks.length} tasks${again}; what is done once takes about ${hours} hours.`
}

function piecesText(nodes: readonly PlanNode[]): string {
  const single = nodes.filter(({ node_type, recurrence }) => node_type === 'task' && recurrence === undefined)
  const [first] = single
  const [largest] = [...single].sort(
    (left, right) => (right.estimated_minutes ?? 0) - (left.estimated_minutes ?? 0),
  )
  if (first === undefined || largest === undefined) return ''
  return `It begins with “${first.title}”; the largest piece is “${largest.title}”.`
}

function phasesText(nodes: readonly PlanNode[]): string {
  const names = nodes.filter(({ level }) => level === 2).map(({ title }) => title)
  return names.length === 0 ? '' : `${names.join(' → ')}.`
}

function assumptions({ outline }: Input, verbosity: number): readonly string[] {
  const taken = outline?.plan_context.assumptions ?? []
  if (taken.length === 0) return []
  const shown = taken.slice(0, verbosity >= 3 ? 6 : 2)
  return [`Taken for granted: ${shown.join(' ')}`]
}

function closing(
  { stage }: Input,
  { conversation_style: style, tone }: InteractionPolicy,
  verbosity: number,
): readonly string[] {
  if (style === 'coach') {
    const push = {
      outline: 'Read it with one question in mind: would you start tomorrow?',
      final: 'Put the first session in place today; the rest follows from it.',
      complete: 'The first step is the one that counts: do it today.',
    }
    return [
      stage === 'outline' || stage === 'final' || stage === 'complete'
        ? push[stage]
        : 'Small steps, kept up, get you there.',
    ]
  }
  if (style === 'conversational' && verbosity >= 3)
    return [
      tone === 'clinical'
        ? 'Comments are welcome.'
        : 'Tell me what does not feel right, and I will change it.',
    ]
  return []
}

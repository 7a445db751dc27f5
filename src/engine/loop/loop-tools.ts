import type { ModelTool } from '../../contracts/model.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import { toOpenAiFormat, toOpenAiName } from '../tools/tools.ts'
import type { LoopEnvironment, LoopLimits, Talk } from './loop-ports.ts'
import { QUESTIONS_SCHEMA } from './questions.ts'

export const ASK_USER = 'ask_user'
export const DELEGATE = 'delegate'
export const REPORT_CONFIDENCE = 'report_confidence'

/** Tools that the loop itself answers: they ask people or start runs, and touch nothing. */
const LOOP_TOOLS: readonly ModelTool[] = [
  {
    name: ASK_USER,
    description: 'Asks the person structured questions, all in one batch, and waits for the answers.',
    input_schema: QUESTIONS_SCHEMA,
  },
  {
    name: DELEGATE,
    description: 'Gives a task to a sub-agent with the same tools and answers with its result.',
    input_schema: {
      type: 'object',
      properties: {
        task: { type: 'string', minLength: 1, description: 'The task, with everything needed to do it.' },
      },
      required: ['task'],
    },
  },
  {
    name: REPORT_CONFIDENCE,
    description: 'Reports how confident you are in what you are about to do, 0–100, with reasons.',
    input_schema: {
      type: 'object',
      properties: {
        score: { type: 'number', minimum: 0, maximum: 100 },
        reasons: { type: 'array', items: { type: 'string' } },
      },
      required: ['score'],
    },
  },
]

/** The tools of one model call: those of the loop that make sense now, and every tool this process can run. */
export function toolsForModel(
  { tools }: Pick<LoopEnvironment, 'tools'>,
  talk: Talk,
  limits: LoopLimits,
): readonly ModelTool[] {
  const isHidden = (name: string): boolean =>
    (name === ASK_USER && talk.input.generate_now) ||
    (name === DELEGATE && (talk.input.delegation?.depth ?? 0) >= limits.maxDepth)
  const own = LOOP_TOOLS.filter(tool => !isHidden(tool.name))
  const runnable = tools.list().filter(tool => tools.executable(tool.name) !== undefined)
  return [...own, ...runnable.map(toModelTool)]
}

/** The tool that a model means by a name: its own, or the one under which providers know it. */
export function findTool(
  { tools }: Pick<LoopEnvironment, 'tools'>,
  name: string,
): RegisteredTool | undefined {
  const found = tools.get(name) ?? tools.list().find(tool => toOpenAiName(tool.name) === name)
  return found && tools.executable(found.name) !== undefined ? found : undefined
}

function toModelTool(tool: RegisteredTool): ModelTool {
  const { name, description, parameters } = toOpenAiFormat(tool).function
  return { name, description, input_schema: Object(parameters) }
}

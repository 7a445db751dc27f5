import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { BriefAnalysis, PageBrief } from '../../../contracts/page.ts'
import type { ExecutableTool, ToolOutcome } from '../../tools/tools.ts'
import { briefQuestions, briefWithAnswers, joinBrief, readBrief, whatIsOpen } from '../brief/brief.ts'
import { dataModelOf, planPages } from '../generate/generate.ts'
import { type ModelSpent, NOTHING_SPENT } from './ask-model.ts'
import { fillBrief } from './fill-brief.ts'
import {
  asJson,
  failed,
  inSession,
  type PageCall,
  type PageToolParts,
  succeeded,
  text,
  writingTool,
} from './tool-parts.ts'

/** Reads what is to be built out of what the person said; the first tool of every build. */
export function createAnalyzeBrief(parts: PageToolParts): ExecutableTool {
  return {
    ownWrites: true,
    definition: writingTool({
      name: 'analyze_brief',
      description:
        'Reads a request to build an app or site: product type, name, items, look, pages, data, and what is worth asking. Call it first, and again with the answers.',
      input_schema: SCHEMA,
      prerequisites: [],
      produces: ['brief'],
    }),
    execute: inSession(call => analyze(parts, call)),
  }
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    user_request: {
      type: 'string',
      minLength: 1,
      maxLength: 100_000,
      description: 'The request, in the person’s words.',
    },
    conversation_summary: { type: 'string', maxLength: 20_000 },
    answers: {
      type: 'array',
      maxItems: 20,
      description: 'What the person answered to the questions of the analysis before.',
      items: {
        type: 'object',
        properties: { id: { type: 'string', maxLength: 80 }, answer: { type: 'string', maxLength: 10_000 } },
        required: ['id', 'answer'],
        additionalProperties: false,
      },
    },
  },
  required: ['user_request'],
  additionalProperties: false,
}

async function analyze(parts: PageToolParts, call: PageCall): Promise<ToolOutcome> {
  const { pages } = parts
  const { session_id, arguments: args } = call
  const earlier = (await pages.brief(session_id))?.brief
  const isBuilt = (await pages.list(session_id)).length > 0
  const said = [text(args.conversation_summary), text(args.user_request)]
    .filter(part => part !== '')
    .join('\n')
  const answers = readAnswers(args.answers)
  const isAnswered = earlier !== undefined && answers.length > 0
  const { read, spent } = isAnswered
    ? { read: earlier, spent: NOTHING_SPENT }
    : await readRequest(parts, call, { said, earlier })
  const kept = isBuilt && earlier ? keepWhatIsBuilt(read, earlier) : read
  const brief = answers.length > 0 ? briefWithAnswers(kept, answers) : kept
  const model = dataModelOf(brief.product_type)
  const analysis: BriefAnalysis = {
    brief,
    pages: [...planPages(brief)],
    ...(model ? { data_model: model } : {}),
    questions: isBuilt ? [] : [...briefQuestions(brief)],
  }
  const refused = await pages.writeBrief(session_id, analysis)
  if (refused) return failed(refused.detail, { spent })
  const { text: _text, ...shown } = brief
  return succeeded(
    asJson({
      ...shown,
      suggested_pages: analysis.pages,
      questions: analysis.questions,
      open: whatIsOpen(brief),
    }),
    { spent },
  )
}

/** By the language model where there is one, its entries checked against the words; otherwise by rules, and said so. */
async function readRequest(
  parts: PageToolParts,
  call: PageCall,
  { said, earlier }: { readonly said: string; readonly earlier: PageBrief | undefined },
): Promise<{ readonly read: PageBrief; readonly spent: ModelSpent }> {
  if (parts.llm.describe('STANDARD').isOffline)
    return { read: readBrief(said, earlier), spent: NOTHING_SPENT }
  const filled = await fillBrief(parts, call, said)
  const { spent } = filled
  if ('because' in filled) {
    const read_note = `Read without a language model: ${filled.because}`.slice(0, 1000)
    return { read: { ...readBrief(said, earlier), read_note }, spent }
  }
  const { brief, left_out: out } = filled
  const note =
    out.length > 0 ? { read_note: `Left out, not in your words: ${out.join(' ')}`.slice(0, 1000) } : {}
  return { read: joinBrief({ ...brief, read_by: 'model', ...note }, earlier), spent }
}

/** What a later wish says of its own subject (“bigger cards”) is not what the product is. */
function keepWhatIsBuilt(read: PageBrief, { product_type, confidence, name, facts }: PageBrief): PageBrief {
  const { name: _name, ...rest } = read
  return { ...rest, product_type, confidence, facts, ...(name === undefined ? {} : { name }) }
}

function readAnswers(
  value: JsonValue | undefined,
): readonly { readonly id: string; readonly value: string }[] {
  const entries = Array.isArray(value) ? value : []
  return entries.map(entry => ({
    id: String(Object(entry).id ?? ''),
    value: String(Object(entry).answer ?? ''),
  }))
}

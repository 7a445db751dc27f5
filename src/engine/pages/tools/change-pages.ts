import { z } from 'zod'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { PageOperation } from '../../../contracts/page-operation.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool, ToolOutcome } from '../../tools/tools.ts'
import { NOTHING_SPENT } from './ask-model.ts'
import { type ProposedOperations, proposeOperations } from './propose-operations.ts'
import {
  asJson,
  failed,
  inSession,
  type PageCall,
  type PageToolParts,
  succeeded,
  text,
  texts,
  writingTool,
} from './tool-parts.ts'

/** Changes pages by typed operations on named targets, and says what was done, what was not, and what it has to ask. */
export function createChangePages(parts: PageToolParts): ExecutableTool {
  return {
    ownWrites: true,
    definition: writingTool({
      name: 'change_pages',
      description:
        'Changes the pages by typed operations on named targets (text, price, colour, picture, item, section, page, theme). Give `operations`, or the person’s words as `instruction`, which the model or a small grammar reads. Each is done and checked, or answered with a question; nothing else changes.',
      input_schema: SCHEMA,
      prerequisites: ['page'],
      produces: [],
    }),
    execute: inSession(call => change(parts, call)),
  }
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    instruction: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      description: 'What is to change, in the person’s words.',
    },
    operations: {
      type: 'array',
      maxItems: 40,
      description:
        'Such as {"kind":"set_price","item":"Espresso","value":"2.90"}, {"kind":"set_text","page":"home","part":"heading","value":"…"}, {"kind":"add_section","page":"visit","title":"Parking","text":"…"}, {"kind":"set_color","role":"button","value":"#2d5a3d"}, {"kind":"rename_page","page":"visit","value":"Find us"}. Also set_theme, set_currency, set_language, add_item, remove_item, rename_item, move_item, remove_section, rename_section, move_section, add_page, remove_page, move_page, rename_product, set_picture.',
      items: { type: 'object' },
    },
    pages: {
      type: 'array',
      maxItems: 50,
      items: { type: 'string' },
      description: 'Slugs of the pages that alone may change.',
    },
    active_page: {
      type: 'string',
      maxLength: 40,
      description: 'The page in front of the person: “this page”.',
    },
  },
  additionalProperties: false,
}

async function change(parts: PageToolParts, call: PageCall): Promise<ToolOutcome> {
  const { pages, targetPages } = parts
  const { session_id, change_id, author, arguments: args } = call
  const given = z.array(PageOperation).safeParse(args.operations ?? [])
  if (!given.success)
    return failed(`The operations cannot be read: ${given.error.issues[0]?.message ?? 'unknown'}.`)
  const instruction = text(args.instruction)
  if (given.data.length === 0 && instruction === '') return failed('Give operations, or an instruction.')
  const bound = await targetPages(call.run_id)
  const wanted = texts(args.pages)
  const only =
    bound.length === 0 ? wanted : wanted.length === 0 ? bound : wanted.filter(slug => bound.includes(slug))
  if (bound.length > 0 && only.length === 0)
    return failed(`The person bound this message to ${bound.join(', ')}.`)
  const active = text(args.active_page)
  const proposed = given.data.length > 0 ? undefined : await propose(parts, call, instruction)
  const spent = proposed?.spent ?? NOTHING_SPENT
  const changed = await pages.change({
    ...{ session_id, change_id, author },
    ...(given.data.length > 0 ? { operations: given.data } : { instruction }),
    ...(proposed && 'proposals' in proposed ? { proposals: proposed.proposals } : {}),
    hints: { ...(only.length > 0 ? { only } : {}), ...(active === '' ? {} : { active }) },
  })
  if (isRefusal(changed)) return failed(changed.detail, { spent })
  const effect = changed.applied.length > 0 ? ('done' as const) : ('none' as const)
  const note =
    proposed && 'because' in proposed
      ? { read_note: `Read without a language model: ${proposed.because}` }
      : {}
  return succeeded(asJson({ ...changed, ...note }), { effect, spent })
}

/** Operations by the language model where there is one; without one the grammar reads the words. */
async function propose(
  parts: PageToolParts,
  call: PageCall,
  instruction: string,
): Promise<ProposedOperations | undefined> {
  if (parts.llm.describe('STANDARD').isOffline) return undefined
  const outline = await parts.pages.outline(call.session_id)
  return isRefusal(outline) ? undefined : proposeOperations(parts, call, { instruction, outline })
}

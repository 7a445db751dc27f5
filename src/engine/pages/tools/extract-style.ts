import { isRefusal } from '../../../contracts/refusal.ts'
import type { ExecutableTool, ToolExecution, ToolOutcome } from '../../tools/tools.ts'
import { extractStyle } from '../style/style.ts'
import { asJson, failed, type PageToolParts, readingTool, succeeded, text } from './tool-parts.ts'

/** Reads colours and mood out of a picture, for `create_design_system`. */
export function createExtractStyle({ loadImage }: PageToolParts): ExecutableTool {
  return {
    definition: readingTool({
      name: 'extract_style',
      description:
        'Reads the palette and the mood of a picture: colours by role, light or dark. Give what it answers to create_design_system as style_tokens.',
      input_schema: {
        type: 'object',
        properties: {
          image: { type: 'integer', minimum: 1, maximum: 6, description: 'Which picture of the message.' },
          image_url: { type: 'string', minLength: 1, maxLength: 12_000_000, description: 'Or a data URL.' },
        },
        additionalProperties: false,
      },
      produces: ['style'],
    }),
    execute: call => extract(loadImage, call),
  }
}

async function extract(loadImage: PageToolParts['loadImage'], call: ToolExecution): Promise<ToolOutcome> {
  const image = await loadImage(referenceOf(call), call)
  if (isRefusal(image)) return failed(image.detail)
  const extraction = await extractStyle(image.bytes)
  if (extraction.kind === 'refused') return failed(extraction.refusal.message)
  return succeeded(asJson(extraction.style), { effect: 'none' })
}

/** A picture of the message by its number, so that no address stands in the call. */
function referenceOf({ arguments: args }: ToolExecution): string {
  return typeof args.image === 'number' ? `attachment:${args.image}` : text(args.image_url)
}

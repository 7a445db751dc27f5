import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type StudioBrief, studioBriefs } from './briefs.ts'
import { checkEdit } from './check-edit.ts'
import { type StudioEdit, studioEdits } from './edits.ts'
import { checkBrief } from './site.ts'

interface StudioSet {
  readonly briefs: readonly StudioBrief[]
  readonly edits: readonly StudioEdit[]
}

/**
 * `npm run bench -- studio [--data FILE]`: briefs and edits in people's words without a language model, each checked by
 * machine: pages as named, every fact on its page, the edit where it was meant and nowhere else.
 */
export function main(): void {
  const { data } = parseArgs({
    options: { data: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  }).values
  const set: StudioSet =
    typeof data === 'string'
      ? JSON.parse(readFileSync(data, 'utf8'))
      : { briefs: studioBriefs, edits: studioEdits }
  const briefs = set.briefs.map(checkBrief)
  for (const { id, lost } of briefs.filter(({ isRight }) => !isRight))
    console.log(`brief ${id}: ${lost.join('; ')}`)
  const facts = set.briefs.reduce((sum, brief) => sum + brief.facts.length, 0)
  const placed = briefs.reduce((sum, { placed: count }) => sum + count, 0)
  const edits = set.edits.map(edit => ({ edit, result: checkEdit(edit, set.briefs) }))
  for (const { edit, result } of edits.filter(one => !one.result.isRight))
    console.log(`edit “${edit.say}”: ${result.state}, ${result.why}`)
  const plain = edits.filter(({ edit }) => edit.asks !== true)
  const lines = [
    `briefs right or rightly asked: ${briefs.filter(({ isRight }) => isRight).length} of ${briefs.length} (bar ${Math.ceil(briefs.length * 0.95)})`,
    `facts placed unasked: ${placed} of ${facts} (bar .90)`,
    `edits right or rightly asked: ${edits.filter(({ result }) => result.isRight).length} of ${edits.length} (bar ${Math.ceil(edits.length * 0.95)})`,
    `plain edits done unasked: ${plain.filter(({ result }) => result.state === 'done').length} of ${plain.length} (bar .60)`,
    `said to be done and not so: ${edits.filter(({ result }) => result.state === 'false').length} (bar 0)`,
  ]
  console.log(lines.join('\n'))
}

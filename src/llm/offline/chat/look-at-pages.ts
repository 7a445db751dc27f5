import { z } from 'zod'
import type { ModelTool } from '../../../contracts/model.ts'
import { PageValidation } from '../../../contracts/page.ts'
import type { ProviderAnswer } from '../../llm.ts'
import { type OfflinePlanner, say, WHO_I_AM } from '../offline-purpose.ts'
import { callAll, type PageTurn } from './build-pages.ts'
import { type Done, readResult } from './turn.ts'

/** Tools that tell about the pages and change nothing. */
const LOOKS: ReadonlySet<string> = new Set(['list_pages', 'validate_html'])

/** What may be used for words that name no change. */
export interface Looking {
  readonly tools: readonly ModelTool[]
  readonly plan: OfflinePlanner
}

/** Words that name no change but something to be looked at: “list my pages”; undefined for other words. */
export async function lookAtPages(
  state: PageTurn,
  { tools, plan }: Looking,
): Promise<ProviderAnswer | undefined> {
  const { turn, pages } = state
  const looks = tools.filter(({ name }) => LOOKS.has(name))
  const look = () => Promise.reject(new Error('Nothing is looked up for a look at pages.'))
  const planned = await plan({ goal: turn.wish, tools: looks, look, areReads: true })
  const calls = planned.calls.map(({ tool, arguments: args }) => ({ name: tool, arguments: args }))
  if (calls.length === 0 || planned.missing.length > 0) return undefined
  const unknown = calls.find(({ arguments: { slug } }) => slug !== undefined && !pages.includes(String(slug)))
  if (unknown) return say(`${WHO_I_AM} There is no such page. There are: ${pages.join(', ')}.`)
  const done = turn.done.filter(({ name }) => LOOKS.has(name))
  return done.length > 0 ? say([WHO_I_AM, ...done.map(told)].join('\n')) : callAll(state, calls)
}

const Listed = z.object({
  pages: z.array(z.object({ slug: z.string(), title: z.string(), version: z.number() })),
  download: z.string().optional(),
})

/** What was read, in words; what cannot be read is said to be so. */
function told({ arguments: { slug }, result }: Done): string {
  const content = readResult(result.content)
  const listed = Listed.safeParse(content).data
  if (listed) {
    const pages = listed.pages.map(page => `- ${page.title} (${page.slug}), version ${page.version}`)
    return [...pages, ...(listed.download ? [`All of them as a zip: ${listed.download}`] : [])].join('\n')
  }
  const checked = PageValidation.safeParse(content).data
  if (checked === undefined) return `It could not be read: ${result.content.slice(0, 300)}`
  const issues = checked.issues.map(
    ({ severity, selector, message }) => `- ${severity} at ${selector}: ${message}`,
  )
  const found = issues.length === 0 ? 'nothing wrong was found' : `${issues.length} things were found`
  const open = (checked.not_measured ?? []).map(rule => rule.replaceAll('_', ' ')).join(', ')
  return [
    `${String(slug)}: ${found}, score ${checked.score} of 100.`,
    ...issues.slice(0, 20),
    ...(open === '' ? [] : [`Only a browser measures ${open}: open Checks beside the preview.`]),
  ].join('\n')
}

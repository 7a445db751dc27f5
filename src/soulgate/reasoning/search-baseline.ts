import MiniSearch from 'minisearch'
import type { Tool } from '../../contracts/tool.ts'

/** What a search index alone finds for a goal: at most `count` tools, best first, and the score of the best. */
export type SearchTools = (
  goal: string,
  count: number,
) => { readonly tools: readonly string[]; readonly score: number }

/**
 * An untuned index over name, description and parameters of the tools: what any choice of tools must beat. A name counts
 * as the words that it is made of; spelling within a fifth of a word and the beginning of a word count too.
 */
export function indexTools(tools: readonly Tool[]): SearchTools {
  const search = new MiniSearch({ fields: ['name', 'description', 'parameters'], idField: 'id' })
  search.addAll(
    tools.map(({ name, description, input_schema: schema }) => ({
      id: name,
      name: name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' '),
      description,
      parameters: Object.keys(Object(schema.properties)).join(' ').replaceAll('_', ' '),
    })),
  )
  return (goal, count) => {
    const found = search.search(goal, { fuzzy: 0.2, prefix: true })
    return { tools: found.slice(0, count).map(({ id }) => String(id)), score: found[0]?.score ?? 0 }
  }
}

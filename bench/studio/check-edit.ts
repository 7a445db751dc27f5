import { applyOperation } from '../../src/engine/pages/edit/apply-operation.ts'
import { readInstruction } from '../../src/engine/pages/edit/read-instruction.ts'
import { changedPages, type Site as EditSite } from '../../src/engine/pages/edit/site.ts'
import { shownText } from '../../src/engine/pages/generate/complete-page.ts'
import type { StudioBrief } from './briefs.ts'
import type { StudioEdit } from './edits.ts'
import { makeSite } from './site.ts'

/**
 * `done` rightly, `asked` (rightly where the edit leaves something open), `partly` with a question about the rest, or
 * `false`: said to be done and not so.
 */
export interface EditResult {
  readonly state: 'done' | 'asked' | 'partly' | 'false'
  readonly isRight: boolean
  readonly why: string
}

/** Does an edit on the pages of its brief and compares every page before and after. */
export function checkEdit(edit: StudioEdit, briefs: readonly StudioBrief[]): EditResult {
  const text = briefs.find(({ id }) => id === edit.site)?.text ?? ''
  const before: EditSite = makeSite(text)
  const slugOf = (title: string | undefined) => before.pages.find(page => page.title === title)?.slug
  const active = slugOf(edit.on)
  const only = edit.only?.flatMap(title => slugOf(title) ?? [])
  const proposals = readInstruction(edit.say, before, {
    ...(active ? { active } : {}),
    ...(only ? { only } : {}),
  })
  let after = before
  const asked: string[] = []
  for (const proposal of proposals) {
    if (!('operation' in proposal)) {
      asked.push('asked' in proposal ? proposal.asked.ask : `not understood: ${proposal.said}`)
      continue
    }
    const applied = applyOperation(after, proposal.operation)
    if (applied.done) after = applied.site
    else asked.push(applied.ask)
  }
  if (after === before) return { state: 'asked', isRight: edit.asks === true, why: asked.join(' / ') }
  if (edit.asks)
    return { state: 'false', isRight: false, why: `changed ${changedPages(before, after).join(', ')}` }
  const faults = faultsOf(edit, before, after)
  const isRight = faults.length === 0
  const state = isRight ? 'done' : asked.length > 0 ? 'partly' : 'false'
  return { state, isRight, why: [...faults, ...asked].join('; ') }
}

function faultsOf(edit: StudioEdit, before: EditSite, after: EditSite): readonly string[] {
  const title = (slug: string): string =>
    [...after.pages, ...before.pages].find(page => page.slug === slug)?.title ?? slug
  const changed = changedPages(before, after)
    .filter(slug => edit.changes === 'all' || seen(before, slug) !== seen(after, slug))
    .map(title)
    .sort()
    .join(', ')
  const wanted =
    edit.changes === 'all'
      ? after.pages
          .map(page => page.title)
          .sort()
          .join(', ')
      : [...(edit.changes ?? [])].sort().join(', ')
  const read = (page: string): string => shownText(after.pages.find(one => one.title === page)?.html ?? '')
  return [
    ...(changed === wanted ? [] : [`changed ${changed || 'nothing'}, not ${wanted}`]),
    ...(edit.shows ?? [])
      .filter(([words, page]) => !read(page).includes(words.toLowerCase()))
      .map(([words, page]) => `no “${words}” on ${page}`),
    ...(edit.gone ?? [])
      .filter(([words, page]) => read(page).includes(words.toLowerCase()))
      .map(([words, page]) => `still “${words}” on ${page}`),
    ...(edit.mode && after.design.mode !== edit.mode ? [`it is ${after.design.mode}`] : []),
    ...(edit.color && after.design.tokens.colors[edit.color[0]] !== edit.color[1]
      ? [`${edit.color[0]} is ${after.design.tokens.colors[edit.color[0]]}`]
      : []),
  ]
}

/** What a person sees of a page; absent where there is none. */
function seen(site: EditSite, slug: string): string | undefined {
  const page = site.pages.find(one => one.slug === slug)
  return page && shownText(page.html)
}

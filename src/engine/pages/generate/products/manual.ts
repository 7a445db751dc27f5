import type { PageBrief } from '../../../../contracts/page.ts'
import { art } from '../art/art.ts'
import { hero } from '../blocks/parts.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { withIds } from '../content/catalog-item.ts'
import { motifFor } from '../content/motif-words.ts'
import { type Fragment, html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'

const TABS: readonly Tab[] = [
  { role: 'index', label: 'Contents', icon: 'book' },
  { role: 'section', label: 'Read', icon: 'menu' },
]

/** The pages of a manual: contents with search, the chapters, quick help. */
export function manualPage(context: PageContext): string {
  const chapters = chaptersOf(context.brief)
  const part = PARTS[context.spec.role] ?? contentsMain
  return pageDocument(context, { tabs: TABS, main: part(context, chapters) })
}

interface Chapter {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** The chapters as they were named; their text is the person's, or still open. */
function chaptersOf({ items }: PageBrief): readonly Chapter[] {
  const named = items.length > 0 ? items : [{ name: 'Example chapter' }]
  return withIds(
    named.map(item => ({ name: item.name, text: 'description' in item ? (item.description ?? '') : '' })),
  )
}

type Part = (context: PageContext, chapters: readonly Chapter[]) => readonly Fragment[]

const PARTS: Readonly<Record<string, Part>> = { index: contentsMain, section: guideMain }

function motifOf({ brief, name }: PageContext): string {
  return motifFor(`${name} ${brief.text.slice(0, 300)}`, 'book')
}

function contentsMain(context: PageContext, chapters: readonly Chapter[]): readonly Fragment[] {
  const guide = pageAddress(context, 'section') ?? ''
  return [
    hero({
      motif: motifOf(context),
      seed: context.name,
      eyebrow: 'Manual',
      title: context.brief.tagline ?? context.name,
    }),
    html`<section class="section" data-region="search" aria-label="Search">
<div class="field"><label for="manual-search">Search the manual</label><input id="manual-search" type="search" data-search autocomplete="off"></div>
<p class="muted" data-search-count aria-live="polite"></p>
</section>`,
    html`<section class="section" data-region="contents">
<div class="section-head"><h2>Contents</h2></div>
<p class="muted" data-read-text>${chapters.length} chapters</p>
<div class="progress"><span data-read-bar></span></div>
<ol class="chapters">
${chapters.map(chapter => html`<li data-chapter="${chapter.id}" data-search-item="${chapter.text}"><h3 class="card-title"><a class="card-link" href="${guide}#${chapter.id}" dir="auto">${chapter.name}</a></h3>${chapter.text ? html`<p class="card-text" dir="auto">${chapter.text}</p>` : ''}<span data-chapter-read hidden>${icon('check')}<span class="visually-hidden">Read</span></span></li>\n`)}</ol>
<p class="muted" data-search-empty hidden>Nothing found. Try another word.</p>
</section>`,
  ]
}

function guideMain(context: PageContext, chapters: readonly Chapter[]): readonly Fragment[] {
  return [
    html`<div class="section" data-region="chapter" data-pick="chapter">
${chapters.map((_, index) => chapterArticle(context, chapters, index))}</div>`,
  ]
}

function chapterArticle(context: PageContext, chapters: readonly Chapter[], index: number): Markup | '' {
  const chapter = chapters[index]
  if (!chapter) return ''
  const [before, after] = [chapters[index - 1], chapters[index + 1]]
  const contents = pageAddress(context, 'index') ?? '#main'
  return html`<article class="section" id="${chapter.id}" data-pick-id="${chapter.id}" data-title="${chapter.name} · ${context.name}"${index === 0 ? '' : html` hidden`}>
<div class="page-head"><p><a class="more" href="${contents}">${icon('left')}Contents</a></p><p class="eyebrow">Chapter ${index + 1} of ${chapters.length}</p><h1 dir="auto">${chapter.name}</h1>${chapter.text ? html`<p class="lead" dir="auto">${chapter.text}</p>` : html`<p class="note">${icon('info')}<span>Still open: the text of this chapter.</span></p>`}</div>
<div class="card-art">${art(motifFor(chapter.name, motifOf(context)), chapter.id)}</div>
<button type="button" class="button button-line button-block" data-read="${chapter.id}" aria-pressed="false">${icon('check')}<span data-label>Mark as read</span></button>
<div class="chapter-nav">${before ? html`<a class="button button-quiet" href="#${before.id}" aria-label="Previous: ${before.name}">${icon('left')}Previous</a>` : ''}${after ? html`<a class="button" href="#${after.id}" aria-label="Next: ${after.name}">Next${icon('right')}</a>` : html`<a class="button" href="${contents}">All chapters</a>`}</div>
</article>
`
}

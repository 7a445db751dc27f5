import type { PageBrief } from '../../../../contracts/page.ts'
import { pageDocument, type Tab } from '../blocks/shell.ts'
import { withIds } from '../content/catalog-item.ts'
import { type Fragment, html, jsonText, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { type PageContext, pageAddress } from '../page-context.ts'

interface Column {
  readonly id: string
  readonly name: string
}

interface BoardTask {
  readonly id: string
  readonly title: string
  readonly column: string
  readonly tag: string
  readonly description: string
}

const USUAL_COLUMNS = ['To do', 'In progress', 'Done'] as const

/** The columns as they were named; the first is where tasks begin. */
function columnsOf({ columns }: PageBrief): readonly Column[] {
  const names = columns.length > 0 ? columns : USUAL_COLUMNS
  return withIds(names.map(name => ({ name }))).map(({ id, name }) => ({ id, name }))
}

/** The tasks of the brief, each in the column that its group names, otherwise in the first. */
function tasksOf(brief: PageBrief, columns: readonly Column[]): readonly BoardTask[] {
  const first = columns[0]?.id ?? ''
  return withIds(brief.items).map(({ id, name, category, description }) => {
    const own = columns.find(column => column.name.toLowerCase() === category?.toLowerCase())
    return {
      id,
      title: name,
      column: own?.id ?? first,
      tag: own ? '' : (category ?? ''),
      description: description ?? '',
    }
  })
}

const TABS: readonly Tab[] = [
  { role: 'board', label: 'Board', icon: 'board' },
  { role: 'detail', label: 'Task', icon: 'check' },
]

/** The pages of a board: the board itself and one task closely. */
export function kanbanPage(context: PageContext): string {
  const columns = columnsOf(context.brief)
  const board = { columns, tasks: tasksOf(context.brief, columns) }
  const main = context.spec.role === 'detail' ? detailMain(context, board) : boardMain(context, board)
  const data = html`<script type="application/json" id="columns">${jsonText(columns)}</script>`
  return pageDocument(context, { tabs: TABS, main, data })
}

interface Board {
  readonly columns: readonly Column[]
  readonly tasks: readonly BoardTask[]
}

function boardMain(context: PageContext, { columns, tasks }: Board): readonly Fragment[] {
  return [
    html`<section class="section" data-region="overview" aria-label="Progress">
<div class="page-head"><h1 dir="auto">${context.name}</h1><p class="muted" data-done-text>${tasks.length} tasks</p></div>
<div class="progress"><span data-done-bar></span></div>
</section>`,
    html`<section class="panel" data-region="add-task" aria-label="New task">
<form class="inline-form" data-add-task novalidate>
<div class="field"><label for="task-title">New task</label><input id="task-title" name="title" type="text" maxlength="120" autocomplete="off"></div>
<button type="submit" class="button" aria-label="Add the task">${icon('plus')}</button>
</form>
</section>`,
    html`<div class="columns" data-board data-region="board">
${columns.map(({ id, name }, index) =>
  column(
    context,
    { id, name, tone: index },
    tasks.filter(task => task.column === id),
  ),
)}</div>
<template data-task-template>${taskCard(context, { id: 'own', title: 'New task', column: columns[0]?.id ?? '', tag: '', description: '' })}</template>`,
    html`<p class="muted" data-region="hint">Move a task with its arrows, or with the arrow keys when it is in focus.</p>`,
  ]
}

function column(
  context: PageContext,
  { id, name, tone }: { readonly id: string; readonly name: string; readonly tone: number },
  tasks: readonly BoardTask[],
): Markup {
  const home = tone === 0 ? html` data-task-home` : ''
  return html`<section class="column tone-${tone % 4}" aria-labelledby="column-${id}">
<div class="column-head"><h2 id="column-${id}">${name}</h2><span class="badge" data-column-count="${id}">${tasks.length}</span></div>
<ul class="stack" data-column="${id}"${home}>
${tasks.map(task => taskCard(context, task))}</ul>
<p class="column-empty" data-column-empty="${id}"${tasks.length > 0 ? html` hidden` : ''}>Nothing here</p>
</section>
`
}

function taskCard(context: PageContext, task: BoardTask): Markup {
  const detail = pageAddress(context, 'detail') ?? ''
  return html`<li class="task" data-task="${task.id}" data-first="${task.column}">
<a href="${detail}#${task.id}" data-task-link><span data-task-title dir="auto">${task.title}</span></a>
${task.tag ? html`<p class="meta" dir="auto">${task.tag}</p>` : ''}
<div class="moves"><button type="button" class="icon-button" data-move="-1" aria-label="Move back: ${task.title}">${icon('left')}</button><button type="button" class="icon-button" data-move="1" aria-label="Move on: ${task.title}">${icon('right')}</button></div>
</li>
`
}

function detailMain(context: PageContext, { columns, tasks }: Board): readonly Fragment[] {
  const board = pageAddress(context, 'board') ?? '#main'
  const blank: BoardTask = {
    id: 'own',
    title: 'New task',
    column: columns[0]?.id ?? '',
    tag: '',
    description: '',
  }
  return [
    html`<p data-region="back"><a class="more" href="${board}">${icon('left')}Board</a></p>`,
    html`<div class="section" data-region="task" data-pick="task" data-task-home>
${tasks.map((task, index) => taskArticle(context, task, { columns, isHidden: index > 0 }))}</div>
<template data-task-template>${taskArticle(context, blank, { columns, isHidden: true })}</template>`,
  ]
}

function taskArticle(
  context: PageContext,
  task: BoardTask,
  { columns, isHidden }: { readonly columns: readonly Column[]; readonly isHidden: boolean },
): Markup {
  return html`<article class="section" id="${task.id}" data-pick-id="${task.id}" data-task="${task.id}" data-first="${task.column}" data-title="${task.title} · ${context.name}"${isHidden ? html` hidden` : ''}>
<h1 dir="auto" data-task-title>${task.title}</h1>
<p class="badge" data-task-column>${columns.find(one => one.id === task.column)?.name}</p>
${task.tag || task.description ? html`<div class="panel">${task.tag ? html`<p class="meta" dir="auto">${task.tag}</p>` : ''}<p dir="auto">${task.description}</p></div>` : ''}
<div class="actions"><button type="button" class="button button-line" data-move="-1">${icon('left')}Back</button><button type="button" class="button" data-move="1">Move on${icon('right')}</button></div>
</article>
`
}

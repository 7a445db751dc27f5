import { readTasks } from '../documents.ts'
import type { PlanBrief, PlannedDocuments } from '../ports.ts'

/** What rules can see: questions that no task settles, stories nothing is said to check of, tasks without hours. */
export function reviewDocuments(documents: PlannedDocuments, { caps }: PlanBrief): readonly string[] {
  const { 'design.md': design = '', 'user_stories.md': stories = '', 'tasks.md': tasks = '' } = documents
  const planned = readTasks(tasks)
  return [
    ...questionsOf(design).filter(question => !tasks.includes(question)),
    ...storiesOf(stories)
      .filter(({ criteria }) => criteria === 0)
      .map(({ title }) => `“${title}” has no acceptance criteria.`),
    ...planned.filter(task => task.hours === undefined).map(task => `Task ${task.task_id} has no estimate.`),
    ...planned
      .filter(task => (task.hours ?? 0) > 16)
      .map(task => `Task ${task.task_id} takes ${task.hours} hours; it is more than one task.`),
    ...(planned.length === 0 ? ['There are no tasks.'] : []),
    ...(caps.hours === undefined && planned.length > 20 ? ['A plan of this size has no limit of time.'] : []),
  ]
}

function questionsOf(design: string): readonly string[] {
  const section = /^## Open questions\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(design)?.[1] ?? ''
  return [...section.matchAll(/^[-*]\s+(.+)$/gm)].map(match => match[1] ?? '')
}

function storiesOf(text: string): readonly { readonly title: string; readonly criteria: number }[] {
  return text
    .split(/^(?=## )/m)
    .filter(block => block.startsWith('## '))
    .map(block => ({
      title: block.slice(3).split('\n')[0] ?? '',
      criteria: (block.match(/^\s*[-*]\s+\S/gm) ?? []).length,
    }))
}

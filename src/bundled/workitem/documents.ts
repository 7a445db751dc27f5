import type { WorkItemTask } from '../../contracts/work-item.ts'

/** The documents a planner writes. */
export const PLANNED = ['design.md', 'user_stories.md', 'tasks.md'] as const

/** The tasks of a `tasks.md`: `- [ ] T1 text (2 h) @backend`, checked boxes included. */
export function readTasks(text: string): readonly WorkItemTask[] {
  const found = [...text.matchAll(/^\s*[-*]\s+\[([ xX])\]\s+(?:\**(T\d+)\**[:.)]?\s+)?(.+)$/gm)]
  return found.map(([, mark, id, rest = ''], index) => {
    const hours = hoursOf(rest)
    const who = /@([A-Za-z][\w-]*)\s*$/.exec(rest)?.[1]
    return {
      task_id: id ?? `T${index + 1}`,
      title: rest
        .replace(/\s*@[A-Za-z][\w-]*\s*$/, '')
        .replace(/\s*\([^()]*h[a-z]*\)\s*$/i, '')
        .slice(0, 500),
      ...(hours === undefined ? {} : { hours }),
      ...(who === undefined ? {} : { assigned_to: who }),
      status: mark === ' ' ? ('open' as const) : ('done' as const),
    }
  })
}

function hoursOf(text: string): number | undefined {
  const found = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(?:h|hrs?|hours?)\b/gi)].at(-1)?.[1]
  return found === undefined ? undefined : Number(found)
}

export function sumHours(tasks: readonly Pick<WorkItemTask, 'hours'>[]): number {
  return round(tasks.reduce((sum, { hours = 0 }) => sum + hours, 0))
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** The order of the tasks as a chart: what tests comes before what it tests, the last after all others. */
export function drawTasks(title: string, tasks: readonly WorkItemTask[]): string {
  const nodes = tasks.map(task => `  ${task.task_id}["${task.task_id}: ${label(task.title)}"]`)
  const edges = tasks.slice(1).map((task, index) => `  ${tasks[index]?.task_id} --> ${task.task_id}`)
  return [
    `# Diagrams: ${title}`,
    '',
    'The order of the tasks as they stand in `tasks.md`.',
    '',
    '```mermaid',
    'flowchart TD',
    ...nodes,
    ...edges,
    '```',
    '',
  ].join('\n')
}

function label(title: string): string {
  return title
    .replaceAll(/["<>[\]{}|`\n]/g, ' ')
    .slice(0, 60)
    .trim()
}

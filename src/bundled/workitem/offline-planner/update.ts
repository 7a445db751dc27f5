import { isAbout, partsOf } from './outline.ts'
import { storyLines, taskLine } from './templates.ts'

const DROPS = /^(?:please\s+)?(?:drop|remove|leave out|skip|delete|cut)\b\s*(?:the\s+)?(.+)$/i
const ADDS = /^(?:please\s+)?(?:add|also add|also|include|plus)\b:?\s+(.+)$/i

/** One document as the sentences of an instruction change it; what people wrote into it stays. */
export function updateDocument(name: string, text: string, instruction: string): string {
  return partsOf(instruction).reduce((current, sentence) => {
    const dropped = DROPS.exec(sentence)?.[1]
    if (dropped !== undefined) return drop(name, current, dropped) ?? correct(current, sentence)
    const added = ADDS.exec(sentence)?.[1]
    return added === undefined ? correct(current, sentence) : add(name, current, added)
  }, text)
}

/** Without the stories, tasks or points that are about something; undefined where nothing is. */
function drop(name: string, text: string, about: string): string | undefined {
  const blocks = name === 'user_stories.md' ? text.split(/^(?=## )/m) : text.split(/(?<=\n)/)
  const kept = blocks.filter(block => !(isEntry(name, block) && isAbout(block.split('\n')[0] ?? '', about)))
  return kept.length === blocks.length ? undefined : kept.join('')
}

function isEntry(name: string, block: string): boolean {
  return name === 'user_stories.md' ? block.startsWith('## ') : /^\s*[-*]\s/.test(block)
}

function add(name: string, text: string, what: string): string {
  if (name === 'tasks.md') {
    const numbers = [...text.matchAll(/^\s*[-*]\s+\[[ xX]\]\s+T(\d+)\b/gm)].map(match => Number(match[1]))
    const next = Math.max(0, ...numbers) + 1
    return `${text.trimEnd()}\n${taskLine(next, { text: what, hours: 2, of: 'builder' })}\n`
  }
  if (name === 'user_stories.md') {
    const stories = text.match(/^## Story \d+/gm) ?? []
    return `${text.trimEnd()}\n\n${storyLines(stories.length + 1, what).join('\n')}\n`
  }
  const scope = text.search(/^## Scope\n\n/m)
  if (scope < 0) return `${text.trimEnd()}\n\n## Scope\n\n- ${what}\n`
  const end = text.indexOf('\n\n', scope + '## Scope\n\n'.length)
  const at = end < 0 ? text.trimEnd().length : end
  return `${text.slice(0, at)}\n- ${what}${text.slice(at)}`
}

const HEADING = '## Corrections by people'

function correct(text: string, sentence: string): string {
  const at = text.indexOf(`${HEADING}\n`)
  if (at < 0) return `${text.trimEnd()}\n\n${HEADING}\n\n- ${sentence}\n`
  const from = at + HEADING.length + 2
  return `${text.slice(0, from)}- ${sentence}\n${text.slice(from)}`
}

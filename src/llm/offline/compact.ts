import type { JsonObject } from '../../contracts/json-value.ts'
import { type OfflinePurpose, say } from './offline-purpose.ts'

/** One speech of the transcript that is to be summarised. */
interface Speech {
  readonly speaker: 'person' | 'assistant' | 'call' | 'tool' | 'system'
  readonly text: string
  readonly hasFailed: boolean
}

const DIMENSIONS = [
  ...['goal', 'progress', 'decisions', 'constraints', 'style', 'pages', 'issues', 'next_steps'],
] as const
const LONGEST = 1200
const MAX_LINE_LENGTH = 240

const DECIDED = /\b(?:let'?s|we(?:'ll| will)|decided?|agreed|go with|use|choose|chose|approved?|yes)\b/i
const LIMITED =
  /\b(?:must|never|always|only|don'?t|do not|without|at most|at least|no more than|deadline|budget)\b/i
const STYLED =
  /\b(?:colou?r|style|font|tone|look|modern|minimal|dark|light|serif|warm|playful)\b|#[0-9a-f]{3,8}\b/i
const NAMED = /[\w./-]+\.(?:html|css|md|txt|json|csv|js|ts|py|png|jpe?g|pdf)\b|@[a-z0-9-]{2,40}\b/gi

/** The eight dimensions of a conversation, taken out of it word for word: nothing is put into words of its own. */
export const answerCompact: OfflinePurpose = ({ messages }) => {
  const text = messages.findLast(message => message.role === 'user')?.content ?? ''
  const before = readBefore(text)
  const speeches = readSpeeches(text)
  const person = speeches.filter(speech => speech.speaker === 'person').map(speech => speech.text)
  const of = (pattern: RegExp): readonly string[] => person.filter(line => pattern.test(line))
  const named = speeches.flatMap(speech => speech.text.match(NAMED) ?? [])
  const done = speeches.filter(speech => speech.speaker === 'call' || speech.speaker === 'tool')
  const last = speeches.findLast(speech => speech.speaker === 'assistant' || speech.speaker === 'person')
  const found: Readonly<Record<string, readonly string[]>> = {
    goal: person.slice(0, 2),
    progress: done.filter(speech => !speech.hasFailed).map(speech => speech.text),
    decisions: of(DECIDED),
    constraints: of(LIMITED),
    style: of(STYLED),
    pages: [...new Set(named)],
    issues: speeches.filter(speech => speech.hasFailed).map(speech => speech.text),
    next_steps: last === undefined ? [] : [last.text],
  }
  const object: JsonObject = Object.fromEntries(
    DIMENSIONS.map(name => [name, keep([before[name] ?? '', ...(found[name] ?? [])])]),
  )
  return { ...say(JSON.stringify(object)), object }
}

/** The newest lines that fit; what was kept before stands first and gives way last. */
function keep(lines: readonly string[]): string {
  const [before = '', ...found] = lines
  const short = [...new Set(found.map(line => line.replace(/\s+/g, ' ').slice(0, MAX_LINE_LENGTH)))]
  const kept: string[] = []
  let left = LONGEST - Math.min(before.length, LONGEST / 2)
  for (const line of short.toReversed()) {
    if (line.length > left) break
    kept.unshift(line)
    left -= line.length
  }
  return [before.slice(0, LONGEST / 2), ...kept].filter(line => line !== '').join('\n')
}

/** The dimensions of an earlier summary, where one stands before the transcript. */
function readBefore(text: string): Readonly<Record<string, string>> {
  const summary = /<data source="summary[^>]*>\n([\s\S]*?)\n<\/data>/.exec(text)?.[1] ?? ''
  const parts = summary.split(new RegExp(`^(${DIMENSIONS.join('|')}): `, 'm')).slice(1)
  const entries: (readonly [string, string])[] = []
  for (let at = 0; at + 1 < parts.length; at += 2)
    entries.push([parts[at] ?? '', (parts[at + 1] ?? '').trim()])
  return Object.fromEntries(entries)
}

function readSpeeches(text: string): readonly Speech[] {
  const transcript = /<data source="conversation">\n([\s\S]*?)\n<\/data>/.exec(text)?.[1] ?? text
  const starts = /^(Person|Assistant|System|Tool(?: [^\s:(]+)?)( calls [^:\n]+)?( \(failed\))?: /gm
  const heads = [...transcript.matchAll(starts)]
  return heads.map((head, index) => {
    const from = head.index + head[0].length
    const to = heads[index + 1]?.index ?? transcript.length
    const body = transcript.slice(from, to).trim()
    const call = head[2]?.replace(' calls ', '').trim()
    return {
      speaker: call === undefined ? speakerOf(head[1] ?? '') : 'call',
      text: call === undefined ? body : `${call} ${body}`,
      hasFailed: head[3] !== undefined,
    }
  })
}

function speakerOf(name: string): Speech['speaker'] {
  if (name === 'Person') return 'person'
  if (name === 'Assistant') return 'assistant'
  return name === 'System' ? 'system' : 'tool'
}

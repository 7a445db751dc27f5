import { domainOf } from '../domains.ts'
import type { Feature, Outline } from './outline.ts'

const NOTICE =
  '_Written by Soulgate’s offline planner from the title and the description, by rules and templates. No language model had a part in it; it invents nothing and may have missed what was meant._'

/** What is to be made and what is not, which parts it touches, which limits hold, what is still open. */
export function writeDesign(outline: Outline): string {
  const { title, summary, paths, features, exclusions, corrections, left_out, notice = NOTICE } = outline
  return lines([
    `# ${title}`,
    '',
    sentence(summary),
    '',
    notice,
    ...section('Scope', features.map(describe)),
    ...section('Not in scope', [...exclusions, ...left_out.map(text => `${text} (left out)`)]),
    ...section('Corrections by people', corrections),
    ...section(
      'Parts it touches',
      paths.map(path => `\`${path}\` (${domainOf(path) ?? 'unknown domain'})`),
    ),
    ...section('Limits', limitsOf(outline)),
    ...section('Open questions', openQuestions(outline)),
  ])
}

/** One story for each thing that is to be made. */
export function writeStories({ title, features, corrections, exclusions, notice = NOTICE }: Outline): string {
  return lines([
    `# User stories: ${title}`,
    '',
    notice,
    ...features.flatMap((feature, index) => [
      '',
      ...storyLines(index + 1, feature.text, feature.criteria),
      ...corrections.map(text => `- ${text}.`),
      ...exclusions.map(text => `- It holds that: ${text}.`),
    ]),
  ])
}

/** A story with what can be checked about it. */
export function storyLines(
  number: number,
  text: string,
  criteria: readonly string[] = [],
): readonly string[] {
  const checks = criteria.length > 0 ? criteria : [`It can be shown that this holds: ${text}.`]
  return [
    `## Story ${number}: ${text}`,
    '',
    'Acceptance criteria:',
    '',
    ...checks.map(check => `- ${check}`),
    '- A test fails without it and passes with it.',
  ]
}

/** Two tasks for each story, one for each question that must be settled, and one that ties up. */
export function writeTasks(outline: Outline): string {
  const { title, features, settled, corrections, paths, notice = NOTICE } = outline
  const who = paths.map(domainOf).find(domain => domain !== undefined) ?? 'builder'
  const planned: string[] = []
  const add = (text: string, hours: number, of = who) =>
    planned.push(taskLine(planned.length + 1, { text, hours, of }))
  for (const text of settled) add(`Settle first: ${text}`, 1, 'planner')
  for (const [index, feature] of features.entries()) {
    add(`Write the failing tests of story ${index + 1}: ${feature.text}`, feature.hours / 2)
    add(`Make story ${index + 1} hold: ${feature.text}`, feature.hours / 2)
  }
  if (corrections.length > 0) add(`Check that the corrections hold: ${corrections.join('; ')}`, 1)
  add('Describe what changed for those who use it', 1)
  return lines([`# Tasks: ${title}`, '', notice, '', ...planned])
}

/** `- [ ] T3 text (2 h) @frontend`, as the workflow reads it. */
export function taskLine(
  number: number,
  { text, hours, of }: { readonly text: string; readonly hours: number; readonly of: string },
): string {
  return `- [ ] T${number} ${text} (${hours} h) @${of}`
}

const VAGUE =
  /\b(?:tbd|todo|etc|somehow|fast|quick(?:ly)?|easy|easily|nice|better|appropriate|flexible|intuitive|user[- ]friendly|several|many|various)\b/gi

/** What was said so that two people could understand two things. */
function openQuestions({ features, settled, paths, questions = [] }: Outline): readonly string[] {
  const vague = features.flatMap(feature =>
    [...new Set((feature.text.match(VAGUE) ?? []).map(word => word.toLowerCase()))].map(
      word => `What does “${word}” mean in “${feature.text}”, as something that can be checked?`,
    ),
  )
  const places = paths.length > 0 ? [] : ['Which folders and files belong to it?']
  return [...questions, ...vague, ...places].filter(
    question => !settled.some(concern => concern.includes(question)),
  )
}

function limitsOf({ caps }: Outline): readonly string[] {
  return [
    ...(caps.hours === undefined ? [] : [`Working time: ${caps.hours} hrs at most`]),
    ...(caps.tasks === undefined ? [] : [`Tasks: ${caps.tasks} at most`]),
    ...(caps.files === undefined ? [] : [`Files touched: ${caps.files} at most`]),
    ...(caps.cost_usd === undefined ? [] : [`Money: ${caps.cost_usd} USD at most`]),
  ]
}

function describe({ text, optional }: Feature): string {
  return optional && !/optional/i.test(text) ? `${text} (optional)` : text
}

function section(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', `## ${title}`, '', ...items.map(item => `- ${item}`)]
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function lines(parts: readonly string[]): string {
  return `${parts.join('\n')}\n`
}

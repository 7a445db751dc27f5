import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import { SettingsPreview } from '../../../contracts/settings-preview.ts'
import { type CommandContext, callRoute, failureOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

const SHOWN = 20

/** `settings show|preview|set`. */
export const registerSettings: Register = (program, run) => {
  const settings = program.command('settings').description('what an operator tunes while everything runs')
  settings
    .command('show')
    .description('show the settings that stand')
    .action(() => run(show))
  settings
    .command('preview <field=value...>')
    .description('how the last goals would have fallen under these settings; changes nothing')
    .option('--last <number>', 'how many goals are looked at', '100')
    .action((words: string[], { last }: { last: string }) =>
      run(context => preview(context, words, Number(last))),
    )
  settings
    .command('set <field=value...>')
    .description('change settings (an admin), such as thresholds.high=0.9')
    .action((words: string[]) => run(context => set(context, words)))
}

async function show(context: CommandContext): Promise<void> {
  const standing = await read(context)
  context.answer(standing)
  context.say(...leavesOf(standing).map(([field, value]) => escapeLine(`${field}=${JSON.stringify(value)}`)))
}

async function preview(context: CommandContext, words: readonly string[], last: number): Promise<void> {
  const body = { settings: toPatch(words), last }
  const answer = await callRoute(context, { method: 'POST', path: '/api/settings/preview', body })
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  context.answer(answer.body)
  const { goals, before, after, moved, note } = SettingsPreview.parse(answer.body)
  if (goals.length === 0) return context.say('No goal was graded yet, so there is nothing to compare.')
  const names = ['high', 'medium', 'low', 'stopped'] as const
  context.say(
    `${moved} of the last ${goals.length} goals would have fallen otherwise.`,
    '',
    ...columns([
      ['', ...names],
      ['as it was', ...names.map(name => String(before[name]))],
      ['as tried', ...names.map(name => String(after[name]))],
    ]),
  )
  const changed = goals.filter(goal => goal.before.band !== goal.after.band)
  const rows = changed
    .slice(0, SHOWN)
    .map(goal => [
      `${goal.before.score.toFixed(2)} ${goal.before.band}`,
      `→ ${goal.after.score.toFixed(2)} ${goal.after.band}`,
      escapeLine(goal.goal.slice(0, 80)),
    ])
  if (rows.length > 0) context.say('', ...columns(rows))
  if (changed.length > SHOWN) context.say(`… and ${changed.length - SHOWN} more.`)
  if (goals.some(goal => goal.only_suggested)) context.say('', 'Under these settings nothing runs at all.')
  context.say('', context.colors.dim(note))
}

async function set(context: CommandContext, words: readonly string[]): Promise<void> {
  const patch = toPatch(words)
  const { version } = await read(context)
  const answer = await sendDecision(context, {
    operation: 'updateSettings',
    pathValues: {},
    method: 'PUT',
    path: '/api/settings',
    body: { ...patch, version },
    page: '/settings',
  })
  context.answer(answer)
  context.say(`The settings are at version ${answer.version}.`)
}

async function read(context: CommandContext): Promise<JsonObject> {
  const answer = await callRoute(context, { method: 'GET', path: '/api/settings' })
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  return answer.body as JsonObject
}

/** `a.b=1` as `{a: {b: 1}}`; a value that is no JSON is taken as text. */
function toPatch(words: readonly string[]): JsonObject {
  return words.reduce<JsonObject>((patch, word) => {
    const cut = word.indexOf('=')
    const path = word.slice(0, cut).split('.')
    if (cut < 1 || path.some(part => !/^[a-z_]+$/.test(part)))
      throw new CommandFailure(
        EXIT.usage,
        `“${escapeLine(word)}” is no setting. Write FIELD=VALUE, such as thresholds.high=0.9.`,
      )
    return put(patch, path, readValue(word.slice(cut + 1)))
  }, {})
}

function put(into: JsonObject, [first = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (rest.length === 0) return { ...into, [first]: value }
  const inner = into[first]
  const standing = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
  return { ...into, [first]: put(standing as JsonObject, rest, value) }
}

function readValue(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function leavesOf(value: JsonObject, prefix = ''): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, JsonValue])[] =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leavesOf(inner as JsonObject, `${prefix}${key}.`)
      : [[`${prefix}${key}`, inner]],
  )
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { LocalServer, ModelSettings } from '../../soulgate.ts'
import type { CommandContext } from './context.ts'
import { prepareHome } from './home.ts'
import { escapeLine } from './terminal-text.ts'

const FILE = 'local-model.json'

/** What was answered to the question whether a model server of this machine is to be used. */
const Choice = z.union([
  z.strictObject({ base_url: z.url(), model: z.string().min(1) }),
  z.strictObject({ declined: z.literal(true) }),
])
export type Choice = z.infer<typeof Choice>

/** The remembered answer, or undefined when nobody was asked yet. */
export function readChoice(home: string): Choice | undefined {
  try {
    return Choice.parse(JSON.parse(readFileSync(join(home, FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Remembers the answer in the home folder; without one it is forgotten, and asked for again. */
export function writeChoice({ configuration }: CommandContext, choice: Choice | undefined): void {
  const { workspace } = configuration
  const home = prepareHome({ home: configuration.home, workspace, workingFolder: process.cwd() })
  if (choice === undefined) rmSync(join(home, FILE), { force: true })
  else writeFileSync(join(home, FILE), `${JSON.stringify(choice)}\n`, { mode: 0o600 })
}

/** Whether the environment names a language model; it then goes before what was found on this machine. */
export function namesModel({
  openaiApiKey,
  openaiBaseUrl,
  anthropicApiKey,
  providers,
}: ModelSettings): boolean {
  return [openaiApiKey, openaiBaseUrl, anthropicApiKey, providers].some(value => value !== undefined)
}

/** The models of the environment, or the remembered one of this machine. */
export function modelsOf({
  configuration: { models, home },
}: Pick<CommandContext, 'configuration'>): ModelSettings {
  const choice = namesModel(models) ? undefined : readChoice(home)
  if (choice === undefined || 'declined' in choice) return models
  const { base_url: openaiBaseUrl, model } = choice
  return { ...models, openaiBaseUrl, tiers: { STANDARD: model, ...models.tiers }, origin: 'machine' }
}

/**
 * Looks once for a model server on this machine where none is configured, says what it found, and asks whether to use
 * it. Without a person at the terminal it says how.
 */
export async function offerLocalModel(
  context: CommandContext,
  find: () => Promise<readonly LocalServer[]>,
): Promise<void> {
  const { home, models } = context.configuration
  if (namesModel(models) || readChoice(home) !== undefined) return
  const [first] = await find()
  const [model] = first?.models ?? []
  if (first === undefined || model === undefined) return
  const found = `${first.name} runs on this machine and has ${escapeLine(first.models.slice(0, 3).join(', '))}.`
  if (!context.isInteractive) {
    context.say(
      `${found} Use it with \`${context.invocation} models use ${first.base_url} ${escapeLine(model)}\`.`,
    )
    return
  }
  const answer = await context.ask(`${found} Shall ${escapeLine(model)} read goals and chat? [Y/n] `)
  const isYes = /^\s*(y(es)?)?\s*$/i.test(answer)
  writeChoice(context, isYes ? { base_url: first.base_url, model } : { declined: true })
  context.say(
    isYes
      ? `${escapeLine(model)} reads goals from now on; \`models forget\` takes it back.`
      : 'Not asked again.',
  )
}

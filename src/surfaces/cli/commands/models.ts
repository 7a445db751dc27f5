import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { modelsOf, namesModel, readChoice, writeChoice } from '../local-model.ts'
import type { Register } from '../register.ts'
import { escapeLine } from '../terminal-text.ts'

/** `models`, `models use|forget|try`. */
export const registerModels: Register = (program, run) => {
  const models = program.command('models').description('which language model reads goals and chats')
  models
    .command('show', { isDefault: true })
    .description('show what is configured, and the model servers that run on this machine')
    .action(() => run(show))
  models
    .command('use <url> <model>')
    .description('use a model server on this machine or network that needs no key, from the next start on')
    .action((url: string, model: string) => run(context => use(context, url, model)))
  models
    .command('forget')
    .description('forget the model server that was chosen; the next start asks again')
    .action(() => run(forget))
  models
    .command('try')
    .description('ask the model one small question: time, tokens, cost, or what is wrong')
    .action(() => run(tryIt))
}

async function show(context: CommandContext): Promise<void> {
  const { findLocalServers } = await import('../../../soulgate.ts')
  const found = await findLocalServers()
  const { openaiBaseUrl, tiers } = modelsOf(context)
  const byEnvironment = namesModel(context.configuration.models)
  const choice = readChoice(context.configuration.home)
  const source = byEnvironment ? 'environment' : openaiBaseUrl === undefined ? 'none' : 'chosen'
  context.answer({ source, base_url: openaiBaseUrl, tiers, declined: 'declined' in (choice ?? {}), found })
  context.say(
    source === 'none'
      ? 'No language model is configured: the built-in rules read goals.'
      : `Configured by ${source === 'chosen' ? '`models use`' : 'the environment'}: ${escapeLine([openaiBaseUrl, ...Object.values(tiers ?? {})].filter(Boolean).join(' · '))}`,
    ...found.map(
      ({ name, base_url, models }) => `${name} at ${base_url}: ${escapeLine(models.slice(0, 10).join(', '))}`,
    ),
    ...(found.length === 0
      ? ['No model server answers on this machine (Ollama, LM Studio, llama.cpp).']
      : []),
  )
}

async function use(context: CommandContext, url: string, model: string): Promise<void> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    const detail = `“${url}” is no address. It looks like http://127.0.0.1:11434/v1.`
    throw new CommandFailure(EXIT.usage, detail)
  }
  const choice = { base_url: url.replace(/\/+$/, ''), model }
  writeChoice(context, choice)
  context.answer(choice)
  context.say(`${escapeLine(model)} at ${escapeLine(choice.base_url)} is used from the next start on.`)
  if (namesModel(context.configuration.models))
    context.say('The environment names a model, which goes before it.')
}

async function forget(context: CommandContext): Promise<void> {
  writeChoice(context, undefined)
  context.answer({ forgotten: true })
  context.say('Forgotten. The next start looks again and asks.')
}

async function tryIt(context: CommandContext): Promise<void> {
  const { tryModels } = await import('../../../soulgate.ts')
  const tried = await tryModels(modelsOf(context))
  context.answer(tried ?? { ok: false, detail: 'no language model is configured' })
  context.say(
    escapeLine(tried?.detail ?? 'No language model is configured. `soulgate models` shows what there is.'),
  )
  if (tried?.ok !== true) context.exitWith(EXIT.failed)
}

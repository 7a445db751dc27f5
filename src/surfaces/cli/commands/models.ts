import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { modelsOf, namesModel, readChoice, writeChoice } from '../local-model.ts'
import type { Register } from '../register.ts'
import { escapeLine } from '../terminal-text.ts'
import {
  type AddFlags,
  addProvider,
  chooseModels,
  listModels,
  removeProvider,
  tryModel,
} from './models-live.ts'

/** `models`, `models list|add|remove|use|forget|try`. */
export const registerModels: Register = (program, run) => {
  const models = program.command('models').description('which language model reads goals and chats')
  models
    .command('show', { isDefault: true })
    .description('show what is configured, and the model servers that run on this machine')
    .action(() => run(show))
  models
    .command('list')
    .description('list the providers and tiers of the server that runs, and where each comes from')
    .action(() => run(listModels))
  models
    .command('add <name>')
    .description('add or replace a provider on the server that runs (an admin)')
    .option('--kind <kind>', 'openai, anthropic, or compatible for any other server', 'compatible')
    .option('--url <url>', 'its address: https, or http on this machine')
    .option('--model <name...>', 'models that it serves')
    .option(
      '--key',
      'it has a key: typed without being shown, from standard input, or in MODEL_API_KEY',
      false,
    )
    .action((name: string, flags: AddFlags) => run(context => addProvider(context, name, flags)))
  models
    .command('remove <name>')
    .description('remove a provider with its key (an admin)')
    .action((name: string) => run(context => removeProvider(context, name)))
  models
    .command('use <model> [others...]')
    .description('let provider/model answer from the next call on; or `use URL MODEL` from the next start on')
    .option('--tier <tier>', 'FAST, STANDARD or POWERFUL', 'STANDARD')
    .action((model: string, others: readonly string[], flags: { tier: string }) =>
      run(context =>
        /^[a-z]+:\/\//.test(model)
          ? use(context, model, others[0] ?? '')
          : chooseModels(context, flags.tier.toUpperCase(), [model, ...others]),
      ),
    )
  models
    .command('forget')
    .description('forget the model server that was chosen; the next start asks again')
    .action(() => run(forget))
  models
    .command('try [model]')
    .description('ask the model one small question: time, tokens, cost, or what is wrong')
    .action((model?: string) =>
      run(context => (model === undefined ? tryIt(context) : tryModel(context, model))),
    )
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
  if (model === '') throw new CommandFailure(EXIT.usage, 'Name the model as well: models use URL MODEL.')
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
    escapeLine(
      tried?.detail ??
        `No language model is configured. \`${context.invocation} models\` shows what there is.`,
    ),
  )
  if (tried?.ok !== true) context.exitWith(EXIT.failed)
}

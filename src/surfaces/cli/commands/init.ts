import { NEXT_COMMANDS, writeStarter } from '../../../starter/write-starter.ts'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'

/** `init`: a folder that runs, with one tool, one agent and one test. */
export const registerInit: Register = (program, run, version) => {
  program
    .command('init [folder]')
    .description('write a folder that runs: a configuration with one tool, one agent and one test')
    .action((folder = '.') => run(context => init(context, folder, version)))
}

async function init(context: CommandContext, folder: string, version: string): Promise<void> {
  const result = writeStarter(folder, version)
  if (!result.ok)
    throw new CommandFailure(
      EXIT.usage,
      `${result.folder} has ${result.standing.join(', ')} already. Nothing was written; choose another folder.`,
    )
  const enter = folder === '.' ? '' : `cd ${folder} && `
  context.answer({ folder: result.folder, written: result.written })
  context.say(
    `Wrote ${result.written.join(', ')}.`,
    '',
    'Next:',
    `  ${enter}npm install`,
    ...NEXT_COMMANDS.map(command => `  ${command}`),
  )
}

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { CommandContext } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { starterFiles } from '../starter-files.ts'

/** `init`: a folder that runs, with one tool, one agent and one test. */
export const registerInit: Register = (program, run, version) => {
  program
    .command('init [folder]')
    .description('write a folder that runs: a configuration with one tool, one agent and one test')
    .action((folder = '.') => run(context => init(context, folder, version)))
}

async function init(context: CommandContext, folder: string, version: string): Promise<void> {
  const target = resolve(folder)
  const files = starterFiles({ name: basename(target), version })
  const standing = files.filter(({ path }) => existsSync(join(target, path)) && path !== 'package.json')
  if (standing.length > 0) {
    const names = standing.map(({ path }) => path).join(', ')
    throw new CommandFailure(
      EXIT.usage,
      `${target} has ${names} already. Nothing was written; choose another folder.`,
    )
  }
  const written: string[] = []
  for (const { path, text } of files) {
    const file = join(target, path)
    if (existsSync(file)) continue
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
    written.push(path)
  }
  const enter = folder === '.' ? '' : `cd ${folder} && `
  context.answer({ folder: target, written })
  context.say(
    `Wrote ${written.join(', ')}.`,
    '',
    'Next:',
    `  ${enter}npm install`,
    '  npx soulgate dev',
    `  npx soulgate start refunds '{"order":"o1","customer":"c7"}'      in another terminal`,
  )
}

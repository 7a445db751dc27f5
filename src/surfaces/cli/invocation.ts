import { join, relative, resolve } from 'node:path'

/** How this program is called where it was called from: `./soulgate` in a clone, `npx soulgate` in a project. */
export function invocationOf(
  environment: Readonly<Record<string, string | undefined>>,
  workingFolder: string,
  program = import.meta.filename,
): string {
  if (program.endsWith('.ts')) {
    const command = resolve(program, '../../../../soulgate')
    const path = relative(workingFolder, command)
    return path.startsWith('..') ? command : join('.', path).replace(/^(?!\.)/, './')
  }
  return environment.npm_command === 'exec' ? 'npx soulgate' : 'soulgate'
}

/** A message that names commands of `soulgate`, with each as it is called here. */
export function asCalledHere(message: string, invocation: string): string {
  return message.replaceAll('`soulgate ', `\`${invocation} `)
}

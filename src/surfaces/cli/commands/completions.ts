import { completionScript, SHELLS } from '../completions.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'

/** `completions bash|zsh|fish`: a script that the shell reads once. */
export const registerCompletions: Register = (program, run) => {
  program
    .command('completions <shell>')
    .description(`print completions for ${SHELLS.join(', ')}`)
    .action((name: string) =>
      run(async context => {
        const shell = SHELLS.find(known => known === name)
        if (!shell) throw new CommandFailure(EXIT.usage, `There are completions for ${SHELLS.join(', ')}.`)
        const script = completionScript(program, shell)
        context.answer({ shell, script })
        context.write(script)
      }),
    )
}

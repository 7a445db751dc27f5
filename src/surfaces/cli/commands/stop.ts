import { accepted, type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { escapeLine } from '../terminal-text.ts'

/** `stop` and `resume-all`: stop everything, and let it run again. */
export const registerStop: Register = (program, run) => {
  program
    .command('stop')
    .description('stop everything: within a second no grant is consumed any more')
    .option('--reason <text>', 'shown to everybody')
    .option('--yes', 'do not ask')
    .action((flags: { reason?: string; yes?: boolean }) => run(context => stop(context, flags)))
  program
    .command('resume-all')
    .description('let things run again (an admin)')
    .action(() => run(lift))
}

async function stop(context: CommandContext, flags: { reason?: string; yes?: boolean }): Promise<void> {
  if (flags.yes !== true) {
    if (!context.isInteractive)
      throw new CommandFailure(EXIT.usage, 'Say --yes to stop everything without a terminal.')
    const typed = await context.ask('Type stop to stop everything: ')
    if (typed.trim() !== 'stop') throw new CommandFailure(EXIT.refused, 'Nothing was stopped.')
  }
  const state = accepted(await clientOf(context).stop.engage(flags.reason))
  context.answer(state)
  const running = state.running_tools ?? []
  context.say(
    `Everything is stopped: no grant is consumed any more. Gates stay. Lift it with \`${context.invocation} resume-all\`.`,
  )
  for (const { tool, call_id } of running) context.say(`Still running: ${escapeLine(tool)} (${call_id})`)
}

async function lift(context: CommandContext): Promise<void> {
  await sendDecision(context, {
    operation: 'liftStop',
    pathValues: {},
    method: 'DELETE',
    path: '/api/stop',
    page: '/',
  })
  context.answer({ engaged: false })
  context.say('Things run again.')
}

import { type CommandContext, callRoute, failureOf } from '../context.ts'
import type { Register } from '../register.ts'

/** `signin`: another one-time link. With the saved token it is shown on the terminal of the server, not here. */
export const registerSignIn: Register = (program, run) => {
  program
    .command('signin')
    .description('make another one-time sign-in link; it is shown where the server runs')
    .action(() => run(signIn))
}

async function signIn(context: CommandContext): Promise<void> {
  const answer = await callRoute(context, { method: 'POST', path: '/api/auth/links', body: {} })
  if (answer.status !== 201) throw failureOf({ ...answer.body, status: answer.status })
  context.answer(answer.body)
  if (answer.body.shown_on === 'answer') context.say(String(answer.body.url))
  else context.say('The link is shown in the terminal where the server runs. It works once, for 15 minutes.')
}

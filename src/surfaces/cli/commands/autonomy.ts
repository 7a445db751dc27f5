import { type CommandContext, clientOf } from '../context.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

/** `autonomy` lists how often people agreed. */
export const registerAutonomy: Register = (program, run) => {
  program
    .command('autonomy')
    .description('how often people agreed with the calls of each agent and tool')
    .option('--window <days>', 'decisions of this time are counted', '90d')
    .action(({ window }: { window: string }) => run(context => list(context, window)))
}

async function list(context: CommandContext, window: string): Promise<void> {
  const answer = await clientOf(context).autonomy.scopes(window)
  context.answer(answer)
  const { scopes, truncated, target, delta } = answer
  if (scopes.length === 0) return context.say('People decided on no calls in this time.')
  const rows = scopes.map(scope => [
    escapeLine(scope.requester),
    escapeLine(scope.tool),
    String(scope.right),
    String(scope.wrong),
    String(scope.unsettled),
    String(scope.unlabelled),
    escapeLine(scope.why_no_contract ?? `${scope.still_needed} more, all right`),
  ])
  context.say(
    ...columns([['agent', 'tool', 'right', 'wrong', 'open', 'no label', 'for a contract'], ...rows]),
  )
  if (truncated) context.say('Older decisions of this time were left out.')
  context.say(
    `Each line is one shape of arguments; --json shows it. “For a contract” is for ${percent(target)} right calls with ${percent(1 - delta)} confidence; nothing runs by it.`,
  )
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'

/** `sessions` and `erase`. */
export const registerSessions: Register = (program, run) => {
  program
    .command('sessions')
    .description('list sessions, the last active first')
    .option('--limit <number>', 'how many at most', '20')
    .action((flags: { limit: string }) => run(context => list(context, flags)))
  program
    .command('erase <session>')
    .description('erase for good what was said, shown, called and answered in a session (an admin)')
    .option('--yes', 'do not ask')
    .action((sessionId: string, flags: { yes?: boolean }) => run(context => erase(context, sessionId, flags)))
}

async function list(context: CommandContext, flags: { limit: string }): Promise<void> {
  const page = await clientOf(context).sessions.list({ limit: Number(flags.limit) })
  context.answer(page)
  if (page.items.length === 0) context.say(`No sessions yet. \`${context.invocation} ask "…"\` starts one.`)
  const rows = page.items.map(({ session_id, status, title, last_active_at }) => [
    session_id,
    status,
    last_active_at,
    escapeLine(title ?? ''),
  ])
  context.say(...columns(rows))
}

async function erase(context: CommandContext, sessionId: string, flags: { yes?: boolean }): Promise<void> {
  if (flags.yes !== true) {
    if (!context.isInteractive)
      throw new CommandFailure(EXIT.usage, 'Say --yes to erase a session without a terminal.')
    const typed = await context.ask(`Erasing cannot be taken back. Type ${escapeLine(sessionId)} to go on: `)
    if (typed.trim() !== sessionId) throw new CommandFailure(EXIT.refused, 'Nothing was erased.')
  }
  const answer = await sendDecision(context, {
    operation: 'eraseSession',
    pathValues: { session_id: sessionId },
    method: 'POST',
    path: `/api/sessions/${encodeURIComponent(sessionId)}/erase`,
    body: { confirm: 'erase' },
    page: '/audit',
  })
  context.answer(answer)
  context.say(
    `Erased: the payloads of ${String(answer.erased)} events, and the content of its runs and gates.`,
  )
}

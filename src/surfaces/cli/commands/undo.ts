import type { CommandContext } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import type { Register } from '../register.ts'
import { escapeHidden } from '../terminal-text.ts'

/** `undo`: takes a reversible call back, or those of a run, last one first. */
export const registerUndo: Register = (program, run) => {
  program
    .command('undo <id>')
    .description('take back a reversible call, or all of a run')
    .action((id: string) => run(context => undo(context, id)))
}

async function undo(context: CommandContext, id: string): Promise<void> {
  const isRun = id.startsWith('run_')
  const answer = await sendDecision(context, {
    operation: isRun ? 'undoRun' : 'undoCall',
    pathValues: isRun ? { run_id: id } : { call_id: id },
    method: 'POST',
    path: `/api/${isRun ? 'runs' : 'calls'}/${encodeURIComponent(id)}/undo`,
    body: {},
    page: isRun ? `/runs/${id}` : '/runs',
  })
  context.answer(answer)
  context.say(escapeHidden(String(answer.message ?? 'Taken back.')))
}

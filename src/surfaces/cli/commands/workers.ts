import { z } from 'zod'
import { ConnectedWorker, WorkerDefinition } from '../../../contracts/worker-protocol.ts'
import { type CommandContext, callRoute, failureOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { escapeLine } from '../terminal-text.ts'

const Listed = z.object({ workers: z.array(ConnectedWorker), definitions: z.array(WorkerDefinition) })

/** `workers` lists who is connected; `workers confirm` is a reviewer's word on a changed definition. */
export const registerWorkers: Register = (program, run) => {
  const workers = program
    .command('workers')
    .description('workers beside the server: what each carries, and when it was last heard of')
    .action(() => run(list))
  workers
    .command('confirm <kind> <name> <hash>')
    .description('confirm a definition that a worker changed (kind: agent or tool)')
    .action((kind: string, name: string, hash: string) => run(context => confirm(context, kind, name, hash)))
}

async function list(context: CommandContext): Promise<void> {
  const answer = await callRoute(context, { method: 'GET', path: '/api/workers' })
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  const { workers, definitions } = Listed.parse(answer.body)
  context.answer(answer.body)
  if (workers.length === 0) context.say('No worker is connected.')
  for (const { worker, label, runs, last_seen_at: seen, definitions: carried } of workers) {
    context.say(
      escapeLine(`${worker}${label === undefined ? '' : ` (${label})`}  ${runs} runs  seen ${seen}`),
    )
    for (const { kind, name, version, status, detail } of carried) {
      const named = version === undefined ? name : `${name} version ${version}`
      context.say(escapeLine(`  ${status}  ${kind} ${named}${detail === undefined ? '' : `: ${detail}`}`))
    }
  }
  for (const { kind, name, waiting } of definitions)
    for (const { definition_hash: hash } of waiting)
      context.say(escapeLine(`waits for a reviewer: soulgate workers confirm ${kind} ${name} ${hash}`))
}

async function confirm(context: CommandContext, kind: string, name: string, hash: string): Promise<void> {
  if (kind !== 'agent' && kind !== 'tool')
    throw new CommandFailure(EXIT.usage, `A worker brings agents and tools; ${kind} is neither.`)
  const answer = await sendDecision(context, {
    ...{ operation: 'confirmWorkerDefinition', pathValues: {}, method: 'POST' },
    ...{ path: '/api/workers/definitions/confirm', page: '/tools' },
    body: { kind, name, definition_hash: hash },
  })
  context.answer(answer)
  context.say(`${kind} ${name} is carried with this definition from now on.`)
}

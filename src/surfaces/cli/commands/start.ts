import type { JsonValue } from '../../../contracts/json-value.ts'
import { runCard } from '../cards.ts'
import { accepted, type CommandContext, clientOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'

/** `start`: a run of an agent of one's own. */
export const registerStart: Register = (program, run) => {
  program
    .command('start <agent> [input]')
    .description('start an agent of the configuration, with its input as JSON')
    .option('--session <session>', 'the session that it belongs to')
    .action((agent: string, input = '{}', flags: { session?: string }) =>
      run(context => start(context, { agent, input, ...flags })),
    )
}

async function start(
  context: CommandContext,
  { agent, input, session }: { readonly agent: string; readonly input: string; readonly session?: string },
): Promise<void> {
  const client = clientOf(context)
  const started = accepted(
    await client.runs.start({
      ...{ kind: 'agent', agent, input: readInput(input) },
      ...(session === undefined ? {} : { session_id: session }),
    }),
  )
  const [run, steps] = [await client.runs.get(started.run_id), await client.runs.steps(started.run_id)]
  context.answer(run)
  context.say(
    ...runCard(run, steps, context.colors),
    '',
    `Follow it with \`soulgate run ${run.run_id} --follow\`.`,
  )
}

function readInput(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(EXIT.usage, `The input is no JSON: ${why}. For example: '{"order":"o1"}'.`)
  }
}

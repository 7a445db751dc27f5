import type { JsonValue } from '../../../contracts/json-value.ts'
import { runCard } from '../cards.ts'
import { accepted, type CommandContext, clientOf, connectionOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { exitCodeOfRun, runAtRest } from '../run-end.ts'
import { columns, escapeLine } from '../terminal-text.ts'

/** `agents` and `start`: agents of one's own, and a run of one. */
export const registerStart: Register = (program, run) => {
  program
    .command('agents')
    .description('list agents of your own, with what they are started with')
    .action(() => run(list))
  program
    .command('start <agent> [input]')
    .description(
      'start an agent of the configuration, with its input as JSON, and wait until it ends or waits (a minute at most)',
    )
    .option('--session <session>', 'the session that it belongs to')
    .action((agent: string, input = '{}', flags: { session?: string }) =>
      run(context => start(context, { agent, input, ...flags })),
    )
}

async function list(context: CommandContext): Promise<void> {
  const agents = await clientOf(context).runs.agents()
  context.answer({ agents })
  if (agents.length === 0)
    context.say(`No agent is registered. \`${context.invocation} init\` writes a folder with one.`)
  const rows = agents.map(({ name, version, input_schema = {}, description = '' }) => [
    name,
    version,
    inputWords(input_schema),
    escapeLine(description),
  ])
  context.say(...columns(rows))
}

/** `{order, customer, note?}`: the properties of a schema, those that may be left out with a question mark. */
function inputWords({ properties, required }: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(Object(properties))
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return escapeLine(`{${names.map(name => (needed.includes(name) ? name : `${name}?`)).join(', ')}}`)
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
  const [run, steps] = [await runAtRest(client, started.run_id), await client.runs.steps(started.run_id)]
  context.answer(run)
  context.exitWith(exitCodeOfRun(run, steps))
  context.say(
    ...runCard(run, steps, context.colors),
    '',
    ...(run.status === 'queued' && run.waiting_detail === undefined
      ? [`No worker has taken it yet; \`${context.invocation} workers\` lists those that there are.`]
      : []),
    ...run.waiting_gate_ids.map(id => `Decide at ${connectionOf(context).url}/inbox/${id}`),
    `Follow it with \`${context.invocation} run ${run.run_id} --follow\`.`,
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

import { headingOf } from '../../../contracts/act-line.ts'
import type { GatePredictions } from '../../../contracts/evidence.ts'
import { Gate, GateStatus } from '../../../contracts/gate.ts'
import { RevealedRun } from '../../../contracts/requests/runs.ts'
import { gateCard, runCard, statusText } from '../cards.ts'
import { type CommandContext, clientOf } from '../context.ts'
import { type DecidingRequest, sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { clip, columns, escapeLine } from '../terminal-text.ts'

interface Flags {
  readonly status: string
  readonly type?: string
  readonly limit: string
}

/** `gates`, its `reopen` and `cancel`, and `show`. */
export const registerGates: Register = (program, run) => {
  const gates = program.command('gates').description('list gates')
  gates
    .option('--status <status>', `one of ${GateStatus.options.join(', ')}, or all`, 'pending')
    .option('--limit <number>', 'how many at most', '50')
    .action((flags: Flags) => run(context => list(context, flags)))
  gates
    .command('reopen <gate>')
    .description('ask the question of an expired gate again, or of one whose evidence changed')
    .action((gate: string) => run(context => reopen(context, gate)))
  gates
    .command('cancel <gate>')
    .description('withdraw a gate; nothing of it runs')
    .option('--because <text>', 'kept with the gate')
    .action((gate: string, flags: { because?: string }) =>
      run(context => cancel(context, gate, flags.because)),
    )
  program
    .command('show <id>')
    .description('show a gate or a run whole')
    .option('--secrets', 'also what looks like a secret; that you looked is recorded')
    .action((id: string, flags: { secrets?: true }) =>
      run(context => (flags.secrets ? reveal(context, id) : show(context, id))),
    )
}

async function list(context: CommandContext, { status, limit }: Flags): Promise<void> {
  const known = GateStatus.safeParse(status)
  if (!known.success && status !== 'all')
    throw new CommandFailure(EXIT.usage, `There is no gate status ${status}.`)
  const filter = known.success ? { status: known.data } : {}
  const page = await clientOf(context).gates.list({ ...filter, limit: Number(limit) })
  context.answer(page)
  if (page.items.length === 0) context.say(status === 'pending' ? 'Nothing waits for you.' : 'No such gates.')
  else {
    const rows = page.items.map(gate => [
      gate.gate_id,
      statusText(gate.status, context.colors),
      gate.type,
      clip(escapeLine(gate.requested_by), 24),
      clip(escapeLine(headingOf(gate)), 80),
    ])
    context.say(...columns(rows), '', `See one whole with \`${context.invocation} show GATE\`.`)
  }
}

async function reopen(context: CommandContext, gateId: string): Promise<void> {
  const gate = await sendDecision(context, change('reopen', gateId))
  context.answer(gate)
  context.say(`Asked again as ${String(gate.gate_id)}.`)
}

async function cancel(context: CommandContext, gateId: string, because: string | undefined): Promise<void> {
  const gate = await sendDecision(context, change('cancel', gateId, because === undefined ? {} : { because }))
  context.answer(gate)
  context.say(`${gateId} is ${String(gate.status)}.`)
}

function change(verb: 'reopen' | 'cancel', gateId: string, body: object = {}): DecidingRequest {
  return {
    operation: `${verb}Gate`,
    pathValues: { gate_id: gateId },
    method: 'POST',
    path: `/api/gates/${encodeURIComponent(gateId)}/${verb}`,
    body,
    page: `/inbox/${encodeURIComponent(gateId)}`,
  }
}

async function show(context: CommandContext, id: string): Promise<void> {
  const client = clientOf(context)
  if (id.startsWith('run_')) {
    const [run, steps] = [await client.runs.get(id), await client.runs.steps(id)]
    context.answer({ run, steps })
    context.say(...runCard(run, steps, context.colors))
    return
  }
  const gate = await client.gates.get(id)
  context.answer(gate)
  const predictions = await predictionsOf(context, gate)
  context.say(...gateCard(gate, context.colors, { predictions }))
}

/** By whoever may decide: the saved token of this command may not. */
async function reveal(context: CommandContext, id: string): Promise<void> {
  if (id.startsWith('run_')) return revealRun(context, id)
  const { gate } = await sendDecision(context, {
    ...{ operation: 'revealGateSecrets', pathValues: { gate_id: id }, method: 'POST', body: {} },
    ...{ path: `/api/gates/${encodeURIComponent(id)}/reveal`, page: `/inbox/${encodeURIComponent(id)}` },
  })
  context.answer({ gate })
  context.say(...gateCard(Gate.parse(gate), context.colors))
}

async function revealRun(context: CommandContext, id: string): Promise<void> {
  const answer = await sendDecision(context, {
    ...{ operation: 'revealRunSecrets', pathValues: { run_id: id }, method: 'POST', body: {} },
    ...{ path: `/api/runs/${encodeURIComponent(id)}/reveal`, page: `/runs/${encodeURIComponent(id)}` },
  })
  const { run, steps } = RevealedRun.parse(answer)
  context.answer({ run, steps })
  context.say(...runCard(run, steps, context.colors))
}

/** Who may not read what a gate would change is shown the rest. */
async function predictionsOf(context: CommandContext, { gate_id, status }: Gate): Promise<GatePredictions> {
  if (status !== 'pending') return {}
  const changes = await clientOf(context)
    .gates.changes(gate_id)
    .catch(() => ({ calls: [] }))
  return Object.fromEntries(
    changes.calls.flatMap(({ call_id, prediction }) => (prediction ? [[call_id, prediction]] : [])),
  )
}

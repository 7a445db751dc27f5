import type { ReasoningResponse } from '../../../contracts/reasoning.ts'
import { gateCard, reasoningCard } from '../cards.ts'
import { accepted, type CommandContext, callRoute, clientOf, connectionOf } from '../context.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import type { Register } from '../register.ts'

interface Flags {
  readonly wait?: boolean
  readonly session?: string
  readonly approval: boolean
}

/** `ask`: from a goal to proposed calls. */
export const registerAsk: Register = (program, run) => {
  program
    .command('ask <goal>')
    .description('propose calls for a goal; what policy does not release waits for a person')
    .option('--wait', 'wait until somebody decided and the calls have run')
    .option('--session <id>', 'the conversation it belongs to')
    .option('--no-approval', 'only suggest: open no gate')
    .action((goal: string, flags: Flags) => run(context => ask(context, goal, flags)))
}

async function ask(context: CommandContext, goal: string, flags: Flags): Promise<void> {
  const client = clientOf(context)
  const first = accepted(
    await client.reasoning.execute({
      goal,
      approval_required: flags.approval,
      ...(flags.session === undefined ? {} : { session_id: flags.session }),
    }),
  )
  context.say(...reasoningCard(first, context.colors))
  if (isWaiting(first) && first.soul_request_id !== null) await showGate(context, first.soul_request_id)
  const last = flags.wait ? await waitForEnd(context, first) : first
  if (last !== first) context.say('', ...reasoningCard(last, context.colors))
  context.answer(last)
  context.exitWith(exitCodeOf(last))
}

async function showGate(context: CommandContext, gateId: string): Promise<void> {
  const gate = await clientOf(context).gates.get(gateId)
  const { url } = connectionOf(context)
  context.say('', ...gateCard(gate, context.colors))
  context.say('', `Decide at ${url}/inbox/${gateId}`)
  context.say(
    `or with \`${context.invocation} ${'questions' in gate.subject ? 'answer' : 'approve'} ${gateId}\``,
  )
}

async function waitForEnd(context: CommandContext, first: ReasoningResponse): Promise<ReasoningResponse> {
  const client = clientOf(context)
  let current = first
  while (isWaiting(current) && current.soul_request_id !== null) {
    const gate = await client.gates.wait(current.soul_request_id, 30)
    if (gate.status === 'pending') continue
    if (gate.status === 'expired') return client.approvals.get(gate.gate_id)
    current = await responseAfter(context, gate.gate_id)
    if (isWaiting(current) && current.soul_request_id === gate.gate_id) return current
  }
  return current
}

/** The calls may still run: the server is asked to answer when they have. */
async function responseAfter(context: CommandContext, gateId: string): Promise<ReasoningResponse> {
  const path = `/approval/${encodeURIComponent(gateId)}`
  await callRoute(context, { method: 'GET', path, prefer: 'wait=60' })
  return clientOf(context).approvals.get(gateId)
}

function isWaiting({ state, approval_state }: ReasoningResponse): boolean {
  return (
    approval_state === 'awaiting_approval' ||
    state === 'clarification_needed' ||
    state === 'awaiting_approval'
  )
}

function exitCodeOf(response: ReasoningResponse): ExitCode {
  if (response.success) return EXIT.done
  if (isWaiting(response) || response.soul_request_id !== null) {
    if (response.approval_state === 'denied' || response.approval_state === 'timeout') return EXIT.refused
    if (response.approval_state === 'approved') return EXIT.failed
    return EXIT.waiting
  }
  return response.tool_results.length > 0 ? EXIT.failed : EXIT.refused
}

import type { Command } from 'commander'
import type { DecideRequest } from '../../../contracts/decision.ts'
import type { Gate } from '../../../contracts/gate.ts'
import { needsViewing } from '../../../contracts/gate-review.ts'
import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import { gateCard } from '../cards.ts'
import type { CommandContext } from '../context.ts'
import { clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { viewEvidence } from '../evidence.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { rememberChoice } from '../remember-choice.ts'
import { escapeLine } from '../terminal-text.ts'

interface Flags {
  readonly reason?: string
  readonly condition?: readonly string[]
  readonly confirm?: string
  readonly option?: string
  readonly answer?: readonly string[]
  readonly input?: readonly string[]
  readonly artifact?: readonly string[]
  readonly remember?: string | true
}

/** `approve`, `reject`, `steer` and `answer`: one person's answer to a gate. */
export const registerDecide: Register = (program, run) => {
  withReason(program.command('approve <gate>').description('approve what a gate asks for'))
    .option('--condition <text...>', 'bind the rest of the run')
    .option('--confirm <word>', 'the word that an irreversible call asks for')
    .option('--remember [offer]', 'do not ask about such calls again: shows what there is, or takes one')
    .action((gate: string, flags: Flags) =>
      run(async context => {
        const remembered = await rememberChoice(context, gate, flags.remember)
        await decide(context, gate, { ...approval(flags), ...remembered })
      }),
    )
  withReason(program.command('reject <gate>').description('reject it; nothing of it runs')).action(
    (gate: string, flags: Flags) =>
      run(context => decide(context, gate, { decision: 'reject', ...reasonOf(flags) })),
  )
  program
    .command('steer <gate> <instruction>')
    .description('do not run this; carry on with a corrected instruction')
    .option('--option <id>', 'one of the options of the gate')
    .option('--artifact <path...>', 'files of the workspace that the correction is about')
    .action((gate: string, instruction: string, flags: Flags) =>
      run(context => decide(context, gate, steering(instruction, flags))),
    )
  program
    .command('answer <gate> [answers...]')
    .description('answer the questions of a gate, in their order')
    .action((gate: string, answers: readonly string[]) => run(context => answerGate(context, gate, answers)))
}

function withReason(command: Command): Command {
  return command
    .option('--reason <text>', 'kept with the decision')
    .option('--option <id>', 'one of the options of the gate')
    .option('--input <field=value...>', 'what the option asks for: `--option expand --input new_limit=20`')
}

function approval(flags: Flags): DecideRequest {
  return {
    decision: 'approve',
    ...reasonOf(flags),
    ...(flags.condition === undefined ? {} : { conditions: [...flags.condition] }),
    ...(flags.confirm === undefined ? {} : { confirm: flags.confirm }),
  }
}

function steering(instruction: string, flags: Flags): DecideRequest {
  return {
    decision: 'steer',
    steer_instructions: instruction,
    ...optionOf(flags),
    ...(flags.artifact === undefined ? {} : { affected_artifacts: [...flags.artifact] }),
  }
}

function reasonOf(flags: Flags): Partial<DecideRequest> {
  const reason = flags.reason === undefined ? {} : { reason: flags.reason }
  const input = flags.input === undefined ? {} : { option_input: readInput(flags.input) }
  return { ...reason, ...optionOf(flags), ...input }
}

/** `new_limit=20` as the option's schema has it: what reads as JSON is meant so, everything else is text. */
function readInput(fields: readonly string[]): JsonObject {
  const entries = fields.map((field): readonly [string, JsonValue] => {
    const at = field.indexOf('=')
    if (at < 1) throw new CommandFailure(EXIT.usage, `--input takes field=value, not ${escapeLine(field)}.`)
    return [field.slice(0, at), readValue(field.slice(at + 1))]
  })
  return Object.fromEntries(entries)
}

function readValue(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

function optionOf({ option }: Flags): Partial<DecideRequest> {
  return option === undefined ? {} : { option_id: option }
}

async function answerGate(context: CommandContext, gateId: string, given: readonly string[]): Promise<void> {
  const gate = await clientOf(context).gates.get(gateId)
  const questions = 'questions' in gate.subject ? gate.subject.questions : []
  if (questions.length === 0)
    throw new CommandFailure(EXIT.usage, `${gateId} asks no questions; approve or reject it.`)
  const values = [...given]
  for (const { question } of questions.slice(values.length)) {
    if (!context.isInteractive)
      throw new CommandFailure(EXIT.usage, `${questions.length} answers are needed.`)
    values.push(await context.ask(`${escapeLine(question)} `))
  }
  const answers = questions.map(({ id, type }, index) => ({
    question_id: id,
    value:
      type === 'checkbox' ? (values[index] ?? '').split(',').map(part => part.trim()) : (values[index] ?? ''),
  }))
  await decide(context, gateId, { decision: 'answer', answers })
}

/** Shows the gate first: what is approved is what was seen, bound by its view digest. */
export async function decide(context: CommandContext, gateId: string, request: DecideRequest): Promise<void> {
  const gate = await clientOf(context).gates.get(gateId)
  context.say(...gateCard(gate, context.colors), '')
  if (request.decision === 'approve' && gate.status === 'pending' && needsViewing(gate))
    await viewEvidence(context, gate)
  const confirm = await confirmWord(context, gate, request)
  const answer = await sendDecision(context, {
    operation: 'decideGate',
    pathValues: { gate_id: gateId },
    method: 'POST',
    path: `/api/gates/${encodeURIComponent(gateId)}/decide`,
    body: { ...request, view_digest: gate.view_digest, ...confirm },
    page: `/inbox/${gateId}`,
  })
  context.answer(answer)
  const decided = Object(answer.gate)
  context.say(
    `${context.colors.bold(String(decided.status ?? 'done'))}  ${gateId}${nextStep(decided, context.invocation)}`,
  )
}

async function confirmWord(context: CommandContext, gate: Gate, request: DecideRequest) {
  if (request.decision !== 'approve' || gate.confirm_word === undefined || request.confirm !== undefined)
    return {}
  if (!context.isInteractive) return {}
  const word = escapeLine(gate.confirm_word)
  return { confirm: await context.ask(`This cannot be taken back. Type ${word} to approve: `) }
}

function nextStep({ run_id: run }: { readonly run_id?: unknown }, invocation: string): string {
  return typeof run === 'string' ? `\nFollow it with \`${invocation} run ${run} --follow\`` : ''
}

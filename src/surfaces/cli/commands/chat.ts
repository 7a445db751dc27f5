import type { ChatQuestion, OrchestratorResponse } from '../../../contracts/chat.ts'
import { gateCard } from '../cards.ts'
import { openChat, type TerminalFrame } from '../chat-frames.ts'
import { type CommandContext, callRoute, clientOf, connectionOf, failureOf } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { escapeHidden, escapeLine } from '../terminal-text.ts'
import { decide } from './decide.ts'

interface Flags {
  readonly session?: string
  readonly onBusy?: string
}

/** `chat`: a conversation with the agent in this terminal. */
export const registerChat: Register = (program, run) => {
  program
    .command('chat [message]')
    .description('talk with the agent; it asks, calls tools, and waits where a person must decide')
    .option('--session <id>', 'go on with a conversation')
    .option('--on-busy <queue|steer|replace>', 'what the message does while the session is at work or waits')
    .action((message: string | undefined, flags: Flags) => run(context => chat(context, message, flags)))
}

/** One exchange after the other: the given message alone, or what is typed until nothing is. */
async function chat(context: CommandContext, message: string | undefined, flags: Flags): Promise<void> {
  if (context.isJson) return chatOnce(context, message ?? '', flags)
  let sessionId = flags.session
  let next = message ?? (await context.ask('› '))
  while (next.trim() !== '') {
    const busy = flags.onBusy === undefined ? {} : { on_busy: flags.onBusy }
    const told = await exchange(context, { ...session(sessionId), message: next, ...busy })
    if (told === undefined) return
    sessionId = told
    if (message !== undefined || !context.isInteractive) break
    next = await context.ask('\n› ')
  }
  if (sessionId !== undefined)
    context.say('', context.colors.dim(`Go on with \`${context.invocation} chat --session ${sessionId}\``))
}

async function chatOnce(context: CommandContext, message: string, flags: Flags): Promise<void> {
  const busy = flags.onBusy === undefined ? {} : { on_busy: flags.onBusy }
  const body = { ...session(flags.session), message, ...busy }
  const { status, body: answer } = await callRoute(context, { method: 'POST', path: '/api/chat', body })
  if (status >= 400) throw failureOf({ ...answer, status })
  context.answer(answer)
  const isWaiting = status === 202 || answer.action === 'refine_waiting'
  context.exitWith(isWaiting ? EXIT.waiting : answer.action === 'error' ? EXIT.failed : EXIT.done)
}

function session(id: string | undefined): { readonly session_id?: string } {
  return id === undefined ? {} : { session_id: id }
}

/** What one stream came to. */
interface Heard {
  readonly last?: OrchestratorResponse
  readonly runId?: string
  readonly gateIds: readonly string[]
}

/** A message, and everything that is asked until the agent has answered; undefined when it was broken off. */
async function exchange(context: CommandContext, body: unknown): Promise<string | undefined> {
  const stop = createStop(context)
  let next: unknown = body
  let isTold = false
  try {
    while (true) {
      const heard = await listen(context, next, stop)
      const { last } = heard
      if (!last) return undefined
      if (!isTold) isTold = await tellModel(context, heard.runId)
      if (last.is_complete) {
        if (last.phase === 'error') context.exitWith(EXIT.failed)
        return last.session_id
      }
      next = await answerWaiting(context, last, heard)
      if (next === undefined) {
        context.exitWith(EXIT.waiting)
        return last.session_id
      }
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
    await stop.done()
    return undefined
  } finally {
    stop.close()
  }
}

/** Shows a stream as it comes: words, the tools that are called, and the last word on where the run stands. */
async function listen(
  context: CommandContext,
  body: unknown,
  stop: ReturnType<typeof createStop>,
): Promise<Heard> {
  let heard: Heard = { gateIds: [] }
  let streamed = ''
  for await (const frame of openChat(context, body, stop.signal)) {
    if (frame.kind === 'text') {
      streamed += frame.text
      context.write(escapeHidden(frame.text))
    } else if (frame.kind === 'reset') {
      streamed = ''
      context.say(context.colors.dim(' … (the model begins anew)'))
    } else if (frame.kind === 'event') {
      heard = note(context, heard, frame)
      if (heard.runId !== undefined) stop.watch(heard.runId)
    } else if (frame.kind === 'kept') {
      showKept(context, frame.body)
    } else {
      heard = { ...heard, last: frame.response }
      streamed = showResponse(context, frame.response, streamed)
    }
  }
  return heard
}

function note(
  context: CommandContext,
  heard: Heard,
  { type, event }: Extract<TerminalFrame, { readonly kind: 'event' }>,
): Heard {
  const { dim } = context.colors
  const payload = Object(event.payload)
  const runId = typeof event.run_id === 'string' ? event.run_id : heard.runId
  if (type === 'tool_call') context.say(dim(`  · ${escapeLine(String(payload.tool_name))} runs`))
  if (type === 'tool_result' && payload.success === false)
    context.say(
      dim(
        `  · ${escapeLine(String(payload.tool_name))}: ${escapeLine(String(payload.error ?? payload.status))}`,
      ),
    )
  return { ...heard, ...(runId === undefined ? {} : { runId }) }
}

/** Text that was streamed is not said again. Answers what is left to be compared with. */
function showResponse(context: CommandContext, response: OrchestratorResponse, streamed: string): string {
  const { phase, message } = response
  if (phase === 'tool_call') return streamed
  if (phase === 'waiting_input') {
    if (streamed !== '') context.say('')
    return ''
  }
  if (streamed.endsWith(message) && message !== '') context.say('')
  else if (message !== '') context.say(escapeHidden(message))
  return ''
}

function showKept(context: CommandContext, body: Readonly<Record<string, unknown>>): void {
  const offers = Array.isArray(body.offers) ? body.offers.map(String) : []
  context.say(
    offers.length === 0
      ? 'Kept. It is taken up when the run goes on.'
      : `A run of this conversation waits (${String(body.run_id)}). Your message is kept; send it with --on-busy ${offers.join('|')}.`,
  )
  context.exitWith(EXIT.waiting)
}

/** Says once which model speaks when it is none: nobody should mistake rules for a language model. */
async function tellModel(context: CommandContext, runId: string | undefined): Promise<boolean> {
  if (runId === undefined) return false
  const { body } = await callRoute(context, { method: 'GET', path: `/api/runs/${runId}/events?limit=1000` })
  const events = Array.isArray(body.events) ? body.events : []
  const spoke = events.find(event => event.type === 'soul_step_end')
  if (spoke?.payload?.is_offline === true) {
    const hint =
      'This was the offline model: rules, no language model. Set OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL for one.'
    context.say(context.colors.dim(hint))
  }
  return spoke !== undefined
}

/** What the person does about what the run waits for: the next thing to send, or undefined to leave it waiting. */
async function answerWaiting(
  context: CommandContext,
  last: OrchestratorResponse,
  { runId }: Heard,
): Promise<unknown> {
  if (last.questions && last.questions.length > 0) {
    if (context.isInteractive) return askQuestions(context, last)
    for (const question of last.questions) context.say(`? ${escapeLine(question.title)}`)
    return undefined
  }
  const run = runId === undefined ? undefined : await clientOf(context).runs.get(runId)
  for (const gateId of run?.waiting_gate_ids ?? []) await showGate(context, gateId)
  const [gateId] = run?.waiting_gate_ids ?? []
  if (!context.isInteractive || gateId === undefined || runId === undefined) return undefined
  return decideHere(context, { gateId, sessionId: last.session_id, runId })
}

async function showGate(context: CommandContext, gateId: string): Promise<void> {
  const gate = await clientOf(context).gates.get(gateId)
  context.say('', ...gateCard(gate, context.colors))
  context.say(
    '',
    `Decide at ${connectionOf(context).url}/inbox/${gateId} or with \`${context.invocation} approve ${gateId}\``,
  )
}

interface Deciding {
  readonly gateId: string
  readonly sessionId: string
  readonly runId: string
}

async function decideHere(context: CommandContext, { gateId, sessionId, runId }: Deciding): Promise<unknown> {
  const choice = (await context.ask('[a]pprove  [r]eject  [s]teer  [Enter] leave it waiting: '))
    .trim()
    .toLowerCase()
  if (choice === 'a') await decide(context, gateId, { decision: 'approve' })
  else if (choice === 'r') {
    const reason = (await context.ask('Why (may be empty): ')).trim()
    await decide(context, gateId, { decision: 'reject', ...(reason === '' ? {} : { reason }) })
  } else if (choice === 's') {
    const instruction = await context.ask('What to do instead: ')
    await decide(context, gateId, { decision: 'steer', steer_instructions: instruction })
  } else return undefined
  return { session_id: sessionId, resume: { follow: runId } }
}

async function askQuestions(context: CommandContext, last: OrchestratorResponse): Promise<unknown> {
  context.say(context.colors.dim('Answer by number or in words; empty leaves a question open.'))
  const answers: { id: string; value: string | string[]; other?: string }[] = []
  for (const question of last.questions ?? []) {
    context.say('', context.colors.bold(escapeLine(question.title)))
    if (question.context !== undefined) context.say(context.colors.dim(escapeLine(question.context)))
    const options = question.options.map((option, index) => `  ${index + 1}  ${escapeLine(option.label)}`)
    if (options.length > 0) context.say(...options)
    const typed = (await context.ask(question.type === 'multi' ? '(several, by commas) › ' : '› ')).trim()
    if (typed !== '') answers.push(toAnswer(question, typed))
  }
  return { session_id: last.session_id, resume: { action: 'submit_batch', answers } }
}

function toAnswer(question: ChatQuestion, typed: string) {
  const { id, type, options } = question
  if (type === 'text') return { id, value: typed }
  const parts = type === 'multi' ? typed.split(',').map(part => part.trim()) : [typed]
  const chosen = parts.flatMap(part => {
    const option =
      options[Number(part) - 1] ?? options.find(item => item.label.toLowerCase() === part.toLowerCase())
    return option ? [option.id] : []
  })
  const isOwn = chosen.length < parts.length
  return {
    id,
    value: type === 'multi' ? chosen : (chosen[0] ?? ''),
    ...(isOwn && question.allow_other ? { other: typed } : {}),
  }
}

/**
 * Ctrl-C cancels the run that is being watched; nothing goes on behind the person's back. Before the run is known it
 * waits until it is. A second Ctrl-C finds nobody listening, and ends the process at once.
 */
function createStop(context: CommandContext) {
  const abort = new AbortController()
  let runId: string | undefined
  let isAsked = false
  const onSignal = (): void => {
    isAsked = true
    context.say('', context.colors.dim('Cancelling … (Ctrl-C again leaves at once)'))
    if (runId !== undefined) abort.abort()
  }
  process.once('SIGINT', onSignal)
  return {
    signal: abort.signal,
    watch: (id: string) => {
      runId = id
      if (isAsked) abort.abort()
    },
    done: async () => {
      if (runId !== undefined) context.say(await cancelRun(context, runId))
      context.exitWith(EXIT.refused)
    },
    close: () => void process.removeListener('SIGINT', onSignal),
  }
}

async function cancelRun(context: CommandContext, runId: string): Promise<string> {
  const path = `/api/runs/${runId}/cancel`
  const { status, body } = await callRoute(context, {
    method: 'POST',
    path,
    body: { because: 'cancelled in the terminal' },
  })
  if (status >= 400) throw failureOf({ ...body, status })
  return `Cancelled ${runId}. What was done stays done.`
}

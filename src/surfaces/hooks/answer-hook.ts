import { createResultClient, isRefused, type SendRequest, SoulgateProblem } from '../../sdk/sdk.ts'
import { type HookConnection, openHookMemory, readHookConnection } from './hook-memory.ts'
import { failClosed, type HostAnswer, type HostEvent, leaveToHost, readHostEvent } from './host-event.ts'
import { requestPlainHttp } from './plain-http.ts'
import { answerPreToolUse, type HookTools, sessionOf } from './pre-tool-use.ts'

export interface HookOptions {
  readonly home: string
  /** Instead of the saved one; only drills give it. Nothing of the environment is read: a project could set that. */
  readonly connection?: HookConnection | undefined
  /** When an answer must have been given, whatever happens: inside the patience of the host. */
  readonly deadlineMs: number
}

/** What is left of the deadline for saying that it is over. */
const RESERVE_MS = 500

/**
 * The answer of the hook to what a host said: always JSON, always exit code 0 or 2. Whatever goes wrong, a call that is
 * about to run is not let through.
 */
export async function answerHook(text: string, options: HookOptions): Promise<HostAnswer> {
  const event = readHostEvent(text)
  if (!event) return failClosed(undefined, broken('what the host said could not be read'))
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), Math.max(1, options.deadlineMs - RESERVE_MS))
  const overdue = new Promise<HostAnswer>(resolve => {
    late.signal.addEventListener('abort', () => resolve(faultOf(event, 'no answer came in time')))
  })
  try {
    return await Promise.race([answer(event, options, late.signal), overdue])
  } catch (error) {
    return faultOf(event, error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
    late.abort()
  }
}

async function answer(event: HostEvent, options: HookOptions, signal: AbortSignal): Promise<HostAnswer> {
  const connection = options.connection ?? readHookConnection(options.home)
  if (!connection)
    return faultOf(event, 'no server and no agent’s key are saved for it (`soulgate hook install`)')
  const tools: HookTools = {
    client: createResultClient({
      ...{ baseUrl: connection.url, token: connection.token, fetch: strictFetch(signal) },
      allowPlainHttp: connection.allowPlainHttp === true,
    }),
    memory: openHookMemory(options.home),
    home: options.home,
    // People get what is left when the server has had its time.
    waitMs: Math.max(0, options.deadlineMs - 4 * RESERVE_MS),
    signal,
  }
  if (event.cwd !== undefined) tools.memory.project(event.session_id, event.cwd)
  switch (event.hook_event_name) {
    case 'PreToolUse':
      return answerPreToolUse(tools, event)
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return reportResult(tools, event)
    case 'UserPromptSubmit':
      if (event.prompt !== undefined) tools.memory.rememberGoal(event.session_id, event.prompt)
      return injectGuardrails(tools, event)
    case 'SubagentStart':
      return injectGuardrails(tools, event)
    default:
      return leaveToHost(event.hook_event_name)
  }
}

/** Ends with the deadline, and follows nobody elsewhere: a redirected question is no question. */
function strictFetch(signal: AbortSignal): SendRequest {
  return (url, init) => {
    const either = AbortSignal.any(init.signal ? [signal, init.signal] : [signal])
    const isPlain = url.startsWith('http:') && init.headers.accept === 'application/json'
    return isPlain
      ? requestPlainHttp(url, init, either)
      : fetch(url, { ...init, redirect: 'error', signal: either })
  }
}

/** What holds here, said to the agent before it begins. */
async function injectGuardrails({ client, memory }: HookTools, event: HostEvent): Promise<HostAnswer> {
  const text = event.prompt ?? memory.goal(event.session_id)
  const found = await client.guardrails.evaluate(
    {
      ...{ event: event.hook_event_name, session_id: sessionOf(event) },
      ...(event.agent_type === undefined ? {} : { domain: event.agent_type.slice(0, 200) }),
    },
    { explain: false, ...(text === undefined ? {} : { text: text.slice(0, MAX_PROMPT_CHARACTERS) }) },
  )
  if (isRefused(found)) throw new SoulgateProblem(found.problem)
  const { combined_instruction, tools_denied, tools_allowed } = found
  const lines = [
    combined_instruction,
    ...(tools_denied.length > 0 ? [`Not allowed here: ${tools_denied.join(', ')}.`] : []),
    ...(tools_allowed.length > 0 ? [`Only these tools are allowed here: ${tools_allowed.join(', ')}.`] : []),
  ].filter(line => line !== '')
  return leaveToHost(event.hook_event_name, lines.length === 0 ? undefined : lines.join('\n\n'))
}

/** Closes the ledger of a call that has run. It is over, so nothing is stopped by a fault here. */
async function reportResult({ client, memory }: HookTools, event: HostEvent): Promise<HostAnswer> {
  const name = event.hook_event_name
  const grantId = event.tool_use_id === undefined ? undefined : memory.takeGrant(event.tool_use_id)
  if (grantId === undefined) return leaveToHost(name)
  const result =
    name === 'PostToolUse'
      ? { success: true, output: brief(event.tool_response) }
      : {
          success: false,
          output: null,
          error: (event.error ?? 'It failed.').slice(0, 2000),
          // What the host tells is that a command answered with an error or an edit found nothing: no rule is to blame.
          fault: 'surroundings' as const,
        }
  await client.grants.result(grantId, result)
  return leaveToHost(name)
}

const MAX_RECORDED = 20_000
/** What the server takes of a request in words. */
const MAX_PROMPT_CHARACTERS = 20_000

function brief(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null'
  return text.length <= MAX_RECORDED ? (value ?? null) : `${text.slice(0, MAX_RECORDED)}…`
}

/** Before a call nothing is let through; anything else goes on, because no tool runs without being asked about. */
function faultOf(event: HostEvent, why: string): HostAnswer {
  const message = broken(why)
  if (event.hook_event_name === 'PreToolUse') return failClosed('PreToolUse', message)
  if (event.hook_event_name.startsWith('PostToolUse')) return leaveToHost(event.hook_event_name)
  const answer = leaveToHost(event.hook_event_name, `${message} No tool will run until this is mended.`)
  return { ...answer, output: { ...answer.output, systemMessage: message } }
}

function broken(why: string): string {
  return `Soulgate could not be asked, so nothing is let through: ${why.replace(/[.\s]+$/, '')}. \`soulgate doctor\` says what to do.`
}

import { isAbsolute } from 'node:path'
import type { JsonObject } from '../../contracts/json-value.ts'

/** What the host tells a hook on standard input, as far as it is used here. */
export interface HostEvent {
  readonly hook_event_name: string
  readonly session_id: string
  /** Where the call runs; the folder of this process says nothing about it. */
  readonly cwd?: string
  readonly prompt?: string
  readonly tool_name?: string
  readonly tool_input?: JsonObject
  readonly tool_use_id?: string
  readonly tool_response?: unknown
  readonly error?: string
  readonly agent_type?: string
}

/** What a hook tells the host: JSON on standard output, text on standard error, and how it ends. */
export interface HostAnswer {
  readonly output: JsonObject
  /** Shown to the model when the exit code is 2. */
  readonly error?: string
  /** 0: the output counts. 2: the host stops what it was about to do. Nothing else ever. */
  readonly exitCode: 0 | 2
}

/** Reads what came on standard input; undefined when it is nothing that a host says. */
export function readHostEvent(text: string): HostEvent | undefined {
  const value = parse(text)
  if (!isRecord(value)) return undefined
  const { hook_event_name, session_id, cwd, tool_input } = value
  if (typeof hook_event_name !== 'string' || typeof session_id !== 'string') return undefined
  if (tool_input !== undefined && !isRecord(tool_input)) return undefined
  return {
    ...{ hook_event_name, session_id, ...(typeof cwd === 'string' && isAbsolute(cwd) ? { cwd } : {}) },
    ...textsOf(value),
    ...(tool_input === undefined ? {} : { tool_input: tool_input as JsonObject }),
    ...('tool_response' in value ? { tool_response: value.tool_response } : {}),
  }
}

/** The call is not let through, for a reason that the model reads; the answer itself is in order. */
export function refuse(reason: string): HostAnswer {
  return { exitCode: 0, output: decided('deny', reason) }
}

/** Something is broken, so nothing is let through; said twice, for hosts that read only one of the two. */
export function failClosed(event: string | undefined, reason: string): HostAnswer {
  const said = event === undefined || event === 'PreToolUse'
  const output: JsonObject = said
    ? decided('deny', reason)
    : { hookSpecificOutput: { hookEventName: event }, systemMessage: reason }
  return { exitCode: 2, output, error: reason }
}

/** A person has let it run: the host need not ask a second time. */
export function allow(reason: string, updatedInput?: JsonObject): HostAnswer {
  const decision = decided('allow', reason)
  if (updatedInput === undefined) return { exitCode: 0, output: decision }
  const specific = { ...(decision.hookSpecificOutput as JsonObject), updatedInput }
  return { exitCode: 0, output: { hookSpecificOutput: specific } }
}

/** Nothing speaks against it; the host asks its person or not, as it is set up. */
export function leaveToHost(event: string, context?: string): HostAnswer {
  const specific = context === undefined ? {} : { additionalContext: context }
  return { exitCode: 0, output: { hookSpecificOutput: { hookEventName: event, ...specific } } }
}

function decided(permissionDecision: 'allow' | 'deny', reason: string): JsonObject {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason: reason,
    },
  }
}

const TEXTS = ['prompt', 'tool_name', 'tool_use_id', 'error', 'agent_type'] as const

function textsOf(value: Readonly<Record<string, unknown>>): Partial<Record<(typeof TEXTS)[number], string>> {
  return Object.fromEntries(
    TEXTS.flatMap(name => (typeof value[name] === 'string' ? [[name, value[name]]] : [])),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

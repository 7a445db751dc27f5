import type { DecideRequest } from '../contracts/decision.ts'
import type { Gate } from '../contracts/gate.ts'
import { needsViewing } from '../contracts/gate-review.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import type { SoulgateClient } from '../sdk/sdk.ts'
import type { Soulgate } from '../soulgate.ts'

/** What a reviewer does at a gate; undefined leaves it open. */
export type ScriptedAnswer = (gate: Gate) => DecideRequest | undefined

/** Lets it run as proposed. */
export function approve(reason?: string): ScriptedAnswer {
  return () => ({ decision: 'approve', ...(reason === undefined ? {} : { reason }) })
}

/** Lets it run with other arguments; they replace those that it names. */
export function approveEdited(
  change: JsonObject | ((args: JsonObject, tool: string) => JsonObject),
): ScriptedAnswer {
  return ({ subject }) => {
    const calls = 'tool_calls' in subject ? subject.tool_calls : []
    const edited = calls.map(({ call_id, tool, arguments: args }) => {
      const changed = typeof change === 'function' ? change(args, tool) : { ...args, ...change }
      return [call_id, changed] as const
    })
    return { decision: 'approve', edited_arguments: Object.fromEntries(edited) }
  }
}

/** Says no. */
export function reject(reason?: string): ScriptedAnswer {
  return () => ({ decision: 'reject', ...(reason === undefined ? {} : { reason }) })
}

/** Says what to do instead. */
export function steer(instructions: string): ScriptedAnswer {
  return () => ({ decision: 'steer', steer_instructions: instructions })
}

/** Leaves the gate to its deadline: silence is never yes. */
export function ignore(): ScriptedAnswer {
  return () => undefined
}

/** A person who does at each gate what the script says, in the order in which gates open. */
export interface ScriptedReviewer {
  /** The answers to the gates to come, one each; gates after the last one wait. */
  script(...answers: readonly ScriptedAnswer[]): void
  /** The answer to every gate for which the script holds none. */
  always(answer: ScriptedAnswer): void
  /** The gates that have opened, as they stood then, oldest first. */
  readonly seen: readonly Gate[]
  /** What went wrong while it answered; `close` of the program throws the first. */
  readonly failures: readonly unknown[]
  /** Gives the first gate that opens from now on, or that waits without having been answered. */
  waitForGate(): Promise<Gate>
  /** Answers one gate now; throws what the server refused. */
  answer(gate: Pick<Gate, 'gate_id'>, answer: ScriptedAnswer): Promise<Gate>
  stop(): void
}

/** A reviewer of a program in this process, who answers over the same routes as everybody. */
export function createReviewer(soulgate: Soulgate, client: SoulgateClient): ScriptedReviewer {
  const script: ScriptedAnswer[] = []
  const seen: Gate[] = []
  const known = new Set<string>()
  const waiting: ((gate: Gate) => void)[] = []
  const left: Gate[] = []
  let standing: ScriptedAnswer = ignore()
  let looking: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const { items } = await client.gates.list({ status: 'pending', sort: 'oldest', limit: 200 })
    for (const gate of items.filter(item => !known.has(item.gate_id))) {
      known.add(gate.gate_id)
      seen.push(gate)
      const request = (script.shift() ?? standing)(gate)
      const waiter = waiting.shift()
      waiter?.(gate)
      if (request) await decide(client, gate, request)
      else if (!waiter) left.push(gate)
    }
  }
  const failures: unknown[] = []
  let isStopped = false
  const lookAgain = () => {
    looking = looking.then(look).catch(error => {
      if (!isStopped) failures.push(error)
    })
  }
  const unsubscribe = soulgate.events.subscribe(topics => {
    if (topics.some(topic => topic.startsWith('gate:') || topic === '*')) lookAgain()
  })
  return {
    seen,
    failures,
    script: (...answers) => {
      script.push(...answers)
      lookAgain()
    },
    always: answer => {
      standing = answer
      lookAgain()
    },
    waitForGate: () => {
      const gate = left.shift()
      return gate ? Promise.resolve(gate) : new Promise(resolve => waiting.push(resolve))
    },
    answer: async ({ gate_id }, answer) => {
      const gate = await client.gates.get(gate_id)
      const request = answer(gate)
      return request ? decide(client, gate, request) : gate
    },
    stop: () => {
      isStopped = true
      unsubscribe()
    },
  }
}

async function decide(client: SoulgateClient, gate: Gate, request: DecideRequest): Promise<Gate> {
  if (needsViewing(gate)) await client.gates.viewed(gate.gate_id, gate.view_digest)
  const decided = await client.gates.decide(gate.gate_id, {
    ...request,
    view_digest: gate.view_digest,
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
  })
  return decided.gate
}

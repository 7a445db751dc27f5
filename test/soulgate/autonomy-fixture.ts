import type { AutonomyContract, GrantAutonomyInput } from '../../src/contracts/autonomy-contract.ts'
import { GrantAutonomy } from '../../src/contracts/autonomy-contract.ts'
import type { JsonObject } from '../../src/contracts/json-value.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import type { Soulgate, SoulgateOptions } from '../../src/soulgate.ts'
import { admin, builder, found, granted, makePlace, type Place, reviewer } from './program-fixture.ts'

export const DAY_MS = 86_400_000

/** A tool of an outside agent that can be taken back and is noticed by nobody outside. */
export const UPDATE_TICKET: Tool = {
  name: 'update_ticket',
  description: 'Changes a ticket of this installation.',
  input_schema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['open', 'closed', 'waiting'] },
      minutes: { type: 'number' },
      note: { type: 'string' },
    },
    required: ['status'],
    additionalProperties: false,
  },
  annotations: { read_only: false, idempotent: true, destructive: false, open_world: false },
  reversibility: 'reversible',
  prerequisites: [],
  produces: [],
}

/** A program with a clock that moves when told, and an agent whose calls people decide. */
export interface TrustDesk {
  readonly place: Place
  readonly soulgate: Soulgate
  now(): number
  pass(ms: number): void
  /** Another process on the same store. */
  another(options?: Partial<SoulgateOptions>): Promise<Soulgate>
  propose(args?: JsonObject): ReturnType<typeof proposed>
  /** Proposes a call and answers its gate after a minute of reading. */
  decide(decision: 'approve' | 'reject', args?: JsonObject): Promise<string>
  /** So many approvals, and the week after which they count. */
  prove(count: number, args?: JsonObject): Promise<void>
  grant(terms?: Partial<GrantAutonomyInput>): Promise<AutonomyContract>
  contract(): Promise<AutonomyContract>
  /** Consumes the grant of a released call, and reports how it went. */
  run(answer: Awaited<ReturnType<typeof proposed>>, success?: boolean): Promise<void>
  close(): Promise<void>
}

async function proposed(soulgate: Soulgate, args: JsonObject) {
  return granted(soulgate.calls.propose(builder, { tool: 'update_ticket', arguments: args }))
}

const LIMITS = { starts_per_second: 10_000, sign_ins_per_minute: 1_000, open_gates_per_key: 10_000 }
const CLOSED: JsonObject = { status: 'closed' }

/** `startMs` is where its clock begins; with `ticks` it goes on by itself from there, as that of a browser does. */
export async function openTrustDesk(
  options: Partial<SoulgateOptions> = {},
  { startMs = Date.parse('2026-03-02T09:00:00.000Z'), ticks = false } = {},
): Promise<TrustDesk> {
  const place = await makePlace()
  let nowMs = startMs
  const openedMs = performance.now()
  const now = () => nowMs + (ticks ? Math.floor(performance.now() - openedMs) : 0)
  const clock = { now }
  const settingsSeed = { limits: LIMITS }
  const soulgate = await place.open({ clock, settingsSeed, ...options, works: false })
  await granted(soulgate.tools.declare(admin, UPDATE_TICKET))
  let contractId = ''
  const desk: TrustDesk = {
    place,
    soulgate,
    now,
    pass: ms => {
      nowMs += ms
    },
    another: more => place.open({ clock, ...options, ...more, works: false }),
    propose: (args = CLOSED) => proposed(soulgate, args),
    decide: async (decision, args = CLOSED) => {
      const { gate, call_id, grant } = await proposed(soulgate, args)
      if (gate === undefined) throw new TypeError(`it was released: ${grant?.issued_by}`)
      nowMs += 60_000
      const { view_digest } = gate
      await granted(soulgate.gates.decide(reviewer, gate.gate_id, { decision, view_digest }))
      return call_id
    },
    prove: async (count, args) => {
      for (let nth = 0; nth < count; nth += 1) await desk.decide('approve', args)
      nowMs += 8 * DAY_MS
      await soulgate.autonomy.pass()
    },
    grant: async terms => {
      const { scopes } = await granted(soulgate.autonomy.scopes(reviewer, 90 * DAY_MS))
      const scope = found(scopes[0]).scope
      const ends_at = new Date(now() + 90 * DAY_MS).toISOString()
      const body = GrantAutonomy.parse({ scope, ends_at, ...terms })
      const contract = await granted(soulgate.autonomy.grant(reviewer, body))
      contractId = contract.contract_id
      return contract
    },
    contract: async () => (await granted(soulgate.autonomy.contract(reviewer, contractId))).contract,
    run: async ({ grant }, success = true) => {
      const { grant_id, digest } = found(grant)
      await granted(soulgate.grants.consume(builder, grant_id, digest))
      const result = success
        ? { success, output: 'done' }
        : { success, output: null, error: 'the ticket is locked' }
      await granted(soulgate.grants.result(builder, grant_id, result))
    },
    close: () => place.leave(),
  }
  return desk
}

import type { GateService } from '../../src/engine/gate/gate.ts'
import type { ExecutableTool } from '../../src/engine/tools/tools.ts'
import type { StoreTransaction } from '../../src/store/store.ts'
import type { Plants } from './worker.ts'

/** An engine that is broken in one way on purpose, and the invariant that must notice. */
export interface PlantedBug {
  readonly name: string
  readonly plants: Plants
  /** How the violation that it causes begins. */
  readonly caughtAs: RegExp
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'a grant is never written as consumed',
    plants: { store: tx => ({ ...tx, updateGrant: async () => {}, insertGrants: withoutConsumed(tx) }) },
    caughtAs: /^gated:/,
  },
  {
    name: 'an intent is not durable before its effect',
    plants: { store: tx => ({ ...tx, putCall: async () => {} }) },
    caughtAs: /^gated:/,
  },
  {
    name: 'a tool is called twice',
    plants: { tools: tools => tools.map(calledTwice) },
    caughtAs: /^at most once:/,
  },
  {
    name: 'a call without a result is run again on a guess',
    plants: { tools: tools => tools.map(claimedIdempotent) },
    caughtAs: /^at most once:/,
  },
  {
    name: 'a gate that expires counts as approved',
    plants: {
      store: tx => ({
        ...tx,
        updateGate: gate => tx.updateGate(gate.status === 'expired' ? { ...gate, status: 'approved' } : gate),
      }),
    },
    caughtAs: /^silence:/,
  },
  {
    name: 'a decision is acknowledged and not written',
    plants: { gates: acknowledgedOnly },
    caughtAs: /^acknowledged:/,
  },
  {
    name: 'a second decision overwrites the first',
    plants: { store: forgetfulGates },
    caughtAs: /^first wins:/,
  },
  {
    name: 'the subject of a gate changes under the eyes of people',
    plants: {
      store: tx => ({
        ...tx,
        updateGate: gate => tx.updateGate({ ...gate, subject: { document: { other: true } } }),
      }),
    },
    caughtAs: /^what you saw:/,
  },
  {
    name: 'edited arguments get lost on the way to the grant',
    plants: {
      store: tx => ({
        ...tx,
        insertGrants: async grants =>
          tx.insertGrants(grants.map(grant => ({ ...grant, arguments: { path: 'elsewhere' } }))),
      }),
    },
    caughtAs: /^what you saw:/,
  },
  { name: 'an agent is taken for a person', plants: { gates: asPerson }, caughtAs: /^agents never decide:/ },
  {
    name: 'an event is left out of the chain',
    plants: {
      store: tx => ({
        ...tx,
        appendEvents: events => tx.appendEvents(events.filter(event => event.type !== 'grant_consumed')),
      }),
    },
    caughtAs: /^audit:/,
  },
  {
    name: 'the fencing token is not looked at',
    plants: { store: unfenced },
    caughtAs: /^fenced:/,
  },
  {
    name: 'a run that ends leaves its gates open',
    plants: { gates: gates => ({ ...gates, cancelOfRun: async () => [] }) },
    caughtAs: /^orphan:/,
  },
  {
    name: 'a run that ended is not written as ended',
    plants: {
      store: tx => ({
        ...tx,
        updateRun: (before, { status, ...rest }) =>
          tx.updateRun(before, status === undefined || status === 'completed' ? rest : { ...rest, status }),
      }),
    },
    caughtAs: /^stuck:/,
  },
  {
    name: 'the ledger never learns how a call ended',
    plants: {
      store: tx => ({
        ...tx,
        putCall: async call => (call.status === 'started' ? tx.putCall(call) : undefined),
      }),
    },
    caughtAs: /^in doubt:/,
  },
  {
    name: 'a grant is consumed twice in one breath',
    plants: {
      store: tx => ({
        ...tx,
        updateGrant: async grant => {
          await tx.updateGrant(grant)
          await tx.updateGrant(grant)
        },
      }),
    },
    caughtAs: /^single use:/,
  },
  {
    name: 'the journal keeps another name than the step had',
    plants: {
      store: tx => ({
        ...tx,
        putSteps: steps => tx.putSteps(steps.map(step => ({ ...step, name: `${step.name}?` }))),
      }),
    },
    caughtAs: /^replay:/,
  },
  {
    name: 'a tool is said to have succeeded that was never called',
    plants: { tools: tools => tools.map(neverCalled) },
    caughtAs: /^as if never killed:/,
  },
]

function withoutConsumed(tx: StoreTransaction): StoreTransaction['insertGrants'] {
  return grants => tx.insertGrants(grants.map(grant => ({ ...grant, status: 'issued' })))
}

function calledTwice(tool: ExecutableTool): ExecutableTool {
  return {
    ...tool,
    execute: async call => {
      await tool.execute(call).catch(() => {})
      return tool.execute(call)
    },
  }
}

function neverCalled(tool: ExecutableTool): ExecutableTool {
  return { ...tool, execute: async () => ({ result: { success: true, output: null } }) }
}

function claimedIdempotent(tool: ExecutableTool): ExecutableTool {
  const { annotations } = tool.definition
  return { ...tool, definition: { ...tool.definition, annotations: { ...annotations, idempotent: true } } }
}

function acknowledgedOnly(gates: GateService): GateService {
  let count = 0
  return {
    ...gates,
    decide: async (who, gateId, request, options) => {
      count += 1
      if (count % 3 !== 0 || who.kind !== 'person') return gates.decide(who, gateId, request, options)
      const decision = {
        ...request,
        decision_id: `dec_${count}`,
        gate_id: gateId,
        decided_by: who.id,
        decided_at: '2026-03-01T09:00:00.000Z',
        late: false,
      }
      return { gate: { gate_id: gateId } as never, decision, repeated: false, event_id: decision.decision_id }
    },
  }
}

/** Closed gates look open to whoever decides. */
function forgetfulGates(tx: StoreTransaction): StoreTransaction {
  return {
    ...tx,
    lockGate: async gateId => {
      const gate = await tx.lockGate(gateId)
      if (!gate || gate.status === 'pending') return gate
      return { ...gate, status: 'pending', call_decisions: {}, decisions: [] }
    },
  }
}

function asPerson(gates: GateService): GateService {
  return {
    ...gates,
    decide: (who, gateId, request, options) =>
      gates.decide({ ...who, kind: 'person', role: 'admin' }, gateId, request, options),
  }
}

/** Whoever asks is told that the lease is its own: its token is the newest one ever. */
function unfenced(tx: StoreTransaction): StoreTransaction {
  return {
    ...tx,
    lockRun: async runId => {
      const run = await tx.lockRun(runId)
      return run && { ...run, lease_token: 1 }
    },
    updateRun: (before, patch) => {
      const { lease_token: _token, ...rest } = patch
      return tx.updateRun(before, rest)
    },
  }
}

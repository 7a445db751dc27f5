/**
 * What Soulgate promises, and the tests that would fail if it were not so. Read by `npm run assurance` (which runs them
 * and writes docs/assurance.md), by the generator of docs/security-map.md, and by the test beside this file, which sees
 * that each named test is there.
 */
export interface Claim {
  readonly id: string
  readonly claim: string
  /** File → titles of tests in it, as they stand there. */
  readonly tests: Readonly<Record<string, readonly string[]>>
  /** Long proofs that are commands of their own. */
  readonly proofs?: readonly ProofName[]
}

/** Proofs that are commands of their own; scripts/assurance/proofs.ts says how each is run. */
export type ProofName =
  | 'simulation'
  | 'planted'
  | 'kills-sqlite'
  | 'kills-postgres'
  | 'rolling'
  | 'fuzz'
  | 'crashes-agents'
  | 'crashes-user-agents'
  | 'conformance'

/** The kinds of attack that SECURITY.md names stand in a file of their own. */
export { ATTACKS } from './attacks.ts'

const GATE = 'src/engine/gate'
const RUN = 'src/engine/run'
const API = 'src/surfaces/api'
const PLANS = 'src/engine/planning/controller'

export const PROMISES: readonly Claim[] = [
  {
    id: 'Promise 1',
    claim: 'Nothing gated runs without a consumed grant for exactly those arguments.',
    proofs: ['simulation', 'planted', 'kills-sqlite', 'kills-postgres'],
    tests: {
      'test/user-agents/crash.proof.test.ts': [
        'a user’s agent %s on %s ends as if its program had never been killed, whichever write it died at',
        'a user’s agent writes the same journal on both databases, in the program and on a remote worker',
      ],
      'test/simulation/user-agents.proof.test.ts': ['violate no promise', 'show that $name'],
      'src/testing/crash-everywhere.proof.test.ts': [
        'finds an agent sound that was killed after each of its writes: nothing ungated, doubled, lost or stuck',
      ],
      'test/crash/race.proof.test.ts': ['have one winner and one effect, and everyone else is told who won'],
      [`${RUN}/claiming.program.test.ts`]: [
        'is consumed once, however often its run is executed',
        'writes nothing and touches nothing any more',
      ],
      'src/engine/calls/outside-grants.program.test.ts': [
        'has one winner of sixteen',
        'is for its digest and its key only, and a wrong try leaves it good',
      ],
      [`${RUN}/last-look.program.test.ts`]: [
        'does not run either where only the database knows, and its grant is not used up',
        'by %i ms touches nothing when its run is another’s by then',
      ],
      'src/surfaces/mcp/gateway/gateway.program.test.ts': [
        'a call waits, reaches the server once after its approval, and the next one waits again',
      ],
      'src/surfaces/hooks/fault-injection.program.test.ts': [
        'show that the installed hook lets a tool run only when nothing is broken',
      ],
    },
  },
  {
    id: 'Promise 2',
    claim: 'At most once: a call that may have run is never blindly run again.',
    proofs: ['simulation', 'kills-sqlite', 'kills-postgres', 'crashes-agents', 'crashes-user-agents'],
    tests: {
      [`${RUN}/completion.program.test.ts`]: [
        'waits for a person, and nothing is run again on a guess',
        'is simply called again under the same key when its tool is idempotent',
      ],
      [`${PLANS}/plan-agent.program.test.ts`]: ['goes on where it was, and repeats no tool'],
      'test/user-agents/worker-processes.proof.test.ts': [
        'a user’s agent on `soulgate worker --config` processes that are killed between effect and result ends with nothing ungated, doubled or lost',
      ],
      'test/workers/worker-death.program.test.ts': [
        'asks a person when a worker died between effect and result, and runs nothing until then',
        'repeats an idempotent tool under the same key when its worker died, and asks nobody',
      ],
      'src/surfaces/mcp/gateway/gateway.program.test.ts': [
        'it may have had its effect (%s): nobody is told that it did or did not, and people are asked',
      ],
      'test/crash/crash-sqlite.proof.test.ts': [
        'a run ends as if never killed, whichever write on SQLite its process died at',
      ],
      'test/crash/crash-postgres.proof.test.ts': [
        'a run ends as if never killed, whichever write on PostgreSQL its process died at',
      ],
    },
  },
  {
    id: 'Promise 3',
    claim: 'Silence is never yes: expiry, an unreachable store and a malformed answer let nothing run.',
    proofs: ['simulation', 'fuzz'],
    tests: {
      [`${GATE}/gate-life.program.test.ts`]: ['leaves the run waiting, says why, and runs nothing'],
      'src/bundled/reasoning/soul-outage.program.test.ts': [
        'a Soul that stays down lets the run time out visibly',
      ],
      'src/engine/stop/stop.program.test.ts': [
        'everything is stopped before the store has answered and while it cannot be read',
      ],
      'src/engine/guardrails/guideline-service.program.test.ts': [
        'a stored guideline that cannot be read holds every call until it is mended or deleted',
      ],
      'test/guardrails/disk-full.program.test.ts': [
        'no room on the disk: nothing is let through, the agent is not stopped, and the next start writes what waited',
      ],
      [`${PLANS}/plan-agent.program.test.ts`]: [
        'nor does silence: an unanswered question expires, the plan waits, and goes on when it is asked again',
      ],
      [`${API}/iterations.program.test.ts`]: [
        'is neither yes nor no: the approval expires, is asked again, and then counts',
      ],
      'src/surfaces/hooks/hooks.program.test.ts': [
        'a server that refuses the key or is not there lets nothing through',
        'that nobody decides in time is refused, and goes on at the same gate when it is tried again',
      ],
      'src/surfaces/hooks/fault-injection.program.test.ts': ['stops the tool when the program %s'],
    },
  },
  {
    id: 'Promise 4',
    claim:
      'No acknowledged decision is lost; the first one wins and a conflicting one is told who decided what.',
    proofs: ['simulation', 'kills-sqlite', 'kills-postgres'],
    tests: {
      [`${GATE}/deciding.program.test.ts`]: ['has one winner of sixteen, and tells the others who that is'],
      [`${GATE}/decide-gate.test.ts`]: [
        'is answered again to the one who repeats it, and stands against everything else',
      ],
      [`${GATE}/decision-trail.program.test.ts`]: [
        'who is told that it is too late can rely on it: the gate is expired, once, and each answer is kept',
      ],
      'src/soulgate/main-job.program.test.ts': ['while the gate waits loses nothing, and nothing runs twice'],
    },
  },
  {
    id: 'Promise 5',
    claim:
      'What you saw is what runs: a subject is immutable, and an edit makes a new one that is checked again.',
    proofs: ['planted'],
    tests: {
      [`${GATE}/edits.program.test.ts`]: [
        'is what the grant bears, and the decision keeps both',
        'is asked about at a new gate under that rule’s terms, and nothing runs',
      ],
      [`${RUN}/waiting.program.test.ts`]: ['a tool that was changed since its approval does not run'],
      [`${PLANS}/plan-agent.program.test.ts`]: [
        'keeps what was approved under the digest that the gate showed',
      ],
      [`${PLANS}/approve.program.test.ts`]: [
        'stops a plan without one of the approvals, with one of something else, and with one that no longer stands',
      ],
      [`${API}/iterations.program.test.ts`]: [
        'that is adjusted becomes another with a new id; the old id is told which one stands now',
        'takes its control values from what was proposed, and nothing else from the client',
      ],
      'src/surfaces/mcp/gateway/gateway.program.test.ts': [
        'a definition that changes while people look is not called, whatever they approved',
      ],
    },
  },
  {
    id: 'Promise 6',
    claim: 'Agents cannot decide, and nobody approves their own request.',
    proofs: ['simulation', 'fuzz'],
    tests: {
      [`${GATE}/deciders.test.ts`]: [
        'is never an agent, whatever its role says',
        'is never the one who asked',
      ],
      'src/engine/access/access.program.test.ts': [
        'agents decide, answer, resume, undo, confirm, change and lift nothing',
      ],
      [`${API}/saved-token.program.test.ts`]: ['may not $place', 'is told where the person can do it'],
      'src/surfaces/cli/bootstrap.program.test.ts': [
        'writes one for this user alone, which makes keys of agents and nothing that decides',
      ],
      'src/surfaces/mcp/mcp.program.test.ts': ['offers guardrails and gates, and nothing that decides'],
      'src/surfaces/mcp/http.program.test.ts': [
        'a client that opens links is sent to the card; that it says %s decides nothing',
      ],
      'src/surfaces/hooks/hooks.program.test.ts': [
        '%s is refused at once where it would touch what decides (%#)',
      ],
      'test/guardrails/approvers.program.test.ts': [
        'two tokens of one person are one vote of a quorum; two people are two',
      ],
      [`${PLANS}/plan-agent.program.test.ts`]: ['never reads a text as an approval'],
    },
  },
  {
    id: 'Promise 7',
    claim: 'Everything is in the audit chain, and it is proven offline.',
    proofs: ['simulation'],
    tests: {
      'src/engine/audit/verify-export.program.test.ts': [
        'is refused at the very line, whatever single character was changed',
        'names a cut tail, up to the last seal by its seal and behind it by the footer',
      ],
      'src/engine/audit/trust.program.test.ts': [
        'is refused where the right key is named, by its id or by its fingerprint',
        'that was taken out is missed, since signed checkpoints say that there is one',
      ],
      'test/soulgate/audit-trust.proof.test.ts': [
        'that was sealed with another key, and its key rows replaced, is broken for its home',
      ],
    },
  },
  {
    id: 'Promise 8',
    claim: 'Propose never executes.',
    proofs: ['planted'],
    tests: {
      'src/bundled/reasoning/reasoning.program.test.ts': [
        'at autonomy level 1, and the proposal stands as advice',
        'without a person when no approval may be asked',
      ],
    },
  },
]

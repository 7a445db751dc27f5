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

export type ProofName = 'simulation' | 'planted' | 'kills-sqlite' | 'kills-postgres' | 'rolling' | 'fuzz'

const GATE = 'src/engine/gate'
const RUN = 'src/engine/run'
const API = 'src/surfaces/api'

export const PROMISES: readonly Claim[] = [
  {
    id: 'Promise 1',
    claim: 'Nothing gated runs without a consumed grant for exactly those arguments.',
    proofs: ['simulation', 'planted', 'kills-sqlite', 'kills-postgres'],
    tests: {
      'test/crash/race.test.ts': ['have one winner and one effect, and everyone else is told who won'],
      [`${RUN}/claiming.test.ts`]: [
        'is consumed once, however often its run is executed',
        'writes nothing and touches nothing any more',
      ],
      'src/engine/calls/outside-grants.test.ts': [
        'has one winner of sixteen',
        'is for its digest and its key only, and a wrong try leaves it good',
      ],
    },
  },
  {
    id: 'Promise 2',
    claim: 'At most once: a call that may have run is never blindly run again.',
    proofs: ['simulation', 'kills-sqlite', 'kills-postgres'],
    tests: {
      [`${RUN}/ending.test.ts`]: [
        'waits for a person, and nothing is run again on a guess',
        'is simply called again under the same key when its tool is idempotent',
      ],
      'test/crash/crash-sqlite.test.ts': [
        'a run ends as if never killed, whichever write on SQLite its process died at',
      ],
      'test/crash/crash-postgres.test.ts': [
        'a run ends as if never killed, whichever write on PostgreSQL its process died at',
      ],
    },
  },
  {
    id: 'Promise 3',
    claim: 'Silence is never yes: expiry, an unreachable store and a malformed answer let nothing run.',
    proofs: ['simulation', 'fuzz'],
    tests: {
      [`${GATE}/gate-life.test.ts`]: ['leaves the run waiting, says why, and runs nothing'],
      'src/engine/reasoning/soul-outage.test.ts': ['a Soul that stays down lets the run time out visibly'],
      'src/engine/stop/stop.test.ts': [
        'everything is stopped before the store has answered and while it cannot be read',
      ],
      'src/engine/guardrails/guideline-service.test.ts': [
        'a stored guideline that cannot be read holds every call until it is mended or deleted',
      ],
    },
  },
  {
    id: 'Promise 4',
    claim:
      'No acknowledged decision is lost; the first one wins and a conflicting one is told who decided what.',
    proofs: ['simulation', 'kills-sqlite', 'kills-postgres'],
    tests: {
      [`${GATE}/deciding.test.ts`]: ['has one winner of sixteen, and tells the others who that is'],
      [`${GATE}/decide-gate.test.ts`]: [
        'is answered again to the one who repeats it, and stands against everything else',
      ],
      'src/soulgate/main-job.test.ts': ['while the gate waits loses nothing, and nothing runs twice'],
    },
  },
  {
    id: 'Promise 5',
    claim:
      'What you saw is what runs: a subject is immutable, and an edit makes a new one that is checked again.',
    proofs: ['planted'],
    tests: {
      [`${GATE}/edits.test.ts`]: [
        'is what the grant bears, and the decision keeps both',
        'is asked about at a new gate under that rule’s terms, and nothing runs',
      ],
      [`${RUN}/waiting.test.ts`]: ['a tool that was changed since its approval does not run'],
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
      'src/engine/access/access.test.ts': [
        'agents decide, answer, resume, undo, confirm, change and lift nothing',
      ],
      [`${API}/api.test.ts`]: ['a credential that lies on a disk carries no decision, whatever it asks'],
      'src/surfaces/mcp/mcp.test.ts': ['offers guardrails and gates, and nothing that decides'],
    },
  },
  {
    id: 'Promise 7',
    claim: 'Everything is in the audit chain, and it is proven offline.',
    proofs: ['simulation'],
    tests: {
      'src/engine/audit/verify-export.test.ts': [
        'is refused at the very line, whatever single character was changed',
        'names a cut tail up to the last seal, and says that behind it none is noticed',
      ],
    },
  },
  {
    id: 'Promise 8',
    claim: 'Propose never executes.',
    proofs: ['planted'],
    tests: {
      'src/engine/reasoning/reasoning.test.ts': [
        'at autonomy level 1, and the proposal stands as advice',
        'without a person when no approval may be asked',
      ],
    },
  },
]

/** OWASP Top 10 for Agentic Applications (2026), and chapters 9 and 12 of OWASP AISVS; what each asks in our words. */
export const SECURITY_ITEMS: readonly Claim[] = [
  {
    id: 'ASI01 Agent goal hijack',
    claim:
      'Injected text can change what an agent proposes, never what runs: values nobody trusted named hold the call.',
    tests: {
      [`${GATE}/provenance.test.ts`]: [
        'from an untrusted read holds the call and says where it came from',
        'found nowhere holds the call',
      ],
      [`${GATE}/release-call.test.ts`]: [
        'no recipient and no outside read is released on values nobody trusted named',
      ],
    },
  },
  {
    id: 'ASI02 Tool misuse and exploitation',
    claim:
      'Each call is judged by its tool, its arguments and its reversibility before it runs, and again when it does.',
    tests: {
      [`${GATE}/release-call.test.ts`]: [
        'nothing irreversible, claimed, undeclared or denied is released, whatever the confidence and rules',
      ],
      [`${RUN}/claiming.test.ts`]: [
        'void the grant when they now deny the call',
        'ask once more when they now hold the call for a reason nobody has seen',
      ],
    },
  },
  {
    id: 'ASI03 Identity and privilege abuse',
    claim: 'Who asks is the authenticated key; a role never grows by what a caller says of itself.',
    proofs: ['fuzz'],
    tests: {
      'src/engine/access/access.test.ts': [
        'a token never stands above its person, also when the person falls later',
        'two tokens of one person are one principal, each with its own role',
      ],
      'src/soulgate/gates.test.ts': ['says who asked, whatever the body says'],
    },
  },
  {
    id: 'ASI04 Agentic supply chain',
    claim:
      'What a tool says of itself is a claim until a person confirms it, and a changed definition voids that.',
    tests: {
      'src/engine/tools/tools.test.ts': [
        'takes what a remote server says as a claim even when told otherwise',
        'survives the same declaration and is voided by a changed one',
      ],
    },
  },
  {
    id: 'ASI05 Unexpected code execution',
    claim:
      'Workspace tools stay in one folder, follow no link out of it, and run no code; expressions are bounded.',
    tests: {
      'src/workspace/escape.test.ts': [
        'to a file outside is refused by every tool',
        'that stays inside is followed for reading and refused as the target of an effect',
      ],
      'src/engine/tools/argument-validation.test.ts': [
        'runs a pattern that would backtrack for ever in linear time',
      ],
      'src/engine/guardrails/expression.test.ts': ['answers a hostile regular expression at once'],
    },
  },
  {
    id: 'ASI06 Memory and context poisoning',
    claim: 'What was read from elsewhere never counts as a person’s word, however often it is repeated.',
    tests: {
      [`${GATE}/provenance.test.ts`]: [
        'with hidden characters never counts as said',
        'inside a longer address or number does not count as said',
      ],
    },
  },
  {
    id: 'ASI07 Insecure communication between agents',
    claim: 'Agents see and use their own runs, gates and grants only; a grant is for its key and digest.',
    tests: {
      'src/soulgate/visibility.test.ts': [
        'finds nothing of others, as if it did not exist',
        'cannot put a run or a gate into the session of another',
      ],
    },
  },
  {
    id: 'ASI08 Cascading failures',
    claim:
      'The first failure stops the rest of a proposal; dependencies that fail hold what they would have released.',
    proofs: ['simulation'],
    tests: {
      [`${RUN}/ending.test.ts`]: [
        'stops at the first failure, and the grants of the rest are taken back',
        'is unknown, and stops the rest, when a person aborts',
      ],
      'src/store/sqlite/sqlite-faults.test.ts': [
        'tells every work of a batch that the disk is full, keeps nothing of them, and goes on when there is room',
      ],
    },
  },
  {
    id: 'ASI09 Exploiting the trust of people',
    claim:
      'A card shows the exact call before any verdict; what an agent writes is boxed, inert and never cut silently.',
    tests: {
      'test/browser/inbox.test.ts': [
        'waits with approving until an over-long value was opened',
        'shows whatever an agent wrote as text, and hidden characters by their code',
      ],
      [`${GATE}/deciding.test.ts`]: [
        'in a batch refuses what must be looked at by itself',
        'on an over-long card needs that this person opened the whole of it',
      ],
    },
  },
  {
    id: 'ASI10 Rogue agents',
    claim:
      'A person stops everything within a second from any screen; what ran is in a chain that shows tampering.',
    tests: {
      'src/engine/stop/stop.test.ts': [
        'counts at once in every process and in every transaction, until an admin lifts it',
      ],
      'src/engine/calls/outside-grants.test.ts': [
        'is refused while everything is stopped, and possible again when the stop is lifted',
        'is possible for a reviewer until it was consumed',
      ],
    },
  },
  {
    id: 'AISVS 9.2 Approval of irreversible actions',
    claim: 'Irreversible and externally reversible calls always need a person.',
    tests: {
      [`${GATE}/release-call.test.ts`]: [
        'a proposal is as dangerous as its most dangerous call, in any order',
      ],
    },
  },
  {
    id: 'AISVS 9.2 Complete parameters on the request',
    claim: 'The card shows the canonical arguments, whole; approval waits until the over-long was opened.',
    tests: { 'test/browser/inbox.test.ts': ['waits with approving until an over-long value was opened'] },
  },
  {
    id: 'AISVS 9.2 Approval bound to the action',
    claim: 'A grant bears the digest over session, run, call, requester, tool definition and arguments.',
    tests: {
      'src/engine/calls/outside-grants.test.ts': [
        'is for its digest and its key only, and a wrong try leaves it good',
        'voids it when the tool is not what it was',
      ],
    },
  },
  {
    id: 'AISVS 9.2 Single use',
    claim: 'A grant is consumed once, in the transaction that records the intent.',
    tests: {
      'src/engine/calls/outside-grants.test.ts': [
        'works once, and leaves the intent in the ledger before anything runs',
        'has one winner of sixteen',
      ],
    },
  },
  {
    id: 'AISVS 9.2 Approvals expire',
    claim: 'Gates and grants have a life; what comes after it counts for nothing.',
    tests: {
      'src/engine/calls/outside-grants.test.ts': ['ends with the life of the grant'],
      [`${GATE}/gate-life.test.ts`]: ['keeps answers that come too late, and none of them counts'],
    },
  },
  {
    id: 'AISVS 9.2 Compensation where rollback is possible',
    claim: 'Reversible calls keep what taking them back needs, and are taken back in reverse order.',
    tests: {
      'src/engine/calls/undo.test.ts': [
        'restores what was there, once, and is in the chain',
        'stops where something changed, and says what was taken back before',
      ],
    },
  },
  {
    id: 'AISVS 9.6.2 Delegation',
    claim:
      'An agent acts under its own key; on whose behalf it does is the key’s, not the body’s, at every call.',
    tests: {
      'src/engine/calls/outside-grants.test.ts': ['is asked about the name of the key, not what a body says'],
      'src/soulgate/visibility.test.ts': ['decides nothing, not even on its own gates'],
    },
  },
  {
    id: 'AISVS 12.4.2 Forensics',
    claim:
      'Who proposed, why it was held, who decided what and what ran can be exported and proven without the server.',
    tests: {
      'src/engine/audit/verify-export.test.ts': [
        'verifies, and says up to where a cut would be noticed',
        'names what is missing, doubled or out of order',
      ],
    },
  },
]

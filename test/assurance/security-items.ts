import type { Claim } from './claims.ts'

const GATE = 'src/engine/gate'
const RUN = 'src/engine/run'
const API = 'src/surfaces/api'
const MCP_GATEWAY = 'src/surfaces/mcp/gateway/gateway.program.test.ts'

/**
 * OWASP Top 10 for Agentic Applications (2026), and controls 9.2, 9.6.2 and 12.4.2 of OWASP AISVS 1.0; what each asks
 * in our words.
 */
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
      [`${API}/whose-words.program.test.ts`]: [
        'holds a host that stands only in the goal of an agent’s key, and says whose words it stands in',
        'holds the same host where the words came with the saved credential of a person',
        'holds a host that only a chat message of %s names',
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
      [`${API}/one-reading-rule.program.test.ts`]: [
        'denies it to %s as an artifact of a gate too, and says so in the chain',
        'leaves such files out of a search over the whole workspace, and says how many places',
        'is not passed by a link that leads there',
        'lets no read pass that policy would release: %j',
        'refuses an artifact that changed after it was opened, names it, and takes it when it was seen again',
      ],
      [`${GATE}/release-call.test.ts`]: [
        'nothing irreversible, claimed, undeclared or denied is released, whatever the confidence and rules',
      ],
      [`${RUN}/claiming.program.test.ts`]: [
        'void the grant when they now deny the call',
        'ask once more when they now hold the call for a reason nobody has seen',
      ],
      'src/surfaces/api/guarded-calls.program.test.ts': [
        'whatever tool it comes by: by its name, its words, or a program that it is named after',
        'also in a run of our own, which no score releases',
        'a denied path is denied however a command names it; a caller takes nothing away',
      ],
      'src/notices/notices.program.test.ts': [
        'never reaches a private address that the operator has not named with its port',
        'does not follow a redirect, and knows an address that wants no more',
      ],
      'src/workspace/http-get.program.test.ts': [
        'connects to the address that was checked, whatever the name means later',
      ],
    },
  },
  {
    id: 'ASI03 Identity and privilege abuse',
    claim: 'Who asks is the authenticated key; a role never grows by what a caller says of itself.',
    proofs: ['fuzz'],
    tests: {
      'src/engine/access/access.program.test.ts': [
        'a token never stands above its person, also when the person falls later',
        'two tokens of one person are one principal, each with its own role',
      ],
      'src/soulgate/gates/gates.program.test.ts': ['says who asked, whatever the body says'],
      'src/engine/access/passkeys.program.test.ts': [
        '%s makes no passkey and signs nobody in',
        'counts once, in time, and only for whom it was asked',
        'by a copy that lags behind is refused',
      ],
      [`${API}/oidc.program.test.ts`]: [
        'nobody is signed in by an address that is not verified, not known, or by another account with it',
        'a token for another sign-in or another program signs nobody in',
      ],
      'test/secrets/secrets.program.test.ts': [
        'an outside executor is granted the reference and never the value',
      ],
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
      'src/surfaces/api/tools.program.test.ts': [
        'an agent does not replace what an admin declared, and rules built on it go on',
        'one agent does not replace the claim of another, which changes its own',
        'rules that speak of reversibility take a claimed tool for irreversible',
        'meanings that were marked once stay, whatever a newer claim leaves out',
        'grants of a withdrawn tool cannot be consumed, nor can those of a gate approved afterwards',
      ],
      'src/soulgate/agents/mcp-sources.program.test.ts': [
        'does not call what the server changed after its approval, and holds it anew',
        'takes no tool of a server that offers too many (%s), and says so',
      ],
      'src/engine/gate/build-gate.test.ts': [
        'shows a call of a tool that nobody confirmed without the display that it brought',
      ],
      [MCP_GATEWAY]: [
        'counts once a reviewer confirmed it; a definition that changes is held again',
        'a definition that changes while people look is not called, whatever they approved',
        'is listed as its own claim, with what is hidden written out',
      ],
      'src/surfaces/mcp/gateway/definitions.test.ts': [
        'is pessimistic where the server says nothing, and irreversible unless it only reads',
        'changes with everything that the server says of it, and with who serves it',
      ],
    },
  },
  {
    id: 'ASI05 Unexpected code execution',
    claim:
      'Workspace tools stay in one folder, follow no link out of it, and run no code; expressions are bounded; no script that a model wrote runs in a page that is exported.',
    tests: {
      'src/workspace/escape.program.test.ts': [
        'to a file outside is refused by every tool',
        'that stays inside is followed for reading and refused as the target of an effect',
      ],
      'src/engine/tools/argument-validation.test.ts': [
        'runs a pattern that would backtrack for ever in linear time',
      ],
      'src/engine/guardrails/expression.test.ts': ['answers a hostile regular expression at once'],
      'src/engine/pages/export.test.ts': [
        'an exported page runs our script by its hash and nothing else, as its first word',
        '%s that somebody wrote is not in the zip',
      ],
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
      'src/engine/soul/local-soul.program.test.ts': [
        'lets nobody be heard in a run who may say less than who asked for it',
      ],
      'src/engine/iterations/verify.test.ts': [
        'stands only on words that were said; everything else is an assumption',
      ],
      'src/engine/iterations/iterations.program.test.ts': [
        'what an agent asks for is no word of a person: its source says whose it is',
      ],
      [`${API}/iterations.program.test.ts`]: [
        'is versioned: a later plan of the session never writes over an earlier one',
      ],
    },
  },
  {
    id: 'ASI07 Insecure communication between agents',
    claim: 'Agents see and use their own runs, gates and grants only; a grant is for its key and digest.',
    tests: {
      'src/soulgate/visibility.program.test.ts': [
        'finds nothing of others, as if it did not exist',
        'cannot put a run or a gate into the session of another',
      ],
      'src/surfaces/mcp/http.program.test.ts': [
        'acts with the key that was shown, and with its rights alone',
        'a session is its own key’s, and ends',
        'a state that is no gate of the caller leads nowhere',
      ],
      'src/engine/webhooks/webhooks.program.test.ts': [
        'signs as Standard Webhooks says, with a secret that is shown once and lies sealed',
        'is told once of what happens after it was made, in the least words',
      ],
    },
  },
  {
    id: 'ASI08 Cascading failures',
    claim:
      'The first failure stops the rest of a proposal; dependencies that fail hold what they would have released.',
    proofs: ['simulation'],
    tests: {
      [`${RUN}/completion.program.test.ts`]: [
        'stops at the first failure, and the grants of the rest are taken back',
        'is unknown, and stops the rest, when a person aborts',
      ],
      'src/store/sqlite/sqlite-faults.program.test.ts': [
        'tells every work of a batch that the disk is full, keeps nothing of them, and goes on when there is room',
      ],
      [`${API}/sticky-rules.program.test.ts`]: ['suspends itself when a call that it released fails'],
      'src/engine/loop/sub-agents.program.test.ts': [
        'starts none of its own beyond the depth, where it is not even offered',
      ],
      [MCP_GATEWAY]: ['its own failure, its garbage and its floods are its own'],
      'src/engine/insight/rollback.test.ts': [
        'restricts that agent’s key, and changes nothing for the others',
      ],
      'src/soulgate/reasoning/rollback.program.test.ts': ['limits that the asker chose count for nothing'],
      [`${API}/open-gates.program.test.ts`]: [
        'asks nothing more by %s, and is told which setting says so and what to do',
        'holds up nobody else: people ask as they like, also with the token of the command line',
      ],
    },
  },
  {
    id: 'ASI09 Exploiting the trust of people',
    claim:
      'A card shows the exact call before any verdict; what an agent writes is boxed, inert and never cut silently.',
    tests: {
      'test/browser/inbox.proof.test.ts': [
        'waits with approving until an over-long value was scrolled through',
        'shows whatever an agent wrote as text, and hidden characters by their code',
      ],
      'test/browser/injection.proof.test.ts': [
        'runs, fetches and hides nothing as names and values of arguments, goals and reasons',
      ],
      [`${API}/heading.program.test.ts`]: [
        'over a call is what the call does; the reason of the agent stands in its own field, on every surface',
      ],
      'src/engine/webhooks/webhooks.program.test.ts': [
        'a Slack message is escaped, has nothing to press, and its address is not shown',
      ],
      [`${GATE}/deciding.program.test.ts`]: [
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
      'src/engine/stop/stop.program.test.ts': [
        'counts at once in every process and in every transaction, until an admin lifts it',
      ],
      'src/engine/calls/outside-grants.program.test.ts': [
        'is refused while everything is stopped, and possible again when the stop is lifted',
        'is possible for a reviewer until it was consumed',
      ],
      [`${RUN}/last-look.program.test.ts`]: ['does not run where this process knows of the stop'],
      [`${API}/outside-runs.program.test.ts`]: [
        'is ended by %s with everything under it, and stays ended',
        'takes with it, when it is cancelled, what was let through under its name',
      ],
      [`${API}/sticky-rules.program.test.ts`]: ['suspends itself when people reject such a call later'],
    },
  },
  {
    id: 'AISVS 9.2.1 Approval of irreversible actions',
    claim: 'Irreversible and externally reversible calls always need a person.',
    tests: {
      [`${GATE}/release-call.test.ts`]: [
        'a proposal is as dangerous as its most dangerous call, in any order',
      ],
      'src/surfaces/hooks/hooks.program.test.ts': [
        'that runs a command waits for a person, and runs when they approve; its result is reported',
      ],
      'src/soulgate/gates/approval-passkey.program.test.ts': [
        'is needed where an agent says itself that its tool is harmless',
        'counts for its own gate, its own arguments and its own conditions alone',
        'counts once, also when its decision was taken back',
      ],
    },
  },
  {
    id: 'AISVS 9.2.2 Complete parameters on the request',
    claim: 'The card shows the canonical arguments, whole; approval waits until the over-long was opened.',
    tests: {
      'test/browser/inbox.proof.test.ts': [
        'waits with approving until an over-long value was scrolled through',
      ],
      [`${GATE}/deciding.program.test.ts`]: [
        'on an over-long card needs that this person opened the whole of it',
      ],
    },
  },
  {
    id: 'AISVS 9.2.3 Approval bound to the action',
    claim: 'A grant bears the digest over session, run, call, requester, tool definition and arguments.',
    tests: {
      'src/engine/calls/outside-grants.program.test.ts': [
        'is for its digest and its key only, and a wrong try leaves it good',
        'voids it when the tool is not what it was',
      ],
      'src/engine/planning/controller/plan-agent.program.test.ts': [
        'keeps what was approved under the digest that the gate showed',
      ],
      [MCP_GATEWAY]: ['also in the moment before the call'],
    },
  },
  {
    id: 'AISVS 9.2.4 Single use',
    claim: 'A grant is consumed once, in the transaction that records the intent.',
    tests: {
      'src/engine/calls/outside-grants.program.test.ts': [
        'works once, and leaves the intent in the ledger before anything runs',
        'has one winner of sixteen',
      ],
    },
  },
  {
    id: 'AISVS 9.2.5 Approvals expire',
    claim: 'Gates and grants have a life; what comes after it counts for nothing.',
    tests: {
      'src/engine/calls/outside-grants.program.test.ts': ['ends with the life of the grant'],
      [`${GATE}/gate-life.program.test.ts`]: ['keeps answers that come too late, and none of them counts'],
    },
  },
  {
    id: 'AISVS 9.2.6 Compensation where rollback is possible',
    claim: 'Reversible calls keep what taking them back needs, and are taken back in reverse order.',
    tests: {
      'src/engine/calls/undo.program.test.ts': [
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
      'src/engine/calls/outside-grants.program.test.ts': [
        'is asked about the name of the key, not what a body says',
      ],
      'src/soulgate/visibility.program.test.ts': ['decides nothing, not even on its own gates'],
      'src/surfaces/mcp/http.program.test.ts': [
        'acts with the key that was shown, and with its rights alone',
      ],
      'test/guardrails/approvers.program.test.ts': [
        'the owner of an agent’s key is not separate from it; another person is',
      ],
    },
  },
  {
    id: 'AISVS 12.4.2 Forensics',
    claim:
      'Who proposed, why it was held, who decided what and what ran can be exported and proven without the server.',
    tests: {
      'src/engine/audit/verify-export.program.test.ts': [
        'verifies, and says up to where a cut would be noticed',
        'names what is missing, doubled or out of order',
      ],
      'src/engine/audit/trust.program.test.ts': [
        'is caught by the key of the home, whatever rows it holds',
        'that puts the forger’s key before the right one does not make it a predecessor',
      ],
      'src/engine/stop/stop.program.test.ts': ['keeps the first word, and each change is one event'],
      'src/soulgate/health/traces.program.test.ts': ['nothing that a person or an agent wrote is in them'],
    },
  },
]

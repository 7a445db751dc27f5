import type { Claim } from './claims.ts'

const API = 'src/surfaces/api'
const GATE = 'src/engine/gate'
const CALLS = 'src/engine/calls'
const REASONING = 'src/engine/reasoning'
const INBOX = 'test/browser/outcomes.proof.test.ts'

/** Kinds of holes that were found by attacking the program or by using it, what holds now, and the tests that show it. */
export const ATTACKS: readonly Claim[] = [
  {
    id: 'A file is changed while its call waits, or between the approval and the run',
    claim:
      'What a call rests on is compared when it is shown, approved and run: nothing runs on other files than those that stood there.',
    tests: {
      [`${API}/drift.program.test.ts`]: [
        'is read again before it is shown and before it is approved; what changed is named',
        'is all that a folder holds',
        'what changed after the approval is asked about again, and nothing has run',
        'is no digest that anybody could learn from the gate',
      ],
      'src/workspace/evidence.program.test.ts': [
        'is the file that it replaces, its content, and whether there is one',
      ],
    },
  },
  {
    id: 'A command gets out of the class or the folder that people let run',
    claim:
      'Every command of a line must be allowed, with known options, in a folder that the host names; links and .. are followed; anything else it is given keeps the class of its tool.',
    tests: {
      'src/engine/permissions/commands.program.test.ts': [
        'a line that is given something beside itself may do more than it says',
        'so does a line of which it is not known where it runs',
        'tests and builds are an accepted risk, contained only in a sandbox of the host',
      ],
      'src/surfaces/hooks/hooks.program.test.ts': [
        'that a person lets run there is not asked about again, by nobody; elsewhere it is',
        'is told to the host without it, and refused where the gate moved it elsewhere',
      ],
    },
  },
  {
    id: 'An approval is made to let more run than was shown, or lets run what cannot be taken back',
    claim:
      'What may be remembered is offered by the server, tried by the release rule, shown with what never passes, signed with the decision, and taken word for word.',
    tests: {
      [`${API}/remember.program.test.ts`]: [
        'is its own command or its like, in its folder; approved with it, and not asked about again',
        'is nothing for what reaches further: pushing, deploying, deleting, what cannot be read',
        'is nothing where a guideline asks for a look, or the tool is only claimed',
        'is refused unless they are offered for this gate, word for word, to a reviewer',
      ],
      [`${API}/permissions.program.test.ts`]: [
        'run without being asked where a permission says so, and only those that it names',
        'only reviewers give permissions, and no agent reads them',
      ],
    },
  },
  {
    id: 'A client sends its token in the clear to another machine',
    claim:
      'Clients, commands, hooks and workers speak plain http to this machine alone unless somebody allows more, and follow no redirect.',
    tests: {
      'src/contracts/server-address.test.ts': [
        'a token is not sent in the clear to %j, and what to do instead is said',
      ],
      'src/sdk/sdk.program.test.ts': [
        'sends a token over plain http to this machine alone, unless somebody says that the network is safe',
        'follows no redirect with a token',
      ],
      'src/surfaces/cli/program.program.test.ts': [
        '%s %s sends no token in the clear to another machine, and says what to do',
      ],
      'src/surfaces/hooks/hooks.program.test.ts': [
        'a key is not sent over plain http to another machine, and nothing is let through',
      ],
      'test/workers/remote-limits.program.test.ts': [
        'sends its token in the clear to no other machine, unless it is told that the network is safe',
      ],
      'test/clients/python.program.test.ts': [
        'does not decide, and sends no token in the clear',
        'sends what goes to this machine through no proxy, whatever the environment says',
        'follows no redirect with its token',
      ],
    },
  },
  {
    id: 'A worker’s token is used for more than carrying its agents',
    claim:
      'It reads, decides and forges nothing; what is not leased to it is refused; revoking it ends it at once.',
    tests: {
      'test/workers/remote-workers.program.test.ts': [
        'lets the token of a worker carry the agents that it names, and nothing else',
        'leaves a changed definition to a person, and the name to the worker that brought it first',
        'sends again what a cut connection loses, and does nothing twice',
        'ends a run as if its worker had never died, at whichever message it dies',
      ],
      'test/workers/hostile-worker.program.test.ts': [
        'takes no agent that is called %s, like one of the program itself',
        'keeps at most 100 sessions of one token, and lets another one connect',
        'opens no stored secret for a tool on a worker, also after a person declared the same tool',
      ],
      'src/engine/catalog/catalog.program.test.ts': [
        'takes at most 1,000 tools from one key, and goes on taking those of others',
      ],
    },
  },
  {
    id: 'The key of a model provider is sent to another host, or told',
    claim:
      'A key is sealed for its host, opens for no other, and stands in no answer, event, log or error, whole or in part.',
    tests: {
      'test/models/models.proof.test.ts': [
        'a key is in no answer, no event and no file, and opens for its own host alone',
        'a sealed key does not open for an address that was put into the database behind our back',
        'the address %s is refused',
        'a credential of %s changes and tries nothing',
      ],
      'src/llm/ai-sdk/ai-sdk.program.test.ts': [
        'a key follows no redirect, and stands in no message',
        'a key stands in no message that is cut %d characters behind its beginning',
      ],
    },
  },
  {
    id: 'Words that were not understood widen what a call touches',
    claim:
      'A named thing is that thing alone, a bare name that fits several is asked about, and sets need words that say so.',
    tests: {
      [`${REASONING}/verify/verify.test.ts`]: [
        'never becomes several things: %s',
        'lists what a bare name may be; a path means one thing',
        'may be a set where the words say so',
      ],
      [`${REASONING}/propose/files/plan-files.test.ts`]: [
        'never touch the one that is excepted (%s)',
        'is none of the others where there is no such file',
      ],
    },
  },
  {
    id: 'Questions, reports, conditions and retractions are taken for orders',
    claim:
      'Words that order nothing propose no write; a condition is quoted and held; words left over are quoted.',
    tests: {
      [`${REASONING}/verify/verify.test.ts`]: ['is accounted for by a call, or quoted: %s'],
      [`${GATE}/release-call.test.ts`]: ['5: holds a reversible write whatever its score: %s'],
    },
  },
  {
    id: 'A score lifted by small talk releases a write',
    claim: 'No score releases a call with effects.',
    tests: {
      [`${CALLS}/propose-call.program.test.ts`]: [
        'that writes is released by no score: at a confidence of %d it is %s',
      ],
    },
  },
  {
    id: 'The audit chain is sealed again with another key',
    claim: 'Only keys that were known before vouch for a chain, in an export and in the live store.',
    tests: {
      'src/engine/audit/trust.program.test.ts': [
        'is refused where the right key is named, by its id or by its fingerprint',
      ],
      'test/soulgate/audit-trust.proof.test.ts': [
        'that was sealed with another key, and its key rows replaced, is broken for its home',
      ],
    },
  },
  {
    id: 'Checkpoints are taken out of the live store, and the server seals what was rewritten',
    claim: 'A home remembers what it sealed, names what is gone, and seals nothing over it.',
    tests: {
      'test/soulgate/audit-record.proof.test.ts': [
        'is found while the server runs, with the first checkpoint that is gone, and nothing is sealed over it',
        'is found although its events fit each other again',
        'is found when only its last checkpoints are gone',
        'is no alarm where another home sealed later, or nothing was sealed since the key was rotated',
      ],
    },
  },
  {
    id: 'A tool is declared anew, or first in another’s name, to lose its risk and the marks that rules rest on',
    claim:
      'What stands higher is not replaced; a claim counts as irreversible; marked meanings stay; nothing runs as what another key declared.',
    tests: {
      [`${API}/tools.program.test.ts`]: [
        'an agent does not replace what an admin declared, and rules built on it go on',
        'rules that speak of reversibility take a claimed tool for irreversible',
        'meanings that were marked once stay, whatever a newer claim leaves out',
      ],
      'src/sdk/gated.program.test.ts': [
        'a gated function does not run as what another key declared in its name (as %s), confirmed or not',
      ],
      'src/surfaces/mcp/gateway/gateway.program.test.ts': [
        'a tool that another key declared in its name, as harmless, is not the one that is called, confirmed or not',
      ],
    },
  },
  {
    id: 'A denied file is read by another way: artifact, search, list, copy, link, preview, difference',
    claim: 'One rule for reading, asked by whatever reads the workspace.',
    tests: {
      [`${API}/one-reading-rule.program.test.ts`]: [
        'denies it to %s as an artifact of a gate too, and says so in the chain',
        'leaves such files out of a search over the whole workspace, and says how many places',
        'is not passed by a link that leads there',
      ],
      [`${API}/one-reading-rule-views.program.test.ts`]: [
        'is left out for %s where a rule denies it, and the refused read is in the chain',
        'are named without a preview where a rule %s reading them',
      ],
      [`${API}/gate-changes.program.test.ts`]: [
        'names of a folder that goes no file that may not be read, and counts those with whatever is too much to list',
        'does not call a folder empty that is too large to be listed',
      ],
    },
  },
  {
    id: 'A denied file is told to a service outside',
    claim: 'A remote Soul learns nothing of files that may not be read.',
    tests: {
      'test/soulgate/told-outside.program.test.ts': [
        'a remote Soul is told nothing of files that people may not have read',
      ],
    },
  },
  {
    id: 'An agent’s words, or those of a saved token, count as a person’s',
    claim: 'Whose words a text is follows from the credential alone.',
    tests: {
      [`${API}/whose-words.program.test.ts`]: [
        'holds a host that stands only in the goal of an agent’s key, and says whose words it stands in',
        'holds the same host where the words came with the saved credential of a person',
      ],
      'src/soulgate/agents/context.program.test.ts': [
        'takes for a person’s words what they read of an option, not the id that the agent gave it',
      ],
      'src/soulgate/agents/proposals.program.test.ts': [
        'takes no instruction that an option brings with it for a person’s words',
        'leaves to the program the gates that only it may open',
      ],
    },
  },
  {
    id: 'The saved token speaks, vouches or hides in a person’s name',
    claim: 'It starts, asks and stops, and nothing else.',
    tests: {
      [`${API}/saved-token.program.test.ts`]: ['may not $place', 'is told where the person can do it'],
    },
  },
  {
    id: 'The agent writes the headline under which a person decides',
    claim: 'Headings are computed from the call; an agent’s words stand in a box of their own.',
    tests: {
      [`${API}/heading.program.test.ts`]: [
        'stands above risks and other ways that say which of them are the agent’s words',
        'over a call is what the call does; the reason of the agent stands in its own field, on every surface',
        'is bound to what people look at: other words of the agent make another card',
      ],
    },
  },
  {
    id: 'What was looked at changes before it is approved',
    claim: 'Evidence is compared again at the approval, and opened by the one who approves.',
    tests: {
      [`${API}/one-reading-rule.program.test.ts`]: [
        'refuses an artifact that changed after it was opened, names it, and takes it when it was seen again',
      ],
      [`${GATE}/deciding.program.test.ts`]: ['was opened by the very person who approves it'],
      [INBOX]: ['stands above the verdict, and nothing is approved before its end was seen'],
    },
  },
  {
    id: 'An edit is dropped by approving the original beside it',
    claim: 'While arguments are edited the only approval is that of the edit.',
    tests: {
      [INBOX]: ['while arguments are edited says what it changes, and no key approves them unchanged'],
    },
  },
  {
    id: 'Odd calls ride along in a batch',
    claim: 'A batch holds what is held for the same reasons; what is unlike them is split off.',
    tests: {
      'src/soulgate/gates/decide-batch.program.test.ts': [
        'approves what is held for the same reasons and splits off what is held for another',
      ],
      [INBOX]: ['are those held for the same reasons; what is unlike them is never part of the yes'],
      'test/browser/truthful.proof.test.ts': ['are approved only after the last of them was in view'],
    },
  },
  {
    id: 'Failure looks like success, or nobody learns what came of an approval',
    claim:
      'The outcome is computed from the calls and told to whoever approved; Undo is within reach on a phone.',
    tests: {
      [`${GATE}/outcomes.test.ts`]: ['is failure where it completed and none of its calls succeeded'],
      [INBOX]: [
        'is told to whoever approved, also for a call of an outside executor that failed',
        'can be taken back on a phone: Undo is on the screen and no verdict is covered',
      ],
      'test/browser/truthful.proof.test.ts': [
        'call a run whose calls failed by what came of it, in the list, on its page and on its card',
        'reads why there is nothing to decide, and finds no button that would fail',
      ],
    },
  },
  {
    id: 'What a person typed is thrown away',
    claim: 'Answers given so far are heard, and drafts outlive a decision made elsewhere.',
    tests: {
      'src/engine/loop/answers.test.ts': ['is heard with what was answered so far'],
      [INBOX]: ['keeps what was typed when somebody else decides first'],
    },
  },
  {
    id: 'One key or address takes the service from everybody',
    claim:
      'Limits the asker chose count for nothing, one key restricts only itself, and no sign-in that is good is locked out.',
    tests: {
      'src/soulgate/reasoning/rollback.program.test.ts': [
        'limits that the asker chose count for nothing',
        'one key that asks for what nobody answers restricts itself, and the health says how that is lifted',
      ],
      [`${API}/sign-in-limits.program.test.ts`]: [
        'is told to wait, and the link of a person at the same address still works',
      ],
      [`${API}/open-gates.program.test.ts`]: [
        'asks nothing more by %s, and is told which setting says so and what to do',
      ],
      [`${API}/write-limits.program.test.ts`]: ['(%s, %s) is asked to wait, and may go on after that'],
      'src/soulgate/agents/triggers.program.test.ts': [
        'puts no more questions before people than a key may, loses no event over it, and tells a sender to come back',
      ],
    },
  },
  {
    id: 'A gate or tool is made that nobody can decide or nothing fits',
    claim: 'A quorum nobody could fill and a schema without end are refused when they are asked for.',
    tests: {
      [`${API}/open-gates.program.test.ts`]: ['%s is refused when it is asked for, with the reason'],
      [`${API}/tools.program.test.ts`]: ['a schema that never ends or that nothing fits, named at %s'],
    },
  },
  {
    id: 'A restore brings rights back to life',
    claim:
      'Grants are revoked, everything is stopped, and bearer tokens are named and revoked unless somebody says otherwise.',
    tests: {
      'src/surfaces/cli/restore.program.test.ts': [
        '%j names the tokens that would live again and revokes them',
        '--keep-tokens lets them work again and names them',
      ],
    },
  },
  {
    id: 'Hidden characters, other letters or other Unicode forms pass a rule about paths',
    claim:
      'Hidden characters hold; forms are one; case counts as the file system of the workspace counts it.',
    tests: {
      [`${API}/one-reading-rule.program.test.ts`]: ['lets no read pass that policy would release: %j'],
      'test/soulgate/path-rules.program.test.ts': [
        'holds in every letter case where the file system takes them for the same',
        'holds for composed and decomposed letters everywhere, and for one case where there are two',
      ],
    },
  },
  {
    id: 'The database of a home is read by other users',
    claim: 'It is for its owner alone, whatever the umask.',
    tests: {
      'src/store/sqlite/sqlite.program.test.ts': [
        'keeps its files to their owner, whatever the umask says, and files of before too',
      ],
    },
  },
  {
    id: 'Mandatory rules miss ordinary calls',
    claim:
      'What a call is follows from its tool, commands and paths, on every surface; a rule switched off asks nothing.',
    tests: {
      [`${API}/guarded-calls.program.test.ts`]: [
        'whatever tool it comes by: by its name, its words, or a program that it is named after',
        'also in a run of our own, which no score releases',
        'a rule that is switched off opens its gate no more',
      ],
    },
  },
  {
    id: 'A worse report, a condition or a switched-off rule is passed over',
    claim:
      'A lower report replaces the card; conditions bind outside agents; a default that is off does not act.',
    tests: {
      [`${API}/confidence.program.test.ts`]: [
        'a lower report replaces the gate, so that nobody approves what they have not seen; a better one hides nothing',
        'with the guideline switched off nobody is asked, unless another rule does',
      ],
      [`${API}/outside-conditions.program.test.ts`]: [
        'what a person attached binds the later calls with an effect of that session, and only them',
      ],
    },
  },
  {
    id: 'A grant outlives its run, or a hold that came later runs without being asked about',
    claim: 'Grants die with the run they were given for; a new hold asks people before anything runs.',
    tests: {
      [`${API}/outside-runs.program.test.ts`]: [
        'of somebody else takes with it all the same what was let through under its name',
        'takes with it, when it is cancelled, what was let through under its name',
        'lets nothing through once it is over',
      ],
      [`${CALLS}/outside-grants.program.test.ts`]: [
        'is put before people where it holds the call, and what they approve is a new grant',
      ],
      [`${CALLS}/outside-holds.program.test.ts`]: [
        'a grant dies with the run that its holder ended, and with no other',
        'what a sticky rule released is asked about once the rule is gone',
        'a condition of %s holds what policy released there before, and nothing elsewhere',
      ],
    },
  },
  {
    id: 'Our own agent proposes what it cannot run',
    claim:
      'It chooses among tools that this program executes, whatever others declare or write into their descriptions.',
    tests: {
      'test/soulgate/told-outside.program.test.ts': [
        'a goal of a person is never answered by a tool that only an outside executor can run',
      ],
    },
  },
  {
    id: 'Answers and results that say two things',
    claim: 'A decision that contradicts itself and a second, other result are refused.',
    tests: {
      [`${GATE}/check-request.test.ts`]: [
        'is what its instruction says: an approval takes none',
        'to edit needs an edit',
      ],
      [`${API}/grant-results.program.test.ts`]: [
        'stands once it was reported; another one is refused, and told what stands',
      ],
    },
  },
  {
    id: 'A coding agent’s hook judges another place or another call than the one that runs',
    claim: 'Without the folder of the host nothing relative is judged; a retry goes on at the same gate.',
    tests: {
      'src/surfaces/hooks/hooks.program.test.ts': [
        'is said by the host alone: without it nothing relative is judged, and no whole path counts as inside',
        'may be a folder of the project: paths are told as they are seen from where the session began',
        'goes on at the same gate after the person typed something',
      ],
    },
  },
  {
    id: 'A model that is down, or one that writes scripts into pages',
    claim: 'That rules answered instead is said; an exported page runs our script alone.',
    tests: {
      'src/engine/iterations/iterations.program.test.ts': [
        'is named with the reason on the cards, in the record and in the plan',
      ],
      'test/pages/safety.proof.test.ts': ['runs our script and no other'],
    },
  },
  {
    id: 'An edit of one page is done to all of them, or told otherwise than it was done',
    claim: 'A page that is not there is asked about; what is said is what was changed.',
    tests: {
      'src/engine/pages/edit/edit.test.ts': [
        'asks about a page that is not there, and changes no other in its place',
        'takes the new name of a page for no name of the product',
        'puts one colour in the place of another',
      ],
    },
  },
  {
    id: 'A part of the machinery fails quietly',
    claim:
      'A fleet without workers, a refused command, an old Node and a server asking outside a call are all said; one key runs one call.',
    tests: {
      'src/soulgate/health/health.program.test.ts': [
        'answers at once what waits for a worker where none is alive, and executes it when one comes',
      ],
      'src/sdk/sdk.program.test.ts': ['that are refused throw the problem (%s)'],
      'src/surfaces/cli/node-version.program.test.ts': [
        'is looked at before anything is loaded that an older one does not have',
      ],
      'src/surfaces/mcp/gateway/gateway.program.test.ts': [
        'is asked of its only client, once it is there, and again when its folders change',
      ],
      'src/sdk/gated.program.test.ts': [
        'asked for three times at once under one key runs once, and all three get its result',
      ],
      'test/scale-out/scale-out.proof.test.ts': [
        'a node that only serves leaves when it is asked to, whatever it has enqueued',
      ],
    },
  },
  {
    id: 'A page on another port of the host uses the browser’s rights',
    claim:
      'A browser’s rights are bound to the origin of its pages; another port receives, signs and decides nothing.',
    tests: {
      'test/browser/hostile-port.proof.test.ts': [
        'receives nothing, reads nothing and decides nothing; the person in the same browser does',
        'signs nothing with the key: it is in no reach of a script, and its signatures name this port',
        'gets an answer of the authenticator for its own origin only, which signs nobody in',
      ],
    },
  },
  {
    id: 'An address gives away what it names, or a page in a preview uses the application around it',
    claim:
      'No address is a right; previews are handed to a frame that holds nothing, reaches nothing and trusts our pages alone.',
    tests: {
      'test/browser/previews.proof.test.ts': [
        'no address that the browser asks for is a right: without a signature none of them answers a page',
        'is given to the frame that asks, and to no other window of the application',
        'is nothing to somebody who opens its address by itself',
      ],
      'test/browser/hostile-port.proof.test.ts': [
        'hears nothing from the frame of previews, framed or opened, and can write nothing into it',
      ],
      'test/pages/safety.proof.test.ts': ['reaches nothing by %s'],
    },
  },
  {
    id: 'People are asked about what can never run',
    claim: 'What cannot run is refused before anybody is asked, after an edit too.',
    tests: {
      'src/surfaces/api/never-runs.program.test.ts': [
        'a goal',
        'an edit: it is refused at once with the reason, and the gate stands as it was',
      ],
    },
  },
  {
    id: 'A correction loses what it corrects, or becomes another act',
    claim: 'A steer is read together with the goal and the calls that it corrects; what is unsure is asked.',
    tests: {
      'src/surfaces/api/steers.program.test.ts': [
        'the answer changes that value, or ends it',
        'an order that says all of it is the goal from now on',
      ],
    },
  },
  {
    id: 'The vote of somebody who may not decide any more lets something run',
    claim: 'Votes of disabled or demoted people are void, and a quorum that nobody can fill says so.',
    tests: {
      'test/guardrails/approvers.program.test.ts': [
        'the vote of whoever is disabled or demoted since does not count, and the gate says so',
        'what somebody decided in an undo window does not take effect once they are disabled',
      ],
    },
  },
  {
    id: 'Rules are tried out otherwise than they act',
    claim: 'A trial derives what a call does by the function of the verdict.',
    tests: {
      'src/surfaces/api/dry-evaluation.program.test.ts': ['of %s with %j'],
    },
  },
  {
    id: 'A secret on a card is read over a shoulder, by a saved credential, or in a list',
    claim:
      'People see marks until they press for it, which is in the audit trail and which no credential on a disk may do; what runs is unchanged.',
    tests: {
      [`${API}/hidden-secrets.program.test.ts`]: [
        'are in nothing that a %s reads of it, one by one, in lists and in answers to decisions',
        'run as they were proposed where people saw their marks alone, also in texts edited around them',
        'are never replaced by a mark that stands for none of them',
        'is refused to a %s for whom nobody asked, and leaves no event',
      ],
      'test/browser/hidden-secrets.proof.test.ts': [
        'hides them until a press, which is recorded, at %i×%i',
        'is edited beside its secrets: what was hidden runs as it was proposed, and no draft keeps it',
      ],
    },
  },
  {
    id: 'What verdicts were made from is read by an agent, gives a secret away, or is altered unseen',
    claim:
      'Kept contexts are for people, sealed where they hold secrets, erased with their session, and checked against the digest in the chain.',
    tests: {
      'src/soulgate/policy/policy.program.test.ts': [
        'refuses a draft that could not be saved, naming its field, and whoever may not read it',
        'names a verdict whose kept context is not what its event names',
        'an erased session takes what its verdicts were made from with it',
        'what looks like a secret is sealed in what is kept, and comes back to be judged',
      ],
    },
  },
  {
    id: 'A question that nobody answers keeps its run for ever, or silence becomes an answer',
    claim:
      'Where an agent set a time limit it gets `expired`: nothing ran, a late answer counts for nothing, and nobody reopens it.',
    tests: {
      'src/soulgate/agents/expiry.program.test.ts': [
        'of a gate (%s) answers `expired` to the agent',
        'is not taken back: a late approval runs nothing, and nobody reopens the gate',
        'makes no decision of one approval out of two',
        'a gate of its own waits for people as long as it takes',
        'a call whose gate expired by the settings waits until somebody reopens it',
      ],
      [`${GATE}/build-gate.test.ts`]: [
        'an edit that must be decided anew keeps the time limit that the agent set',
      ],
    },
  },
  {
    id: 'A call is approved under another display than the one that was looked at',
    claim:
      'How calls are shown is part of what an approval is bound to; a tool that nobody confirmed brings none.',
    tests: {
      [`${GATE}/build-gate.test.ts`]: [
        'binds an approval to how the calls are shown: the order of fields, and what is set side by side',
        'shows a call of a tool that nobody confirmed without the display that it brought',
      ],
      'src/surfaces/cli/tools.program.test.ts': [
        'a confirmation shows all that is vouched for, and is given by people who may alone',
      ],
    },
  },
  {
    id: 'An MCP server of the configuration holds the program up, or changes its tools after they were confirmed',
    claim:
      'It is not waited for, offers a bounded number of tools, is read ever less often while it announces changes, and anew before each call; an answer that cannot be read leaves the call to a person.',
    tests: {
      'src/soulgate/agents/mcp-sources.program.test.ts': [
        'reads the tools of a server that announces changes without end at growing intervals',
        'holds the call of a tool of an MCP server until a person has confirmed it, then runs what rules release',
        'does not call what the server changed after its approval, and holds it anew',
        'takes no tool of a server that offers too many (%s), and says so',
        'asks a person what happened where an answer is too long to be read',
        'is closed at once while a server hangs, and tells neither arguments nor the path of an address',
      ],
    },
  },
  {
    id: 'An agent of a configuration passes for another, or its tool for what it is not',
    claim:
      'No key bears the name of an agent; a tool is a claim until a person confirmed it; what agents can write is not loaded; a kill at any write doubles nothing.',
    tests: {
      'src/soulgate/agents/own-agents.program.test.ts': [
        'lets no agent’s key take the name of an agent, in either order',
        'holds a tool that was confirmed again after its definition changed',
        'takes no messages for runs of the bundled agents: those are the words of people',
      ],
      'src/soulgate/agents/schedules.program.test.ts': [
        'starts one run at each time, as the program, whose input vouches for nothing',
        'shows no schedule, with what it starts, to the key of an agent',
      ],
      'src/surfaces/cli/config-file.program.test.ts': [
        'does not load what agents can write',
        'does not load it through a link into the workspace, or where the workspace is named by one',
      ],
      'src/testing/crash-everywhere.proof.test.ts': [
        'finds an agent sound that was killed after each of its writes: nothing ungated, doubled, lost or stuck',
      ],
    },
  },
  {
    id: 'A webhook in is forged, replayed, or used to speak for a person',
    claim: 'Only a signature opens it, each id starts one run, and what arrives vouches for nothing.',
    tests: {
      'src/engine/triggers/verify-webhook.test.ts': [
        'takes nothing with %s',
        'takes what GitHub signs; the signed body is the id, because its delivery id is not signed',
      ],
      'src/soulgate/agents/triggers.program.test.ts': [
        'starts one run for each id of a signed delivery; what it says is data, and its call is held',
        'answers every request that is not verified alike, and starts nothing',
        'shows no trigger to an agent’s key, and lets it change none',
        'lets no agent start itself, and ends a circle of agents that start each other',
      ],
      'test/soulgate/triggers-two-programs.proof.test.ts': [
        'takes a delivery once that arrives at two programs at the same moment, and again after a restart',
        'starts one run for each event, however many programs look, and while one of them leaves',
      ],
    },
  },
  {
    id: 'A captured signed write is played to another server of the fleet',
    claim: 'A signed write counts once over every server of one database.',
    tests: {
      'test/soulgate/signed-writes-two-servers.proof.test.ts': [
        'a signed write that one server took is refused by the other, at once and in a race',
      ],
    },
  },
  {
    id: 'A restricted key gets more through a child run',
    claim: 'A child run stands under the key that asked for its parent, and so do its own children.',
    tests: {
      'src/engine/run/waiting.program.test.ts': ['give a key that %s no more than its own run would'],
    },
  },
]

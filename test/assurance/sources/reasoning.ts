import { type Requirement, rows } from './requirement.ts'

const REASONING = 'src/bundled/reasoning/reasoning.program.test.ts'
const OUTAGE = 'src/bundled/reasoning/soul-outage.program.test.ts'
const NO_SCORE = 'docs/decisions/2026-11-23-no-score-releases-a-write.md'

/** Document A: reasoning, approval gates, graded confidence, clarification, pre-validation, Soul. */
export const REASONING_REQUIREMENTS: readonly Requirement[] = [
  ...rows('src/bundled/reasoning/', REASONING, [
    [
      'A2',
      'Pre-validation, reasoning, gate, execution and response follow each other in one request',
      'a clear goal that no tool serves is impossible, and a way forward is named',
    ],
    [
      'A2',
      'Every answer carries success, result, approval_state and soul_request_id',
      'what reaches outside waits for a person, who is told what and why',
    ],
    [
      'A3',
      'High confidence executes at once',
      'no score releases a write: people decide, however sure it is',
      { decision: NO_SCORE },
    ],
    [
      'A3',
      'Medium confidence asks for approval, and execution is blocked until it comes',
      'an approved call runs once and the answer says that it was approved',
    ],
    [
      'A3',
      'Low confidence on an open goal asks clarifying questions',
      'an open goal comes back with questions',
    ],
    [
      'A3',
      'Low confidence where nothing can be done explains why',
      'a clear goal that no tool serves is impossible, and a way forward is named',
    ],
    [
      'A3',
      'A denied approval runs nothing and carries the person’s feedback',
      'a denied call does not run, and the reason is in the message',
    ],
    [
      'A3',
      'A request that nobody answers times out visibly, and can be tried again',
      'an unanswered gate times out visibly; reopened it can still be approved',
    ],
    [
      'A3',
      'Conditions of an approval bind what comes after it',
      'what a person attached binds the later calls with an effect of that session, and only them',
      { file: 'src/surfaces/api/outside-conditions.program.test.ts' },
    ],
    [
      'A3',
      'The time limit of a request is the life of its gate',
      'the limit of a request is the life of its gate',
    ],
    [
      'A5',
      'Answers make a new goal, which is graded anew',
      'makes a goal executable with its answers, and keeps the original goal',
    ],
    [
      'A5',
      'Questions are asked again at most twice, then the goal is rejected',
      'is asked at most three times',
    ],
    [
      'A5',
      'A person may skip clarification',
      'that is skipped leaves a suggestion, and is not asked again in the session',
    ],
    [
      'A7',
      'execution_path says which way the goal went',
      'a read runs at once by policy, and is not called sure where it is not',
    ],
    [
      'A7',
      'A goal that pre-validation stops ends before reasoning',
      'a goal that names a missing tool is stopped with a question',
    ],
    [
      'A8',
      'Autonomy is never raised by an approval: level 1 only suggests',
      'at autonomy level 1, and the proposal stands as advice',
    ],
    [
      'A8',
      'tool_results and tools_used have the same length and order',
      'has as many results as tools used, in the same order',
    ],
    [
      'A8',
      'The same goal in the same situation gives the same answer',
      'to the same goal in the same situation is the same',
    ],
    [
      'A9',
      'A share of sessions can be enabled; the rest get suggestions',
      'in a session outside the rollout',
    ],
  ]),
  ...rows('src/bundled/reasoning/', 'src/bundled/reasoning/flags.program.test.ts', [
    [
      'A8',
      'Pre-validation, gates and clarification are switched independently',
      'each stage does its part and no other',
    ],
    [
      'A8',
      'Without gates nothing is executed by default',
      'gates that are off let nothing be approved either',
    ],
  ]),
  ...rows('src/engine/soul/', OUTAGE, [
    [
      'A2',
      'Soul validates an approval request before people are asked',
      'a Soul may refuse an approval request; then nobody is asked and nothing runs',
    ],
    ['A2', 'Soul validates clarification questions', 'only the questions that Soul lets through are asked'],
    ['A2', 'Soul stores approval decisions', 'what a person decided is told to Soul, with who and when'],
    ['A8', 'Without Soul nothing runs', 'while Soul is down nothing runs and the run waits: %s'],
    [
      'A8',
      'A decision cannot be overridden by the system',
      'a Soul that finds a request valid has approved nothing: a person is asked',
    ],
    [
      'A8',
      'A Soul that cannot store does not undo a decision',
      'a decision that Soul cannot store still stands',
    ],
    [
      'A2',
      'Soul answers conversation context for the score',
      'a context is asked once for a run, once for a session with caching on, and never kept over a failure',
      { file: 'src/engine/soul/remote-soul.test.ts' },
    ],
    [
      'A8',
      'The interface to Soul is documented and has a reference implementation',
      'the reference Soul validates, refuses and remembers',
      { file: 'test/examples/soul-server.program.test.ts' },
    ],
    [
      'A10',
      'Soul that does not answer is given up after a time, and rested after failures',
      'after five failures nothing is asked for ten seconds, then one request tries',
      { file: 'src/engine/soul/remote-soul.test.ts' },
    ],
  ]),
  ...rows('src/engine/confidence/', 'src/engine/confidence/confidence.test.ts', [
    [
      'A4',
      'Four factors with weights .30, .30, .20, .20; the three scenarios come to .90, .22 and .73',
      'gives 0.90, 0.22 and 0.73 for the three stated scenarios',
    ],
    [
      'A4',
      'Each factor is in [0,1] and rises with each of its signals',
      'every rating is in [0,1] and carries evidence',
    ],
    ['A4', 'The score is deterministic and in [0,1]', 'stays in [0,1] and is the same for the same inputs'],
    [
      'A4',
      'Weights can be changed, and sum to 1',
      'refuses weights that do not sum to 1, are missing, unknown, negative or not numbers',
    ],
    ['A4', 'A fifth factor can be added', 'takes a fifth factor as one more row of the table'],
    ['A3', 'The thresholds .85 and .55 are settings', 'the bands begin exactly at their thresholds'],
  ]),
  ...rows('src/engine/reasoning/clarify/', 'src/engine/reasoning/clarify/clarify.test.ts', [
    [
      'A5',
      'Five patterns of questions: action, target, context, success criteria, constraints',
      'all five patterns come up where they are needed',
    ],
    [
      'A5',
      'Questions say whether they are required, and offer choices',
      'there are never more than five, required ones first, and each is a valid question',
    ],
    [
      'A5',
      'The answers are put into the goal',
      'an answered target takes the place of the word that pointed at it',
    ],
  ]),
  ...rows('src/engine/reasoning/prevalidate/', 'src/engine/reasoning/prevalidate/prevalidate.test.ts', [
    ['A6', 'Check 1: named tools exist, −0.3', 'a named tool that is not registered stops the goal'],
    [
      'A6',
      'Check 2: elements of the page exist, −0.2, with near names',
      'an element that the page lacks stops the goal and near ones are offered',
    ],
    ['A6', 'Check 3: context is there, −0.2', 'a pointer that leads nowhere stops the goal'],
    [
      'A6',
      'Check 4: contradictions, −0.3',
      'the same act demanded and forbidden, and bounds that no number meets, stop the goal',
    ],
    [
      'A6',
      'Check 5: scope, −0.4',
      'a program that is named as the means, and of which no tool speaks, is missing',
    ],
    [
      'A6',
      'Check 6: five steps or more are warned about, −0.1',
      'five steps or more are warned about and never stopped',
    ],
    [
      'A6',
      'The response counts checks, lists failures with their deltas and recommends',
      'counts checks, recommends, and gives each failed check as one adjustment',
    ],
    [
      'A6',
      'Pre-validation calls no tool',
      'each stage does its part and no other',
      { file: 'src/bundled/reasoning/flags.program.test.ts' },
    ],
  ]),
  ...rows('src/engine/insight/', 'src/engine/insight/insights.test.ts', [
    [
      'A9',
      'Measures with target and band: approval rate, timeouts, early exits, spread, latency, mismatches',
      'hold each measure against its target and its band, once there are enough samples',
    ],
    [
      'A9',
      'Calls and results never differ; what a guideline denied is no mismatch',
      'count no mismatch for a call that a guideline denied before it started',
    ],
    [
      'A9',
      'Whether clarifications helped is asked',
      'take one word per person about a run, the last one',
      { file: 'src/surfaces/api/insights.program.test.ts' },
    ],
  ]),
  ...rows('src/engine/insight/', 'src/engine/insight/rollback.test.ts', [
    [
      'A9',
      'More than 10 % timeouts raise the limit to 600 s, then gates go off',
      'more than a tenth of them first raises the time limit',
    ],
    [
      'A9',
      'Pre-validation that stops too much goes off',
      'pre-validation goes off when more than 40 % of what it stopped went through in other words',
    ],
    ['A9', 'A slow Soul is cached', 'a Soul slower than 200 ms is asked less often, once'],
    ['A9', 'Nothing is undone towards less caution', 'no rule ever lets more run than before'],
  ]),
  ...rows('src/soulgate/reasoning/', 'test/harness/harness.program.test.ts', [
    [
      'A9',
      'A harness runs scenarios and measures catch rate, spread, approvals and executions without approval',
      'the same scenarios give the same figures, and nothing runs without a grant',
    ],
    [
      'A9',
      'A run is compared with an earlier one, and a regression is told',
      'against a baseline, a bar that is missed now or a fall of more than two points is a regression',
      { file: 'src/soulgate/reasoning/harness-score.test.ts' },
    ],
    [
      'A9',
      'Settings are tried on past goals before they hold',
      'under the settings that stand every past goal falls as it fell',
      { file: 'test/reasoning/settings-preview.program.test.ts' },
    ],
  ]),
  ...rows('src/surfaces/api/', 'src/surfaces/api/parts.test.ts', [
    [
      'A10',
      'A hundred requests at once from one key are taken',
      'a quiet key may use the windows that it saved at once, and no more than those',
    ],
    [
      'A7',
      'Answers are HTTP 200 whatever became of the goal; errors are problems',
      'a goal is proposed, held, approved, and only then runs; a second answer is told who decided',
      { file: 'src/surfaces/api/main-job.program.test.ts' },
    ],
    [
      'A6',
      'A denied goal says whom to ask',
      'says whom to ask, advises no other tool, and is no mismatch of calls and results',
      { file: 'src/surfaces/api/guardrails.program.test.ts' },
    ],
    [
      'A9',
      'Each of the four modules is covered to 100 % of its lines by its tests (branches: `npm run coverage` says which are not)',
      'measures the coverage of modules that are there',
      { file: 'test/assurance/sources.program.test.ts' },
    ],
  ]),
]

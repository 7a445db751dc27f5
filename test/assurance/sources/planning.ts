import { type Requirement, rows } from './requirement.ts'

const CONTROLLER = 'src/engine/planning/controller'
const AGENT = `${CONTROLLER}/plan-agent.program.test.ts`
const TABLE = `${CONTROLLER}/transitions.test.ts`
const OVER_HTTP = 'src/surfaces/api/plans.program.test.ts'
const PATTERN = 'src/engine/planning/pattern/pattern.test.ts'
const STYLE = 'src/engine/planning/style/style.test.ts'

/** Document C: the planning agent. */
const FIXED_ORDER = 'docs/decisions/2026-11-28-planning-tools-in-a-fixed-order.md'

export const PLANNING_REQUIREMENTS: readonly Requirement[] = [
  ...rows('src/engine/planning/pattern/', PATTERN, [
    [
      'C6',
      'escalate_reason stands at every escalation, the RFC too',
      'a proposed subtype waits for a person, and completes once it is approved',
      { file: OVER_HTTP },
    ],
    [
      'C5',
      'Outline nodes have levels, streams and an origin',
      'what runs beside another phase is named',
      { file: 'src/engine/planning/outline/outline.test.ts' },
    ],
    [
      'C1',
      'The nearest of the five canonical patterns, with evidence and confidence',
      'the pattern fits the contract, names its evidence, and offers the next ones',
    ],
    [
      'C1',
      'A new subtype is proposed with its reasons',
      'a kind that the person has a name for is proposed with reasons, and is known once it was approved',
    ],
    [
      'C1',
      'The flags for subtypes and their RFC',
      'no subtype is proposed where that is switched off, and no reasons are written where none are asked for',
    ],
    [
      'C1',
      'A proposed subtype waits for a person and says so in planning_status',
      'a proposed subtype waits for a person, and completes once it is approved',
      { file: OVER_HTTP },
    ],
    [
      'C3',
      'introduced_by tells a person’s pattern from the system’s',
      'what a person names wins; an unknown subtype of theirs is a proposal',
    ],
  ]),
  ...rows(`${CONTROLLER}/`, TABLE, [
    [
      'C2',
      'The states and transitions are one table',
      'answers each pair of a state and an outcome, or refuses it',
    ],
    [
      'C2',
      'Every state is reached, and the two ends are left by nothing',
      'uses every outcome and reaches every state',
    ],
    [
      'C2',
      'Only a person’s approval leads to COMPLETE',
      'comes to COMPLETE by the approval of a person only, and out of every wait by people only',
    ],
    ['C2', 'The flow can be drawn', 'is drawn and told as it is'],
    [
      'C2',
      'TURN_LIMIT 10',
      'stop it after ten turns; it goes on with the limit that a person sets',
      { file: AGENT },
    ],
    [
      'C2',
      'WALL_TIME_SEC 45, without the time that people take',
      'stop it after 45 seconds of work; the time that people take is not counted',
      { file: AGENT },
    ],
    [
      'C2',
      'A repairable outline is tried again at most twice, a fatal one is asked about',
      'takes a suggested fix once, then narrows once, then asks at the limit',
      { file: AGENT },
    ],
    [
      'C2',
      'An infeasible schedule is escalated with what conflicts',
      'names what conflicts, and goes on with what the person relaxes',
      { file: AGENT },
    ],
    [
      'C2',
      'A plan that waits says in one call to action how to go on',
      'half marathon: approved outline, roadmap and schedule that keep to the words, and a calendar file',
      { file: OVER_HTTP },
    ],
    [
      'C6',
      'Escalation says what conflicts in words that hold together',
      'when nothing alone helps, two that help together are offered as one way out',
      { file: 'src/engine/planning/plan-schedule/plan-schedule.test.ts' },
    ],
  ]),
  ...rows('src/engine/planning/style/', STYLE, [
    ['C4', 'conversation_style and talkativeness change the summary', 'grows with the style of conversation'],
    ['C4', 'tone', 'has a tone'],
    [
      'C4',
      'brainstorming_preference',
      'come always, when the draft is uncertain, or when they are asked for',
    ],
    [
      'C4',
      'Two options for the concise, three for others',
      'are two for the concise and three for the others',
    ],
    [
      'C4',
      'probing_depth caps the questions',
      'the probing depth caps the questions, down to none',
      { file: 'src/engine/planning/elicit/elicit.test.ts' },
    ],
    [
      'C4',
      'autonomy changes how many questions and options',
      'who gives much autonomy is asked only what blocks, who gives little also what matters',
      { file: 'src/engine/planning/elicit/elicit.test.ts' },
    ],
    [
      'C4',
      'The style is asked once',
      'the style is asked once, and only while it is not known',
      { file: 'src/engine/planning/elicit/elicit.test.ts' },
    ],
    [
      'C4',
      'approval_policy decides how often people are asked',
      'keeps what was approved under the digest that the gate showed',
      { file: AGENT },
    ],
    [
      'C4',
      'A person’s sliders are kept; a request’s hold for its session',
      'a person’s sliders are kept, and what a request says holds for its session',
      { file: OVER_HTTP },
    ],
  ]),
  ...rows('src/engine/planning/', AGENT, [
    [
      'C5',
      'Tools answer { ok, confidence, explanations, data }; one that throws has confidence 0',
      'a tool that throws has answered with nothing, at confidence 0, and is not remembered',
    ],
    [
      'C5',
      'Tools are checked for what must come first, and remembered within a session',
      'goes on where it was, and repeats no tool',
    ],
    [
      'C5',
      'GrammarValidator finds circles, unreachable work and patterns that do not fit',
      'a circle is named with its whole path',
      { file: 'src/engine/planning/grammar/grammar.test.ts' },
    ],
    [
      'C5',
      'DependencyResolver: FS, SS, FF, SF with lag',
      'what runs in parallel waits no longer for the end of the other',
      { file: 'src/engine/planning/roadmap/roadmap.test.ts' },
    ],
    [
      'C5',
      'RoadmapBuilder tries two or three ways and says why one was taken',
      'two or three are tried, measured and compared; the best is taken, with reasons against the others',
      { file: 'src/engine/planning/roadmap/roadmap.test.ts' },
    ],
    [
      'C5',
      'ScheduleGenerator keeps time zone, calendar and strategy',
      'schedules of random plans hold everything, as an independent check sees it',
      { file: 'src/engine/planning/plan-schedule/plan-schedule.test.ts' },
    ],
    [
      'C5',
      'PortfolioProbe: conflicts, utilisation, suggested shifts',
      'names an overlap with both plans, and offers a place that is free',
      { file: 'src/engine/planning/portfolio/portfolio.test.ts' },
    ],
    [
      'C5',
      'With a language model the agent chooses tools inside a stage',
      'and answered is the author, also where another one was asked first',
      { decision: FIXED_ORDER },
    ],
    [
      'C5',
      'Utility tools measure their confidence',
      'a summary by what it leaves out of what there is to say',
      { file: 'src/engine/planning/style/style.test.ts' },
    ],
  ]),
  ...rows(`${CONTROLLER}/`, `${CONTROLLER}/stage-confidence.test.ts`, [
    [
      'C6',
      'C = .50 self-score + .30 validator + .20 heuristics',
      'is half the drafting tool’s word, three tenths the validator’s and two tenths heuristics',
    ],
    [
      'C6',
      'Go on from .70, try again from .40, ask below',
      'goes on from 0.70, tries again from 0.40, and asks below',
    ],
  ]),
  ...rows(`${CONTROLLER}/`, AGENT, [
    ['C7', 'Checkpoints: a plan goes on after its process died', 'goes on where it was, and repeats no tool'],
    [
      'C7',
      'Caps of money stop it, and a person sets the next limit',
      'a plan whose person aborts at a limit keeps what it has',
    ],
    [
      'C7',
      'The trace names stage, tool, duration, confidence, cost and violations',
      'recurring_cycle as a protocol routine comes to a schedule',
      { file: OVER_HTTP },
    ],
    [
      'C10',
      'recurring_cycle with a protocol routine',
      'recurring_cycle as a protocol routine comes to a schedule',
      { file: OVER_HTTP },
    ],
    [
      'C10',
      'milestone_project with overlapping phases and recorded options',
      'a milestone project records the ways it tried, with phases that run beside each other among them',
      { file: OVER_HTTP },
    ],
    [
      'C10',
      'Styles differ',
      'concise with high autonomy says less and offers less than conversational with ideas',
      { file: OVER_HTTP },
    ],
  ]),
]

const ITERATIONS = 'src/surfaces/api/iterations.program.test.ts'
const RUNS = 'src/engine/iterations/iterations.program.test.ts'

/** Document E: proposal and checkpoint gates for plans in iterations. */
export const ITERATION_REQUIREMENTS: readonly Requirement[] = rows('src/engine/iterations/', ITERATIONS, [
  [
    'E1',
    'A proposal is shown, approved, and only then iterated',
    'is proposed, approved, followed live, looked at half way, completed, remembered and exported',
  ],
  ['E1', 'Rejecting cancels the planning', 'that is rejected cancels the planning'],
  [
    'E1',
    'Adjusting makes another proposal with its feedback',
    'that is adjusted becomes another with a new id; the old id is told which one stands now',
  ],
  [
    'E1',
    'The request carries goal, iterations and interval',
    'takes its control values from what was proposed, and nothing else from the client',
  ],
  [
    'E2',
    'A checkpoint every N iterations, with summary and insights',
    'is proposed, approved, followed live, looked at half way, completed, remembered and exported',
  ],
  [
    'E2',
    'Pausing leads to a synthesis of what exists',
    'at which somebody stops leads to a synthesis of what exists',
  ],
  ['E2', 'Adjusting the strategy changes the coming iterations', 'redirects the coming iterations'],
  [
    'E3',
    'POST /api/approve answers for the person of the run',
    'is answered by people of this run alone, with a status that fits',
  ],
  [
    'E3',
    'max_iterations: 1 is one run of the planning agent',
    'of one iteration is one run of the planning agent, which the session answers',
  ],
  [
    'E4',
    'State outlives the process',
    'around a write on SQLite',
    { file: 'test/crash/crash-iterations.proof.test.ts' },
  ],
  [
    'E4',
    'Fifty plans wait without holding anything',
    'fifty plans at once wait on one process without holding anything, and each goes on',
    { file: RUNS },
  ],
  [
    'E5',
    'Each iteration adds something new, and data points have words behind them',
    'adds something new in each iteration, and every data point has words behind it',
  ],
  [
    'E5',
    'Memory entities of the final plan',
    'is versioned: a later plan of the session never writes over an earlier one',
  ],
  ['E6', 'An expired session is told', 'of thirty days ends the session, unless an approval is still open'],
  [
    'E6',
    'Silence is neither yes nor no',
    'is neither yes nor no: the approval expires, is asked again, and then counts',
  ],
  [
    'E6',
    'An iteration that fails is tried again, then asked about',
    'comes before people after three attempts, and never again by itself',
    { file: RUNS },
  ],
  [
    'E7',
    'Progress, checkpoint and final plan are seen live',
    'events are told as progress a person can follow',
    { file: 'src/surfaces/cli/iterations.test.ts' },
  ],
  [
    'E9',
    'APPROVAL_GATES=false approves by the system, for tests',
    'each proposal and checkpoint is opened and visibly approved by the system, whenever it comes',
    { file: 'src/soulgate/gates/auto-approve.program.test.ts' },
  ],
])

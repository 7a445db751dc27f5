import { type Requirement, rows } from './requirement.ts'

const CRITERIA = 'test/guardrails/success-criteria.program.test.ts'
const REPORTS = 'src/surfaces/api/confidence.program.test.ts'
const ITEMS = 'src/soulgate/work-items/work-items.program.test.ts'
const GATE_TYPES = 'test/guardrails/gate-types.program.test.ts'

/** Document B: confidence reports, gates 0 to 8, steer, briefing, contract 1.1. */
export const GUARDRAIL_REQUIREMENTS: readonly Requirement[] = [
  ...rows('src/soulgate/confidence/', REPORTS, [
    [
      'B1',
      'POST /api/confidence takes task, agent, score 0 to 100, reasons and session',
      'the gate shows score, reasons and task, and offers approve, reject and steer',
    ],
    [
      'B1',
      'Below the threshold a gate opens by itself',
      '2 · a report below the threshold opens a gate with a briefing by itself; at the threshold none',
      { file: CRITERIA },
    ],
    [
      'B1',
      'Threshold, switch and escalation are settings and variables of the environment',
      'switched off, nothing escalates',
    ],
    [
      'B1',
      'The guideline confidence-threshold decides; switched off it asks nobody',
      'with the guideline switched off nobody is asked, unless another rule does',
    ],
    [
      'B1',
      'A worse report reaches the person',
      'a lower report replaces the gate, so that nobody approves what they have not seen; a better one hides nothing',
    ],
    [
      'B1',
      'A score out of range is 400 with its field',
      'what is out of range is 400 and names the field; unknown fields are ignored',
    ],
    [
      'B1',
      'An agent that is not known is a warning in the trail, and its report is kept',
      'a name that is not the key’s own, or that nobody knows, is a warning in the trail',
    ],
    [
      'B1',
      'A store that is down does not block the agent',
      'a store that is down never blocks the agent, and its report is written once the store is back',
      { file: 'src/soulgate/confidence/confidence.program.test.ts' },
    ],
    [
      'B1',
      'Reports are kept in the audit trail and can be asked for',
      'reports are in the trail and can be asked for',
    ],
    [
      'B1',
      'A self-score is no security control: it only adds a gate',
      'an unsure agent makes no call with an effect until a person has answered',
    ],
  ]),
  ...rows('src/bundled/workitem/', ITEMS, [
    [
      'B2',
      'The planner is an agent that understands',
      'is made of what rests on words of its brief; what the model adds, and what it passed over, is asked',
      { file: 'src/soulgate/work-items/model-planner.program.test.ts' },
    ],
    [
      'B2',
      'Gate 0: nothing is built before the intent is approved',
      '3 · nothing is built before people have approved what the planner wrote',
      { file: CRITERIA },
    ],
    [
      'B2',
      'Rejecting discards the documents and returns to step 1',
      'puts the folder back byte for byte, keeps what was rejected, and returns to the first step',
    ],
    ['B2', 'A steer corrects requirements or design', 'with artifacts has the planner change those alone'],
    [
      'B2',
      'Gate 0 is a guideline that can be switched off',
      '0 is not opened where no guideline asks for it; another rule about such gates brings it back',
    ],
    [
      'B2',
      'Gate 5: concerns of a design review',
      '5: concerns of a design review become part of the plan, which is approved anew, or are noted',
    ],
    [
      'B2',
      'Gate 6: repeated test failures',
      '6: the fourth failure of a test in a row asks people; leaving it files an issue',
    ],
    ['B2', 'Gate 7: what reaches far', '7: what reaches far asks people, in the plan and while it is built'],
    [
      'B2',
      'Gates 2 and 3: protected paths and contracts',
      '2 and 3: protected paths and contracts that builders touched ask people, whatever the commit names',
    ],
    ['B2', 'Gate 1: operations', '1: an operation is run here, handed over or left to people'],
    [
      'B4',
      'Gate 8: expand the constraint, reduce scope or abort',
      'of the plan come before people first: expanded as they say, and only then the intent',
    ],
    [
      'B4',
      'A steer that cannot be applied is asked about again with the original and the steer',
      'that cannot be followed asks again with the same documents, the steer and the reason',
    ],
  ]),
  ...rows('src/engine/gate/', CRITERIA, [
    [
      'B3',
      'Every gate takes a steer where one makes sense',
      '4 · every gate takes a steer where one makes sense, and keeps its words',
    ],
    [
      'B3',
      'The words of a steer go back to whoever asked',
      '5 · the words of a steer go back to whoever asked, and the run goes on from them',
    ],
    [
      'B4',
      'An agent says that it cannot stay within a constraint, and people choose',
      '6 · an agent that cannot stay within a constraint says so, and people choose',
    ],
    [
      'B5',
      'Every gate opens with a briefing made by the server',
      '7 · every gate opens with a briefing: what it is, who asks, what is known',
    ],
    [
      'B8',
      'All new gates are guidelines; bootstrap brings back what is missing',
      '8 · the new gates are guidelines of every installation; bootstrap brings back what is missing',
    ],
    [
      'B8',
      'Every decision is in the trail with its context',
      '11 · every decision is in the trail with all that belongs to it, and the chain proves it',
    ],
    [
      'B8',
      'The seven older gates and their clients work as before',
      '10 · the seven older gates work as before, also for a client that knows approve and reject only',
    ],
    [
      'B3',
      'A steer without words is 400; on a gate without steer it is approval with feedback',
      'over HTTP %s is a %s: the gate is %s',
      { file: GATE_TYPES },
    ],
    [
      'B3',
      'The gate types, their options, thresholds and lives',
      'over HTTP it shows its options, threshold, deadline and briefing',
      { file: GATE_TYPES },
    ],
    [
      'B3',
      'Contract 1.0 stays available beside 1.1',
      'lists, reads and decides a gate of type %s, by its own document',
      { file: 'test/guardrails/contract-v1.program.test.ts' },
    ],
  ]),
  ...rows('src/engine/guardrails/', 'src/engine/guardrails/defaults.test.ts', [
    [
      'B8',
      'The default guidelines with their ids and priorities',
      'are the 17 known ids with their priorities',
    ],
    [
      'B6',
      'Mandatory gates guard ordinary calls: commit, contract change, destructive command, deployment',
      'a person who wants the manual steps instead lets nothing run; one who says yes lets it run once',
      { file: 'src/surfaces/api/guarded-calls.program.test.ts' },
    ],
    [
      'B6',
      'A guideline that is switched off changes nothing',
      'changes nothing, whatever it says',
      { file: 'src/engine/guardrails/guideline-service.program.test.ts' },
    ],
    [
      'B6',
      'Guidelines are read, made, changed, switched, exported and imported over the API and the command line',
      'tries a file before it is saved, saves it, and brings it back from an export',
      { file: 'src/surfaces/cli/guardrails.program.test.ts' },
    ],
    [
      'B6',
      'The trail of guardrails holds real decisions',
      'names who changed what, filtered and in pages',
      { file: 'src/surfaces/api/guardrails.program.test.ts' },
    ],
  ]),
  ...rows('src/surfaces/hooks/', 'src/surfaces/hooks/hooks.program.test.ts', [
    [
      'B7',
      'The hook tells what holds with each prompt, for agent, domain, action and paths',
      'that speak of an action are told when the prompt names it',
    ],
    [
      'B7',
      'The hook enforces: what is denied does not run, what is held waits',
      'that runs a command waits for a person, and runs when they approve; its result is reported',
    ],
    ['B7', 'A steer is forwarded to the agent', 'is refused with the words of whoever rejects or steers'],
  ]),
  ...rows('src/surfaces/mcp/', 'src/surfaces/mcp/mcp.program.test.ts', [
    [
      'B7',
      'guardrails_get_context tells what holds',
      'tells what holds here, for the agent whose key it has',
    ],
    [
      'B7',
      'guardrails_log_decision takes steered with its instructions',
      'logs what was decided; a steer needs its instructions',
    ],
    [
      'B7',
      'guardrails_report_confidence reports and names the gate',
      'reports confidence and names the gate where the agent waits',
    ],
  ]),
]

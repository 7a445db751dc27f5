import type { CreateGuideline, Guideline } from '../../contracts/guideline.ts'

type Default = Pick<
  CreateGuideline,
  'name' | 'description' | 'category' | 'priority' | 'condition' | 'action'
> & {
  readonly id: string
  readonly metadata?: CreateGuideline['metadata']
}

/**
 * The 17 guidelines of a new installation, in order of priority. They speak to development agents (by agent
 * name) and to events and actions of their workflow; a call that carries none of these words meets none of them.
 */
export function defaultGuidelines(createdAt: string): readonly Guideline[] {
  return DEFAULTS.map(({ metadata, ...guideline }) => ({
    ...guideline,
    enabled: true,
    metadata: { source: 'default', ...metadata },
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    created_by: 'bootstrap',
  }))
}

/** What a developing agent works with, under the names of common coding agents and of our workspace tools. */
const DEVELOPMENT_TOOLS = [
  ...['Read', 'Grep', 'Glob', 'Bash', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Task', 'TodoWrite'],
  ...['read_*', 'list_*', 'search_*', 'find_*', 'get_*', 'write_*', 'edit_*', 'append_*', 'copy_*', 'move_*'],
  ...['create_*', 'update_*', 'run_*', 'shell*', 'exec*', 'validate_*', 'calculate', 'ask_user'],
]

function isolation(agent: string, home: string): Default {
  return {
    id: `cognitive-isolation-${agent}`,
    name: `The ${agent} agent stays in its own part`,
    description: `Keeps an agent named ${agent} to ${home}, with the tools of a developer.`,
    category: 'cognitive_isolation',
    priority: 900,
    condition: { agents: [agent] },
    action: {
      type: 'tool_restriction',
      tools_allowed: [...DEVELOPMENT_TOOLS],
      instruction: `You are the ${agent} agent. Change only ${home}. Read whatever helps you; where something else has to change, say so and leave it to the agent whose part it is.`,
    },
  }
}

function gate(
  fields: Pick<Default, 'id' | 'name' | 'description' | 'priority' | 'condition'> & {
    readonly gateNumber: number | null
    readonly action: Omit<CreateGuideline['action'], 'type'>
  },
): Default {
  const { gateNumber, action, ...rest } = fields
  return {
    ...rest,
    category: 'hitl_gate',
    action: { type: 'hitl_gate', ...action },
    metadata: gateNumber === null ? {} : { gate_number: gateNumber },
  }
}

const ISOLATIONS: readonly Default[] = [
  isolation(
    'backend',
    'workers, orchestration, infrastructure and core code, and the work items that plan them',
  ),
  isolation('frontend', 'user interface code and the work items that plan it'),
  isolation(
    'orchestrator',
    'project files that belong to nobody else: documents, contracts, rules and skills',
  ),
  isolation('devops', 'container, chart, pipeline and deployment files'),
]

const MANDATORY_GATES: readonly Default[] = [
  gate({
    id: 'hitl-gate-intent-approval',
    gateNumber: 0,
    name: 'People approve the intent before anything is built',
    description: 'A planner has finished design, stories and tasks of a work item.',
    priority: 960,
    condition: { events: ['planning_complete'], gate_types: ['intent_approval'] },
    action: {
      gate_type: 'intent_approval',
      gate_threshold: 'mandatory',
      instruction:
        'Stop when design.md, user_stories.md and tasks.md are written. Show what will be built and what it costs, and wait: building starts only after a person has approved.',
    },
  }),
  gate({
    id: 'hitl-gate-devops-invocation',
    gateNumber: 1,
    name: 'People decide where an operation on infrastructure runs',
    description: 'Deployments, cluster, cloud and pipeline operations.',
    priority: 950,
    condition: { events: ['devops_invocation'], gate_types: ['devops_invocation'] },
    action: {
      gate_type: 'devops_invocation',
      gate_threshold: 'mandatory',
      instruction:
        'Ask before any operation on infrastructure: run it here, hand it over, or show the steps.',
    },
  }),
  gate({
    id: 'hitl-gate-protected-path-commit',
    gateNumber: 2,
    name: 'People approve commits that touch protected paths',
    description: 'Contracts and agent rules change only with a person’s word.',
    priority: 950,
    condition: {
      events: ['commit'],
      gate_types: ['protected_path_commit'],
      paths: ['contracts/*', '.claude/*'],
    },
    action: {
      gate_type: 'protected_path_commit',
      gate_threshold: 'mandatory',
      instruction: 'This commit touches protected paths. Name them and wait for a person’s yes.',
    },
  }),
  gate({
    id: 'hitl-gate-contract-change',
    gateNumber: 3,
    name: 'People approve changes of a published contract',
    description: 'Current and released contracts have readers who must hear of a change.',
    priority: 950,
    condition: {
      events: ['contract_change'],
      gate_types: ['contract_change'],
      paths: ['contracts/current/*', 'contracts/versions/*'],
    },
    action: {
      gate_type: 'contract_change',
      gate_threshold: 'mandatory',
      instruction: 'A published contract is about to change. Ask whether everyone who relies on it knows.',
    },
  }),
  gate({
    id: 'hitl-gate-destructive-workstation-op',
    gateNumber: 4,
    name: 'People approve destructive operations on a workstation',
    description: 'Recursive deletion, removal of clusters, releases, images or volumes.',
    priority: 950,
    condition: { events: ['destructive_op'], gate_types: ['destructive_workstation_op'] },
    action: {
      gate_type: 'destructive_workstation_op',
      gate_threshold: 'mandatory',
      instruction: 'What this destroys cannot be brought back. Show exactly what will be lost and wait.',
    },
  }),
]

const OTHER_GATES: readonly Default[] = [
  gate({
    id: 'confidence-threshold',
    gateNumber: null,
    name: 'A doubtful result is looked at',
    description: 'An agent reports less confidence in a finished task than the threshold asks for.',
    priority: 850,
    condition: { events: ['task_completion'], gate_types: ['confidence_threshold'] },
    action: {
      gate_type: 'confidence_threshold',
      gate_threshold: 'conditional',
      instruction:
        'Report your confidence in the finished task from 0 to 100, with reasons for what is missing. Below the threshold a person looks before you go on.',
      parameters: { default_threshold: 90 },
    },
  }),
  gate({
    id: 'hitl-gate-constraint-exception',
    gateNumber: 8,
    name: 'People decide when a limit cannot be kept',
    description: 'A task does not fit its time, scope, budget or specification.',
    priority: 800,
    condition: { events: ['constraint_violation'], gate_types: ['constraint_exception'] },
    action: {
      gate_type: 'constraint_exception',
      gate_threshold: 'advisory',
      instruction: 'Say which limit stands in the way and what would have to change; then wait for a choice.',
    },
  }),
  gate({
    id: 'hitl-gate-design-review',
    gateNumber: 5,
    name: 'People see the concerns of a design review',
    description: 'A reviewer has found concerns in a design.',
    priority: 650,
    condition: { events: ['design_review_concerns'], gate_types: ['design_review'] },
    action: {
      gate_type: 'design_review',
      gate_threshold: 'advisory',
      instruction: 'List the concerns, the gravest first, and ask whether to address them or to go on.',
    },
  }),
  gate({
    id: 'hitl-gate-test-failures',
    gateNumber: 6,
    name: 'People see a test that keeps failing',
    description: 'The same test has failed more than three times in a row.',
    priority: 650,
    condition: { events: ['test_failure_repeated'], gate_types: ['test_failures'] },
    action: {
      gate_type: 'test_failures',
      gate_threshold: 'advisory',
      instruction:
        'Stop repeating yourself: show the failing test and what you have tried, and ask how to go on.',
    },
  }),
  gate({
    id: 'hitl-gate-complex-operation',
    gateNumber: 7,
    name: 'People see an operation that spans many parts',
    description: 'More than ten files, both sides of an interface, or code and infrastructure at once.',
    priority: 650,
    condition: { events: ['complex_operation'], gate_types: ['complex_operation'] },
    action: {
      gate_type: 'complex_operation',
      gate_threshold: 'advisory',
      instruction: 'Say how far this reaches, and offer to split it before you begin.',
    },
  }),
]

const WORKING_RULES: readonly Default[] = [
  {
    id: 'tdd-protocol',
    name: 'Tests come first',
    description: 'Code is written against a failing test; finished work has passing tests.',
    category: 'tdd_protocol',
    priority: 800,
    condition: { actions: ['implement', 'code', 'fix', 'refactor'] },
    action: {
      type: 'constraint',
      require_tests: true,
      instruction:
        'Write a test that fails, make it pass with the least code, then tidy up while it stays green. Never call work finished whose tests you have not seen pass.',
    },
  },
  {
    id: 'context-constraint-commit-size',
    name: 'Commits stay small',
    description: 'A commit touches at most ten files and its tests pass.',
    category: 'context_constraint',
    priority: 700,
    condition: { actions: ['commit'] },
    action: {
      type: 'constraint',
      max_files: 10,
      require_tests: true,
      instruction: 'Keep a commit to one idea and at most ten files; split what is larger.',
    },
  },
  {
    id: 'context-constraint-review-required',
    name: 'Finished features are reviewed',
    description: 'Completing a feature or merging it needs a person’s review.',
    category: 'context_constraint',
    priority: 700,
    condition: { actions: ['complete_feature', 'merge'] },
    action: {
      type: 'constraint',
      require_review: true,
      instruction: 'Have the work reviewed before you complete or merge it.',
    },
  },
]

const DEFAULTS: readonly Default[] = [
  ...MANDATORY_GATES,
  ...ISOLATIONS,
  ...OTHER_GATES,
  ...WORKING_RULES,
].toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1))

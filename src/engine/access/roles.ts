import type { PersonRole, Role } from '../../contracts/principal.ts'

/** What an agent's key may do with an action: nothing, only with what it asked for itself, or the same as a person. */
export type AgentReach = 'never' | 'own' | 'yes'

/** One right. `least` is the weakest role of people that has it. */
export interface ActionRule {
  readonly least: PersonRole
  readonly agent: AgentReach
  /** True where a worker’s token may do it; a worker may do nothing else. */
  readonly worker?: true
  /** True where it lets something happen: a credential that lies on a disk never carries it. */
  readonly decision?: true
  /**
   * True where it speaks for a person, hides something from them, vouches, or changes how they are dealt with. A
   * person's credential that lies on a disk does not carry it either; an agent's own key may.
   */
  readonly personal?: true
  readonly summary: string
}

/**
 * Who may do what (3.4, 7.2): the only table of rights. Routes read it before the engine is called, engine services
 * read it again, and the documentation prints it. A service may narrow a right (own runs, own gates), never widen it.
 */
export const ACTIONS = {
  'self.read': { least: 'viewer', agent: 'yes', worker: true, summary: 'see who one is, sign out' },
  'worker.carry': {
    least: 'admin',
    agent: 'never',
    decision: true,
    worker: true,
    summary: 'carry agents and tools as a worker beside the server',
  },
  'worker.confirm': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'confirm a changed definition that a worker brings',
  },
  'passkey.manage': {
    least: 'viewer',
    agent: 'never',
    decision: true,
    summary: 'add, list and remove passkeys of one’s own',
  },
  'run.start': { least: 'member', agent: 'yes', summary: 'start a run' },
  'run.read': { least: 'viewer', agent: 'own', summary: 'read runs, their steps and events' },
  'run.resume': {
    least: 'member',
    agent: 'never',
    decision: true,
    summary: 'answer the open gate of a run, or send it a message',
  },
  'run.reveal': {
    least: 'member',
    agent: 'never',
    decision: true,
    summary: 'see what looks like a secret in runs; reviewers all, others their own',
  },
  'run.cancel': { least: 'member', agent: 'own', summary: 'cancel a run' },
  'gate.open': { least: 'member', agent: 'yes', summary: 'ask people' },
  'gate.read': { least: 'viewer', agent: 'own', summary: 'read gates' },
  'gate.respond': {
    least: 'member',
    agent: 'never',
    decision: true,
    summary: 'answer questions, and decide proposals, checkpoints and plans, of one’s own runs',
  },
  'gate.decide': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'decide on calls and on runs of others',
  },
  'gate.extend': { least: 'reviewer', agent: 'never', decision: true, summary: 'give a gate more time' },
  'gate.cancel': { least: 'member', agent: 'own', personal: true, summary: 'withdraw a gate' },
  'gate.reopen': {
    least: 'member',
    agent: 'never',
    personal: true,
    summary: 'ask an expired question again, or one whose evidence changed',
  },
  'gate.view': { least: 'member', agent: 'never', decision: true, summary: 'record what was seen of a gate' },
  'gate.read_changes': {
    least: 'member',
    agent: 'never',
    summary: 'see what waiting calls would change in files; reviewers all, others their own',
  },
  'gate.reveal': {
    least: 'member',
    agent: 'never',
    decision: true,
    summary: 'see what looks like a secret in waiting calls; reviewers all, others their own',
  },
  'gate.receipt': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'export what can be shown of a decision outside, signed',
  },
  'gate.comment': { least: 'member', agent: 'never', personal: true, summary: 'comment on a gate' },
  'gate.answer_comment': {
    least: 'member',
    agent: 'own',
    personal: true,
    summary: 'answer what people ask at one’s own gate',
  },
  'gate.attend': {
    least: 'member',
    agent: 'never',
    personal: true,
    summary: 'say that one is at a gate, put it out of one’s own sight',
  },
  'gate.assign': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'name who is to look at a gate',
  },
  'call.propose': { least: 'member', agent: 'yes', summary: 'ask whether a call may run' },
  'call.read': { least: 'viewer', agent: 'own', summary: 'see what became of a call from outside' },
  'call.undo': { least: 'reviewer', agent: 'never', decision: true, summary: 'take a reversible call back' },
  'grant.use': { least: 'member', agent: 'own', summary: 'consume a grant and report its result' },
  'grant.revoke': { least: 'reviewer', agent: 'never', decision: true, summary: 'take a grant back' },
  'tool.read': { least: 'viewer', agent: 'yes', summary: 'list tools' },
  'tool.declare': { least: 'member', agent: 'yes', personal: true, summary: 'declare an outside tool' },
  'tool.confirm': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'confirm what a tool claims of itself',
  },
  'tool.withdraw': {
    least: 'member',
    agent: 'own',
    personal: true,
    summary: 'withdraw a declared tool; of people reviewers, an agent its own',
  },
  'mcp.read': {
    least: 'viewer',
    agent: 'yes',
    summary: 'speak MCP; each of its tools needs a right of its own',
  },
  'guideline.log': {
    least: 'member',
    agent: 'yes',
    personal: true,
    summary: 'log what was decided elsewhere',
  },
  'guideline.read': { least: 'viewer', agent: 'yes', summary: 'read and evaluate guidelines' },
  'permission.read': { least: 'viewer', agent: 'never', summary: 'read classes of calls and trusted values' },
  'permission.write': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'classify calls of a tool, trust values, take both back',
  },
  'guideline.write': { least: 'reviewer', agent: 'never', decision: true, summary: 'change guidelines' },
  'confidence.report': { least: 'member', agent: 'yes', summary: 'report an agent’s own confidence' },
  'event.read': { least: 'viewer', agent: 'never', summary: 'follow the events of everything' },
  'session.read': { least: 'viewer', agent: 'own', summary: 'read sessions and their events' },
  'session.write': {
    least: 'member',
    agent: 'never',
    personal: true,
    summary: 'change and confirm what a session remembers',
  },
  'page.write': { least: 'member', agent: 'never', summary: 'write pages, restore their versions' },
  'session.erase': {
    least: 'admin',
    agent: 'never',
    decision: true,
    summary: 'erase the content of a session for good',
  },
  'artifact.read': {
    least: 'member',
    agent: 'own',
    summary: 'read artifacts of gates and work items; reviewers all, others their own',
  },
  'workitem.start': { least: 'member', agent: 'yes', summary: 'start a work item' },
  'workitem.read': { least: 'viewer', agent: 'yes', summary: 'read work items and their versions' },
  'workitem.report': { least: 'member', agent: 'yes', summary: 'report on a work item' },
  'workitem.close': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'end a work item and free its paths',
  },
  'plan.report': {
    least: 'member',
    agent: 'never',
    personal: true,
    summary: 'say how far the tasks of a plan are',
  },
  'plan.change': {
    least: 'member',
    agent: 'never',
    decision: true,
    summary: 'move blocks of one’s own plan; reviewers those of all',
  },
  'policy.read': {
    least: 'member',
    agent: 'never',
    summary: 'read how one wants to be dealt with; admins for everybody',
  },
  'policy.manage': {
    least: 'member',
    agent: 'never',
    personal: true,
    summary: 'set how one wants to be dealt with; admins for everybody',
  },
  'audit.read': { least: 'viewer', agent: 'never', summary: 'search, verify and export the audit chain' },
  'insight.read': {
    least: 'viewer',
    agent: 'never',
    summary: 'read measures, metrics, workers, schedules and triggers',
  },
  'attention.read': {
    least: 'member',
    agent: 'never',
    summary: 'see how one read one’s own cards; admins the sum over at least five people',
  },
  'autonomy.read': {
    least: 'viewer',
    agent: 'never',
    summary: 'see how often people agreed with the calls of agents',
  },
  'autonomy.manage': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'grant contracts of autonomy, change them, report calls that ran by one',
  },
  'policy.replay': {
    least: 'member',
    agent: 'never',
    summary: 'try guidelines and settings on the verdicts of the past',
  },
  'feedback.give': {
    least: 'member',
    agent: 'never',
    personal: true,
    summary: 'say whether something helped',
  },
  'settings.read': { least: 'viewer', agent: 'never', summary: 'read settings' },
  'settings.write': { least: 'admin', agent: 'never', decision: true, summary: 'change settings' },
  'secret.manage': {
    least: 'admin',
    agent: 'never',
    decision: true,
    summary: 'store, list and remove secrets, of webhooks too; stored values are never answered',
  },
  'model.manage': {
    least: 'admin',
    agent: 'never',
    decision: true,
    summary: 'choose which language models answer, seal their keys, try them',
  },
  'webhook.manage': {
    least: 'admin',
    agent: 'never',
    decision: true,
    summary: 'choose who outside is told that a decision is awaited',
  },
  'token.manage': {
    least: 'admin',
    agent: 'never',
    decision: true,
    summary: 'create, list and revoke tokens',
  },
  'person.manage': {
    least: 'admin',
    agent: 'never',
    decision: true,
    summary: 'create, list and change people',
  },
  'schedule.manage': {
    least: 'reviewer',
    agent: 'never',
    decision: true,
    summary: 'pause and resume schedules and triggers, and start schedules now',
  },
  'stop.read': { least: 'viewer', agent: 'yes', summary: 'see whether everything is stopped' },
  'stop.engage': { least: 'member', agent: 'never', summary: 'stop everything' },
  'stop.lift': { least: 'admin', agent: 'never', decision: true, summary: 'let things run again' },
  'confirmation.ask': {
    least: 'member',
    agent: 'never',
    summary: 'ask for a phrase on the terminal of the server',
  },
} as const satisfies Readonly<Record<string, ActionRule>>

/** What a principal may be allowed to do, as `noun.verb`; one row of the table of rights each. */
export type Action = keyof typeof ACTIONS

/** Weakest first. `agent` and `worker` are no rungs of this ladder. */
export const ROLE_HIERARCHY = ['viewer', 'member', 'reviewer', 'admin'] as const

/** Every action, for tables and tests. */
export const ACTION_NAMES: readonly Action[] = Object.keys(ACTIONS).filter(isAction)

/**
 * Whether a role has a right at all. For agents `own` counts as yes here: that the thing is its own is checked
 * where the thing is known.
 */
export function may(role: Role, action: Action): boolean {
  const rule: ActionRule = ACTIONS[action]
  if (role === 'agent') return rule.agent !== 'never'
  if (role === 'worker') return rule.worker === true
  return rank(role) >= rank(rule.least)
}

/** Whether an action lets something happen, so that a credential that lies on a disk must not carry it. */
export function isDecision(action: Action): boolean {
  const rule: ActionRule = ACTIONS[action]
  return rule.decision === true
}

/** Whether a person must be signed in for it: what lies on a disk neither decides nor acts in a person's name. */
export function needsSignIn(action: Action): boolean {
  const rule: ActionRule = ACTIONS[action]
  return rule.decision === true || rule.personal === true
}

/** The weaker of two roles of people. */
export function weakerRole(left: PersonRole, right: PersonRole): PersonRole {
  return rank(left) <= rank(right) ? left : right
}

function rank(role: PersonRole): number {
  return ROLE_HIERARCHY.indexOf(role)
}

function isAction(name: string): name is Action {
  return Object.hasOwn(ACTIONS, name)
}

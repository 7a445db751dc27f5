/** What people come here to do, each done by keyboard alone in `flows.proof.test.ts`. */
export const CORE_FLOWS = {
  sign_in: 'sign in by a one-time link, and come back to what was opened',
  approve: 'approve a call',
  edit_approve: 'edit the arguments of a call, then approve it',
  reject: 'reject with a reason',
  steer: 'steer: say what to do instead, and which file it is about',
  answer: 'answer an interview, with a way back, over a reload',
  batch: 'decide what is alike together',
  undo_decision: 'take a decision back within its window',
  undo_call: 'take back what a call did',
  irreversible: 'approve what cannot be undone, by typing what it is about',
  stop: 'stop everything from any room, and lift it',
  elsewhere: 'decide what somebody else decides meanwhile, or what has changed since',
  feedback: 'say in one keystroke that a run helped',
} as const

/** What else can be done by keyboard alone, in `more-flows.proof.test.ts`. */
export const MORE_FLOWS = {
  call_by_call: 'approve one call of several, edit another, reject the third',
  leave_open: 'answer one call of several, and leave the others open',
  snooze: 'put an item off, find it again, bring it back',
  assign: 'give an item to somebody, and see only one’s own',
  ask_agent: 'ask the agent at its gate, and read its answer',
  people: 'invite somebody, who signs in by the link and is shut out when disabled',
  tokens: 'make a key for an agent, see when it was used, and revoke it',
  passkey: 'make a passkey, sign out, sign in with it, and approve with it what cannot be taken back',
  notices: 'have an address outside told, try it, read what became of it, and remove it',
  work: 'start a work item, steer its intent, and see what changed in a document',
  palette: 'go anywhere and open anything by its id, and read the keys',
} as const

/** Plans, by keyboard alone in `plans.proof.test.ts`. */
export const PLAN_FLOWS = {
  plan: 'ask for a plan, approve it stage by stage, tick a task off and take that back, and move a block',
  wayOut: 'answer what a plan asks, choose what gives way where it does not fit, and approve it',
  concept:
    'have a concept worked out, adjust the proposal, stop at a checkpoint, and read what is kept of it',
} as const

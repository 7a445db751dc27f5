/** Goals that have to be asked about: `subtype` says what is open. */
export interface OpenGoal {
  readonly subtype: string
  readonly sets: readonly string[]
  readonly say: readonly string[]
}

const everywhere = ['clinic', 'warehouse', 'code', 'files', 'house', 'money', 'calendar']

export const AMBIGUOUS_GOALS: readonly OpenGoal[] = [
  {
    subtype: 'no_target',
    sets: everywhere,
    say: [
      'Fix it',
      'Can you sort this out?',
      'do the thing',
      'please take care of it',
      'Help me with something',
      'get this done',
      'handle that for me',
      'Can you help?',
      'make it work',
      'Complete the task',
      'just do it',
      'I need help',
    ],
  },
  {
    subtype: 'quality',
    sets: everywhere,
    say: [
      'make everything nicer',
      'can you improve things a bit',
      'This should be better',
      'Clean this up a little',
      'make it look more professional',
      'Could you optimise our setup?',
      'tidy up a bit',
    ],
  },
  {
    subtype: 'earlier',
    sets: everywhere,
    say: [
      'same as last time please',
      'Do what we discussed',
      'the usual',
      'do that again',
      'Like before, but better',
      'go ahead with the one from yesterday',
    ],
  },
  {
    subtype: 'hedged',
    sets: everywhere,
    say: [
      'maybe change something, or whatever works',
      'do something about the backlog somehow',
      'I do not know, whatever you think is right',
      'not sure what I want, surprise me',
    ],
  },
  {
    subtype: 'no_action',
    sets: ['clinic'],
    say: ['P-{number}', 'Dr. {surname}, please', 'the appointment', 'patients'],
  },
  {
    subtype: 'no_action',
    sets: ['warehouse'],
    say: ['{article}', 'S-{number} please', 'the shipment for {company}', 'stock'],
  },
  { subtype: 'no_action', sets: ['files'], say: ['{path}', 'the {topic} file', 'my documents'] },
  { subtype: 'no_action', sets: ['money'], say: ['{account}', '{company}, please', 'the invoice'] },
  { subtype: 'no_action', sets: ['calendar'], say: ['{person}', 'the meeting', '{email} please'] },
  {
    subtype: 'which_one',
    sets: ['clinic'],
    say: [
      'Cancel the appointment',
      'Text the patient',
      'Book an appointment',
      'Cancel one of them',
      'book someone in',
    ],
  },
  {
    subtype: 'which_one',
    sets: ['warehouse'],
    say: ['Order some more', 'Correct the stock', 'print a label', 'order it again from them'],
  },
  {
    subtype: 'which_one',
    sets: ['code'],
    say: ['Deploy it', 'Create a branch', 'open an issue', 'release the new one', 'run them'],
  },
  {
    subtype: 'which_one',
    sets: ['files'],
    say: [
      'Delete the old ones',
      'Rename the file',
      'share it with them',
      'convert a file',
      'move some stuff',
    ],
  },
  {
    subtype: 'which_one',
    sets: ['house'],
    say: ['Turn it off', 'make it warmer', 'lock it', 'set it a bit lower', 'switch them'],
  },
  {
    subtype: 'which_one',
    sets: ['money'],
    say: ['Transfer some money', 'Pay the bill', 'Create an invoice', 'send them the money'],
  },
  {
    subtype: 'which_one',
    sets: ['calendar'],
    say: [
      'Move the meeting',
      'Email them',
      'Schedule something',
      'send a message to someone',
      'invite people',
    ],
  },
  {
    subtype: 'complaint',
    sets: everywhere,
    say: [
      'that thing from last week still bothers me',
      'it is all a mess again',
      'Something is wrong with it',
      'why does this keep happening to me, do something',
    ],
  },
]

import type { Dimension } from './dimension.ts'

/** Sides that only some kinds of plans have. */
export const SPECIAL_SIDES: readonly Dimension[] = [
  {
    id: 'scorecard',
    title: 'What the new people are for',
    called: /\b(?:roles?|scorecard|job description|profile|skills)\b/i,
    frameworks: [
      {
        name: 'Role scorecard',
        cells: [
          {
            heading: 'Outcome after a year',
            takes: ['measure', 'opportunity'],
            ask: 'What should be true in a year that is not true today, because of this person?',
          },
          {
            heading: 'Work that is waiting',
            takes: ['weakness', 'system'],
            ask: 'What stays undone today for want of somebody?',
          },
          {
            heading: 'Must bring',
            takes: ['people', 'constraint'],
            derives: ['At most three things; each further one halves the list of people.'],
            ask: 'Which three things cannot be learned in the first months?',
          },
          { heading: 'Can learn here', takes: ['strength'], ask: 'What would you teach gladly?' },
        ],
      },
      {
        name: 'Jobs to be done',
        cells: [
          {
            heading: 'Why somebody would come',
            takes: ['strength', 'offer'],
            ask: 'What do people who already work there say they stay for?',
          },
          {
            heading: 'What could keep them away',
            takes: ['weakness', 'money', 'rival'],
            ask: 'Why did the last one say no?',
          },
        ],
      },
    ],
    insights: [
      '«weakness» is the work to hire for; write the role from it and not from a title.',
      'You search for «people». Every “must” beyond three makes the field smaller without making the choice better.',
      'What speaks for coming is «strength»; say it in the first line, because pay alone is compared in a second.',
      'The role is described by what is true in a year. Tasks change; outcomes decide whom you choose.',
      'Hiring is not the only way: part of the work may be bought, dropped or automated, and that should be ruled out in writing.',
    ],
    assumptions: [
      {
        text: 'The work stays long enough to be a job.',
        check: 'List what this person would do in the second half-year.',
      },
    ],
    steps: [
      'Write the scorecard: three outcomes, three musts, one reason to come. Let somebody from the team strike one line.',
    ],
  },
  {
    id: 'sourcing',
    title: 'Where they are, and how they come',
    called: /\b(?:sourc\w*|funnel|candidates?|channels?|interview\w*|selection)\b/i,
    frameworks: [
      {
        name: 'Hiring funnel',
        cells: [
          {
            heading: 'Where they are',
            takes: ['channel', 'customer'],
            ask: 'Who knows three people like that, and has been asked?',
          },
          {
            heading: 'First contact',
            takes: ['offer', 'strength'],
            derives: ['A person writes, about one thing the candidate did.'],
            ask: 'What does the first message say that only you can say?',
          },
          {
            heading: 'Look',
            takes: ['quality', 'system'],
            derives: [
              'The same questions for everybody, agreed before the first talk.',
              'One sample of real work, short and paid.',
            ],
            ask: 'Which sample of work shows the most in an hour?',
          },
          {
            heading: 'Decide',
            takes: ['time', 'people'],
            derives: ['Each one writes their judgement before they talk to each other.'],
            ask: 'Who decides, and within how many days of the last talk?',
          },
          {
            heading: 'Arrive',
            takes: ['people'],
            derives: ['One named person for the first month, one real result in the first week.'],
            ask: 'Who has time for the new one?',
          },
        ],
      },
    ],
    insights: [
      'Begin with «channel»: acquaintances of people who stay bring people who stay.',
      'The date «time» counts backwards through notice periods that you do not control; the search begins earlier than it feels.',
      'Agreed questions beat a good feeling: they are the cheapest improvement of every choice.',
      'Good people are gone within days; the slowest step between two talks decides whom you get.',
      'The first month decides whether the search starts again; plan it before the offer goes out.',
    ],
    assumptions: [
      {
        text: 'Those who interview have the time within the week.',
        check: 'Put the hours into their calendars before the role is published.',
      },
    ],
    steps: [
      'Ask everybody in the team for two names, today.',
      'Fix the questions, the sample of work and who decides, before the first talk.',
    ],
  },
  {
    id: 'inventory',
    title: 'What is there today',
    called: /\b(?:inventory|current state|as-?is|legacy|dependenc\w*|existing)\b/i,
    frameworks: [
      {
        name: 'Inventory',
        cells: [
          { heading: 'Moves', takes: ['system'], ask: 'Which parts move, and who knows each of them?' },
          {
            heading: 'Stays or is dropped',
            takes: ['weakness'],
            derives: ['What nobody used lately is switched off first; it is the cheapest part of the move.'],
            ask: 'What has not been used for a year?',
          },
          {
            heading: 'Hangs on it',
            takes: ['customer', 'channel'],
            derives: [
              'Jobs at night, exports, reports and other people’s scripts; read the logs and do not trust memory.',
            ],
            ask: 'Who reads from it or writes to it without being in the room?',
          },
          {
            heading: 'Must not change',
            takes: ['constraint', 'quality'],
            ask: 'What would users notice at once?',
          },
        ],
      },
      {
        name: 'Jobs to be done',
        cells: [
          {
            heading: 'Why move',
            takes: ['opportunity', 'money', 'risk'],
            ask: 'What will be possible afterwards that is not possible now?',
          },
          {
            heading: 'Why it stayed so long',
            takes: ['people', 'rule'],
            ask: 'What stopped the last attempt?',
          },
        ],
      },
    ],
    insights: [
      'What moves is «system». Its unknown readers are the largest unknown of the whole plan; the logs know them.',
      '«weakness» is an argument for moving and a danger while moving: what is not written down has to be found by watching.',
      '«constraint» rules out some ways to cut over before they are compared.',
      'The reason for the move decides when it is done; without it, it ends only when everybody is tired.',
      'Every part that is switched off instead of moved shortens the plan twice.',
    ],
    assumptions: [
      {
        text: 'The list of what hangs on it is complete.',
        check: 'Watch all connections for one full month, with a month’s end in it.',
      },
    ],
    steps: [
      'Record every connection to what moves for a full month.',
      'Mark each part: move, drop, or leave; one name for each mark.',
    ],
  },
  {
    id: 'cutover',
    title: 'How to cross over, and how to come back',
    called: /\b(?:cut-?over|rollback|switch\w*|parallel|big bang|strangler|downtime)\b/i,
    frameworks: [
      {
        name: 'Ways to cross over',
        cells: [
          {
            heading: 'Piece by piece',
            takes: ['constraint', 'people'],
            derives: [
              'Small steps, each with its way back; needs both worlds to talk to each other for a while.',
            ],
            ask: 'Along which line can it be cut so that one piece is useful alone?',
          },
          {
            heading: 'Side by side',
            takes: ['quality', 'money'],
            derives: ['Both run on the same input and are compared; costs twice for as long as it lasts.'],
            ask: 'Can results of both be compared automatically?',
          },
          {
            heading: 'All at once',
            takes: ['time'],
            derives: ['Short, and only with a way back that was rehearsed; one quiet window.'],
            ask: 'When could it stand still, and for how long?',
          },
        ],
      },
      {
        name: 'Way back',
        cells: [
          {
            heading: 'Until when',
            takes: ['risk'],
            derives: ['Name the point after which going back costs data, and who may pass it.'],
            ask: 'What is written only to the new side, and from when on?',
          },
          {
            heading: 'How',
            takes: ['system'],
            derives: ['Rehearsed once, with a clock, on a copy of real data.'],
            ask: 'How long does going back take?',
          },
          {
            heading: 'Who says so',
            takes: ['people'],
            derives: ['One person, awake, with the numbers before them.'],
            ask: 'Who decides at night?',
          },
        ],
      },
    ],
    insights: [
      '«risk» argues against all at once: choose the way in which it can happen in one piece and not in all.',
      'With «time» there is one more reason to cut the work into pieces: the date then costs scope and not safety.',
      'The way back has a last hour. Until then everything is an attempt, after it a decision; it belongs on the plan by name.',
      'Comparing both sides on the same input finds more than any test that is written for it.',
      '«quality» is the figure to compare before and after; measure it on the old side first.',
    ],
    assumptions: [
      {
        text: 'Old and new can run on the same data for a while.',
        check: 'Try it with one small part in phase 1.',
      },
    ],
    steps: [
      'Choose the smallest piece that is useful alone, and cross over with it first.',
      'Rehearse going back on a copy, and write down the time it took.',
    ],
  },
]

import type { Dimension } from './dimension.ts'

/** How it is done: order, people, money, risk. */
export const DELIVERY_SIDE: readonly Dimension[] = [
  {
    id: 'roadmap',
    title: 'The order of things',
    called: /\b(?:roadmap|timeline|schedule|phases?|milestones?|sequence|order|dates?|deadline)\b/i,
    frameworks: [
      {
        name: 'Implementation roadmap',
        cells: [
          {
            heading: 'Phase 1 · Know',
            takes: ['customer', 'rule'],
            derives: [
              'Answer the open questions that could stop everything; spend little.',
              'Leave it when: each of them has an answer from outside.',
            ],
            ask: 'Which question, answered badly, would end the plan?',
          },
          {
            heading: 'Phase 2 · Prove',
            takes: ['offer', 'channel', 'system'],
            derives: [
              'Do it once, small and for real, with people who may say no.',
              'Leave it when: the first ones came back or paid.',
            ],
            ask: 'What is the smallest real run of {topic}?',
          },
          {
            heading: 'Phase 3 · Build',
            takes: ['people', 'system', 'quality'],
            derives: [
              'Make repeatable what worked; nothing else.',
              'Leave it when: somebody else can do it from what is written down.',
            ],
            ask: 'What has to be repeatable before it can grow?',
          },
          {
            heading: 'Phase 4 · Open',
            takes: ['time', 'measure'],
            derives: [
              'Open it to everybody, {deadline|on the date that you still have to set}.',
              'Leave it when: the measures hold for as long as you decided beforehand.',
            ],
            ask: 'What must be true on the first day?',
          },
        ],
      },
      {
        name: 'Critical path',
        cells: [
          {
            heading: 'Longest chain',
            takes: ['rule', 'time'],
            ask: 'Which steps wait for somebody outside, and how long do they usually take?',
          },
          {
            heading: 'Can start now',
            takes: ['strength', 'people'],
            derives: [
              'Talks with customers, questions to authorities and the list of what is missing need nobody’s permission.',
            ],
            ask: 'What can begin this week with {team|the people you have}?',
          },
          {
            heading: 'Must not start yet',
            takes: ['money', 'constraint'],
            derives: ['Whatever cannot be taken back waits for the end of phase 2.'],
            ask: 'Which commitment cannot be undone?',
          },
        ],
      },
    ],
    insights: [
      'Your date is «time». Counted backwards from it, whatever waits for others begins first, however small it looks.',
      '«constraint» cuts the plan more than any idea in it; put it on top of the roadmap so that nobody has to discover it.',
      'The order follows from what can be taken back: talks and trials first, contracts and hires behind the proof.',
      'Phase 2 is the real decision. If the first small run fails, the honest result is a shorter plan and not a longer one.',
      '~time: Without a date the plan has no last phase; set one, even if only to have something to move.',
    ],
    assumptions: [
      {
        text: 'Answers from outside come within the first phase.',
        check: 'Ask each of them today how long it takes, and put the longest on the calendar.',
      },
      {
        text: 'The date holds when one phase slips.',
        check: 'Decide now which phase gives up scope if it does not.',
        unless: 'time',
      },
    ],
    steps: [
      'Put four dates on a calendar, one for the end of each phase, counted back from {date|the date you choose}.',
      'Start everything that waits for somebody outside this week.',
    ],
  },
  {
    id: 'people',
    title: 'Who does what',
    called: /\b(?:raci|roles?|people|team|responsib\w*|staff\w*|hir\w+|owner\w*)\b/i,
    frameworks: [
      {
        name: 'RACI',
        cells: [
          {
            heading: 'Responsible: does the work',
            takes: ['people'],
            ask: 'Who of {team|the people you have} does the daily work, and what do they stop doing for it?',
          },
          {
            heading: 'Accountable: answers for it',
            takes: ['people', 'strength'],
            derives: ['One person and only one, by name; two are none.'],
            ask: 'Who answers for {topic} with their name?',
          },
          {
            heading: 'Consulted: is asked before',
            takes: ['rule', 'customer'],
            ask: 'Whose advice is needed before something is decided that cannot be undone?',
          },
          {
            heading: 'Informed: is told after',
            takes: ['rival', 'channel'],
            derives: ['One short note after each checkpoint is enough.'],
            ask: 'Who would be annoyed to hear of it elsewhere?',
          },
        ],
      },
      {
        name: 'Capacity check',
        cells: [
          {
            heading: 'There',
            takes: ['people', 'strength'],
            ask: 'How many hours a week are really free for this?',
          },
          {
            heading: 'Missing',
            takes: ['weakness'],
            ask: 'Which skill is missing, and is it needed once or every week?',
          },
          {
            heading: 'To get',
            takes: ['money'],
            derives: [
              'A skill that is needed once is bought; one that is needed every week is hired or learned.',
            ],
            ask: 'What may getting it cost?',
          },
        ],
      },
    ],
    insights: [
      '«people»: that is the true size of the plan. Whatever does not fit into their weeks is not in the plan, whatever the text says.',
      '«weakness» is a gap in people or skills first; decide whether it is bought once or hired for good.',
      'One name has to stand behind {topic}. A plan that a group answers for is answered for by nobody.',
      'Whoever does the work should have been in the room when dates were set; ask them before the next checkpoint.',
      'The work comes on top of what people do today, unless somebody says what stops.',
    ],
    assumptions: [
      {
        text: 'The people named have the time.',
        check: 'Let them write the hours of last week next to the hours this needs.',
      },
      {
        text: 'Nobody who is needed leaves in between.',
        check: 'Note for each what only they know, and who else learns it in phase 1.',
        unless: 'people',
      },
    ],
    steps: [
      'Write one name next to each of the next ten steps; a step without a name is moved to a later phase.',
      'Agree what stops while this runs, and tell those whom it hits.',
    ],
  },
  {
    id: 'money',
    title: 'What it costs and what it brings',
    called: /\b(?:money|budget|costs?|financ\w*|revenue|margin|invest\w*|funding|break[- ]?even)\b/i,
    frameworks: [
      {
        name: 'Financial projections',
        cells: [
          {
            heading: 'Given',
            takes: ['money'],
            ask: 'How much may be spent before the first proof, and how much after it?',
          },
          {
            heading: 'One-off',
            takes: ['system', 'rule'],
            derives: ['List what is paid once: setting up, permits, tools, first stock.'],
            ask: 'What has to be paid once before anything can begin?',
          },
          {
            heading: 'Every month',
            takes: ['people', 'channel'],
            derives: ['List what is paid as long as it runs; it decides how long the money lasts.'],
            ask: 'What does a month cost when nothing is sold?',
          },
          {
            heading: 'Income',
            takes: ['measure', 'customer'],
            derives: [
              'Income = people reached × share that tries × share that stays × price. Each factor is a measurement of phase 2 and not a guess of today.',
            ],
            ask: 'What does one customer bring, after what they cost?',
          },
        ],
      },
      {
        name: 'Spending gates',
        cells: [
          {
            heading: 'Before the proof',
            takes: ['constraint'],
            derives: ['Only what answers a question; the smaller part of {budget|the budget}.'],
            ask: 'How much of it are you ready to lose?',
          },
          {
            heading: 'After the proof',
            takes: ['opportunity'],
            derives: ['Only what repeats what worked.'],
            ask: 'What would you double if it worked?',
          },
          {
            heading: 'Never',
            takes: ['risk'],
            derives: ['Nothing that commits you beyond the end of the current phase.'],
            ask: 'Which obligation would outlive a failure?',
          },
        ],
      },
    ],
    insights: [
      'You set «money». Split it at the proof of phase 2: what comes before may be lost, what comes after has to follow from a result.',
      'How long the money lasts is decided by the monthly cost; the one-off sum only decides when you begin.',
      '~measure: No income is put into this plan: none was given. The formula says which four measurements are missing.',
      '«measure» is the figure by which spending can be judged; compare it at each gate and not at the end.',
      '~money: Without a limit named beforehand the limit will be whatever is left; say what may be lost.',
    ],
    assumptions: [
      {
        text: 'Costs that come once stay once.',
        check: 'Ask somebody who did it what they paid a second time.',
      },
      {
        text: 'The money is there when it is needed and not only in sum.',
        check: 'Put the dates of payments next to the dates of the roadmap.',
        unless: 'money',
      },
    ],
    steps: [
      'Make one table with three columns (once, monthly, per customer) and fill in only figures that somebody gave you, with their name.',
      'Fix the sum that may be spent before the proof, and who can release the rest.',
    ],
  },
  {
    id: 'risk',
    title: 'What can go wrong',
    called: /\b(?:risks?|pre-?mortem|worst|danger|safety|rollback|failure|what if)\b/i,
    frameworks: [
      {
        name: 'Risk assessment',
        cells: [
          {
            heading: 'Likely and heavy: act now',
            takes: ['risk', 'weakness'],
            ask: 'What is likely to go wrong and would hurt most?',
          },
          {
            heading: 'Unlikely and heavy: have a way out',
            takes: ['rule', 'system'],
            derives: ['Write down the way back before the step that needs it.'],
            ask: 'What would end it at once, however unlikely?',
          },
          {
            heading: 'Likely and light: accept and watch',
            takes: ['time', 'channel'],
            derives: ['Delays by others belong here; plan for one of them.'],
            ask: 'What will surely annoy you, but not stop you?',
          },
          {
            heading: 'Unlikely and light: leave',
            takes: [],
            derives: ['Everything else; do not spend meetings on it.'],
            ask: 'What have you worried about that can be dropped?',
          },
        ],
      },
      {
        name: 'Pre-mortem',
        cells: [
          {
            heading: 'It failed because of us',
            takes: ['people', 'weakness'],
            ask: 'If it had failed in a year, what would you have known today already?',
          },
          {
            heading: 'It failed because of others',
            takes: ['rival', 'customer'],
            ask: 'Who could have stopped it, and did you ask them?',
          },
          {
            heading: 'First sign',
            takes: ['measure'],
            derives: [
              'Each heavy risk gets one sign that can be seen before the damage, and one person who looks at it weekly.',
            ],
            ask: 'By what would you see it coming?',
          },
        ],
      },
    ],
    insights: [
      'You named it yourself: «risk». It gets an owner, a sign and a way back before anything else is decided.',
      '«weakness» turns into a risk the day it is needed. Repair it in phase 1 or plan without it.',
      'What cannot be taken back is the real risk list; everything else is a delay.',
      'Depending on «rule» means that the worst case is a no; write the plan B in two sentences now.',
      'The commonest end of such plans is not a disaster but that nobody had time; it belongs on the list.',
    ],
    assumptions: [
      {
        text: 'The risks that were named are the ones that matter.',
        check: 'Ask one person who is against the plan, and thank them.',
      },
    ],
    steps: [
      'Write for each heavy risk: sign, owner, way back. Three lines each, no more.',
      'Name the condition under which you stop, while nobody is tired yet.',
    ],
  },
]

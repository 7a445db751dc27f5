import type { Dimension } from './dimension.ts'

/** How it is done: order, people, money, risk, measures, quality. */
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
      'Without a date the plan has no last phase; {deadline|set one}, even if only to have something to move.',
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
      'Put four dates on a calendar, one for the end of each phase, counted back from {deadline|the date you choose}.',
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
      'No income is put into this plan: none was given. The formula says which four measurements are missing.',
      '«measure» is the figure by which spending can be judged; compare it at each gate and not at the end.',
      'Without a limit named beforehand the limit will be whatever is left; {budget|say what may be lost}.',
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
  {
    id: 'measures',
    title: 'How you will know that it works',
    called: /\b(?:okrs?|kpis?|metrics?|measures?|goals?|targets?|success)\b/i,
    frameworks: [
      {
        name: 'OKR',
        cells: [
          {
            heading: 'Objective',
            takes: ['opportunity'],
            derives: ['{topic} works for the people it is meant for, {deadline|by the date you set}.'],
            ask: 'What should people say about it when it has worked?',
          },
          {
            heading: 'Key result: wanted',
            takes: ['measure', 'customer'],
            ask: 'Which count of real behaviour shows that it is wanted, and from which number on?',
          },
          {
            heading: 'Key result: works',
            takes: ['quality', 'system'],
            ask: 'Which count shows that it does what was promised, without you standing next to it?',
          },
          {
            heading: 'Key result: carries itself',
            takes: ['money'],
            ask: 'From which figure on does it pay for itself?',
          },
        ],
      },
      {
        name: 'Measurement plan',
        cells: [
          {
            heading: 'Leading: tells you early',
            takes: ['channel'],
            derives: ['Replies, trials and returns within a week; looked at weekly.'],
            ask: 'What can be counted each week from the first week on?',
          },
          {
            heading: 'Lagging: tells you truly',
            takes: ['measure'],
            derives: ['Stayed, paid again, recommended; looked at at each phase end.'],
            ask: 'What counts at the end, and where does that number come from?',
          },
          {
            heading: 'Guard: must not get worse',
            takes: ['quality', 'risk'],
            ask: 'What must not get worse while you chase the goal?',
          },
        ],
      },
    ],
    insights: [
      '«measure» is the only measure with a number so far; it becomes the first key result, the others need numbers from you.',
      'Weekly numbers steer, final numbers judge. Of both, one each is enough to begin with.',
      'For every goal one guard: «quality» must not suffer for it.',
      'A target that nobody wrote down before is met by every result; the empty numbers above are the first homework.',
      'Decide now from which value on you would stop. After the fact every number finds a friend.',
    ],
    assumptions: [
      {
        text: 'The numbers can be had without building something for it.',
        check: 'Collect them by hand for one week first.',
      },
    ],
    steps: [
      'Fill in a number for each key result, with who says so; leave none to be decided later.',
      'Set up one page on which the weekly number stands, and one person who writes it there.',
    ],
  },
  {
    id: 'quality',
    title: 'What good means, and who checks it',
    called: /\b(?:quality|tests?|checks?|standards?|definition of done|acceptance|audit)\b/i,
    frameworks: [
      {
        name: 'Quality assurance',
        cells: [
          {
            heading: 'Good means',
            takes: ['quality', 'customer'],
            ask: 'Which three things must be right every time?',
          },
          {
            heading: 'Checked by',
            takes: ['people'],
            derives: ['Somebody who did not make it.'],
            ask: 'Who looks at it before it goes out?',
          },
          {
            heading: 'Checked when',
            takes: ['time', 'system'],
            derives: ['At the end of each phase, and before each step that cannot be taken back.'],
            ask: 'At which moments is a check cheap?',
          },
          {
            heading: 'When it fails',
            takes: ['risk'],
            derives: ['It stops there, and the cause is written down, not the culprit.'],
            ask: 'What happens on the day a check fails and everybody is in a hurry?',
          },
        ],
      },
    ],
    insights: [
      '«quality» is the standard you set yourself; turn it into a yes-or-no question that anybody can answer.',
      'A check that can be skipped in a hurry will be; tie it to the step that cannot go on without it.',
      'The plan itself is checked too: at each checkpoint, which assumption has been proven wrong since the last one?',
      'Let a customer judge one thing early. Their no is cheaper than the one at the opening.',
    ],
    assumptions: [
      {
        text: 'Those who check have the right to say no.',
        check: 'Ask them what happened the last time they did.',
      },
    ],
    steps: [
      'Write three yes-or-no questions that decide whether something is good enough, and try them on what exists today.',
    ],
  },
  {
    id: 'priorities',
    title: 'What first, and what not at all',
    called: /\b(?:priorit\w*|moscow|scope|focus|cut|mvp|first version|rice)\b/i,
    frameworks: [
      {
        name: 'MoSCoW',
        cells: [
          { heading: 'Must', takes: ['constraint', 'rule'], ask: 'Without what is it not worth beginning?' },
          {
            heading: 'Should',
            takes: ['customer', 'quality'],
            ask: 'What would be missed in the first month?',
          },
          { heading: 'Could', takes: ['opportunity', 'channel'], ask: 'What is nice if time is left?' },
          {
            heading: 'Not now',
            takes: ['rival'],
            derives: ['What only answers a rival and no customer.'],
            ask: 'What do you say no to, in writing?',
          },
        ],
      },
      {
        name: 'Effort and effect',
        cells: [
          {
            heading: 'Little effort, large effect',
            takes: ['strength', 'channel'],
            derives: ['Begin here.'],
            ask: 'What could be done this week that a customer would notice?',
          },
          {
            heading: 'Large effort, large effect',
            takes: ['system', 'people'],
            derives: ['One of these at a time.'],
            ask: 'Which large thing is unavoidable?',
          },
          {
            heading: 'Large effort, little effect',
            takes: ['weakness'],
            derives: ['Leave it, even if it was promised.'],
            ask: 'What is being done from habit?',
          },
        ],
      },
    ],
    insights: [
      '«constraint» decides what is a must; everything else has to argue for its place.',
      'With {team|few hands} one large thing at a time is the plan; two are a wish.',
      'Use «strength» first: it is the only lever that costs nothing new.',
      'The list of what is not done now is the part of the plan that saves the date.',
    ],
    assumptions: [
      {
        text: 'What is left out is not missed by those who decide.',
        check: 'Show them the list of what comes later and watch which line they point at.',
      },
    ],
    steps: ['Write the “not now” list and have it agreed before the next checkpoint.'],
  },
  {
    id: 'scenarios',
    title: 'If it goes better, as expected, or worse',
    called: /\b(?:scenarios?|best case|worst case|uncertain\w*|contingency|plan b)\b/i,
    frameworks: [
      {
        name: 'Scenarios',
        cells: [
          {
            heading: 'Better than hoped',
            takes: ['opportunity'],
            derives: ['What breaks first when twice as many come? Prepare that one thing.'],
            ask: 'What would you need at once if demand were double?',
          },
          {
            heading: 'As expected',
            takes: ['measure', 'time'],
            ask: 'What exactly is expected after each phase?',
          },
          {
            heading: 'Worse',
            takes: ['risk', 'rival'],
            derives: ['Cut scope before time, time before quality.'],
            ask: 'What do you give up first?',
          },
          {
            heading: 'Stop',
            takes: ['money', 'constraint'],
            derives: ['Stopping is a planned outcome with a date, not a defeat.'],
            ask: 'At which result do you stop, and who says so?',
          },
        ],
      },
    ],
    insights: [
      'The bad case starts with «risk»; decide its answer while it is only a sentence.',
      'Success has a price as well: «opportunity» could come faster than {team|the people you have} can serve.',
      'Between the scenarios only one thing has to be known early: which of them you are in. The weekly number tells.',
      'What all scenarios need is worth doing first; look for it in the next steps.',
    ],
    assumptions: [
      {
        text: 'You notice in time which scenario you are in.',
        check: 'Name the week and the number that tell.',
      },
    ],
    steps: [
      'Write one sentence per scenario on what you would do differently on the first day; do what stands in all of them.',
    ],
  },
  {
    id: 'stakeholders',
    title: 'Who has to go along',
    called: /\b(?:stakeholders?|communicat\w*|buy-?in|board|investors?|change management)\b/i,
    frameworks: [
      {
        name: 'Stakeholder map',
        cells: [
          {
            heading: 'For it, and with a say',
            takes: ['people', 'customer'],
            derives: ['Give them the first result to show around.'],
            ask: 'Who wants this and can help?',
          },
          {
            heading: 'Against it, and with a say',
            takes: ['rule', 'risk'],
            derives: ['Ask them first; what they fear belongs on the risk list.'],
            ask: 'Who could stop it with one sentence?',
          },
          {
            heading: 'For it, without a say',
            takes: ['channel'],
            derives: ['They carry the word.'],
            ask: 'Who would tell others?',
          },
          { heading: 'Not heard yet', takes: ['system'], ask: 'Whose daily work changes, and do they know?' },
        ],
      },
    ],
    insights: [
      'Those whose work changes decide quietly whether it happens; «people» should hear it from you and not from the plan.',
      'Whoever can say no late is asked early: «rule» has such a person behind it.',
      'One page and one date per month keep more people along than a portal.',
      'Silence is not agreement, here as elsewhere: get the yes of those with a say before phase 3.',
    ],
    assumptions: [
      {
        text: 'Those with a say still want it when it costs something.',
        check: 'Ask them what they would give up for it.',
      },
    ],
    steps: ['List everybody with a say; talk first to the one who is most against it.'],
  },
]

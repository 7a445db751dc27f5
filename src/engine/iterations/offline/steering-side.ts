import type { Dimension } from './dimension.ts'

/** How one knows that it works, what comes first, and who goes along. */
export const STEERING_SIDE: readonly Dimension[] = [
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

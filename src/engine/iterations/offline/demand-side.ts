import type { Dimension } from './dimension.ts'

/** Who it is for, what surrounds it, and how it gets there. */
export const DEMAND_SIDE: readonly Dimension[] = [
  {
    id: 'audience',
    title: 'Who it is for, and what they want done',
    called: /\b(?:customers?|audience|users?|jobs?[- ]to[- ]be[- ]done|needs?|personas?)\b/i,
    frameworks: [
      {
        name: 'Jobs to be done',
        cells: [
          {
            heading: 'Who hires it',
            takes: ['customer'],
            ask: 'Who exactly decides for {topic}, and who only uses the result?',
          },
          {
            heading: 'When they need it',
            takes: ['time', 'opportunity'],
            derives: [
              'Name the moment at which somebody starts to look for this; a plan without that moment has no first sentence to say.',
            ],
            ask: 'In which situation does somebody start to look for {topic}?',
          },
          {
            heading: 'What they use today',
            takes: ['rival', 'weakness'],
            derives: ['Doing nothing is the strongest alternative and belongs on this list.'],
            ask: 'What do they do today instead, and what does that cost them in time, money or nerves?',
          },
          {
            heading: 'When they call it done',
            takes: ['measure', 'quality'],
            ask: 'By what would they notice that it worked?',
          },
        ],
      },
      {
        name: 'Value proposition',
        cells: [
          {
            heading: 'What you bring',
            takes: ['offer', 'strength'],
            ask: 'What is offered, in one sentence a stranger understands?',
          },
          {
            heading: 'Pain it takes away',
            takes: ['risk', 'weakness'],
            ask: 'Which pain of theirs does it take away that they would pay to lose?',
          },
          {
            heading: 'Why you',
            takes: ['strength'],
            ask: 'Why should they take it from you and not from somebody nearer or cheaper?',
          },
        ],
      },
    ],
    insights: [
      'You said: «customer». Everything else in this plan can be measured by whether it serves exactly them; whoever is not meant should be named too.',
      'Your best opening is «strength»: it answers “why you” better than any description of the offer.',
      'What stands against you first is «weakness»; the people you want will find it before you tell them, so say how you deal with it.',
      'Nothing counts as done before somebody outside says so: «measure» is the only sentence so far that can be checked.',
      'For {topic} the first thing to settle is who decides: a plan for users and a plan for those who pay look different.',
      'The strongest alternative is that nothing changes; the first message has to beat that, not a rival.',
    ],
    assumptions: [
      {
        text: 'The people you have in mind have this problem often enough to act on it.',
        check: 'Ask five of them what they did the last time it came up; count who did anything at all.',
      },
      {
        text: 'Those who use it and those who pay are the same people.',
        check: 'In each talk ask who else has to agree.',
        unless: 'customer',
      },
    ],
    steps: [
      'Write down in one sentence who it is for, when they need it and what they use today; show it to three of them and note what they correct.',
      'Hold five short talks with people who fit that sentence, with no pitch, and keep their own words.',
    ],
  },
  {
    id: 'market',
    title: 'The field it enters',
    called: /\b(?:market|segments?|five forces|porter|industry|demand)\b/i,
    frameworks: [
      {
        name: 'Market analysis',
        cells: [
          {
            heading: 'Segments',
            takes: ['customer'],
            derives: [
              'Split by situation and not by age or size: people in one situation buy for one reason.',
            ],
            ask: 'Which two or three groups {place|there} differ in why they would buy?',
          },
          {
            heading: 'Demand',
            takes: ['opportunity', 'measure'],
            ask: 'What shows that demand {place|there} exists: orders, waiting lists, searches, talks?',
          },
          {
            heading: 'Ways in',
            takes: ['channel'],
            ask: 'Through which doors do such things reach people {place|there} today?',
          },
          {
            heading: 'Rules',
            takes: ['rule'],
            ask: 'Which permits, labels, taxes or contracts hold {place|there}, and who can tell you bindingly?',
          },
        ],
      },
      {
        name: "Porter's Five Forces",
        cells: [
          {
            heading: 'Rivalry',
            takes: ['rival'],
            ask: 'Who sells something like it {place|there}, and on what do they compete?',
          },
          {
            heading: 'New entrants',
            takes: ['strength'],
            derives: ['What lets you in lets others in behind you; note what would slow them down.'],
            ask: 'What would stop the next one from doing the same?',
          },
          { heading: 'Substitutes', takes: ['offer'], ask: 'What else could do the same job well enough?' },
          {
            heading: 'Power of buyers',
            takes: ['customer', 'channel'],
            ask: 'How easily could the first buyers walk away or dictate the price?',
          },
          {
            heading: 'Power of suppliers',
            takes: ['system', 'weakness'],
            ask: 'On whom do you depend so that they could change your terms?',
          },
        ],
      },
    ],
    insights: [
      'The field is not empty: «rival». A first position next to them is cheaper than one against them.',
      '«opportunity» speaks for going in; it needs one figure of yours behind it before money follows.',
      'You named a way in yourself: «channel». Whether it carries is the first thing to try, because everything behind it depends on it.',
      'Rules come before marketing here: «rule» decides when anything can be sold at all.',
      '~measure: Nobody has said yet how large the demand for {topic} is; this plan puts no figure there on purpose. The cheapest honest figure is a count of your own talks and offers.',
      'Of the five forces, power of buyers is the one you feel first: with few first customers each of them sets terms.',
    ],
    assumptions: [
      {
        text: 'Enough people {place|there} are in the situation you serve.',
        check:
          'Count them from two sources that have nothing to do with each other before you commit the larger half of the money.',
      },
      {
        text: 'What convinced people elsewhere convinces them {place|there} too.',
        check: 'Show the same offer, translated, to ten people there and compare what they ask first.',
        unless: 'rule',
      },
    ],
    steps: [
      'List every way such an offer reaches people {place|there} today; call one person behind each of the first three.',
      'Ask the authority or a local adviser which rules hold, and get the answer in writing.',
    ],
  },
  {
    id: 'position',
    title: 'Where you stand: strengths, gaps, rivals',
    called: /\b(?:swot|strengths?|weakness\w*|compet\w*|rivals?|position\w*|differentiat\w*)\b/i,
    frameworks: [
      {
        name: 'SWOT',
        cells: [
          {
            heading: 'Strengths',
            takes: ['strength'],
            ask: 'What do you have for {topic} that somebody else would need long to get?',
          },
          { heading: 'Weaknesses', takes: ['weakness'], ask: 'What do you lack that would hurt first?' },
          {
            heading: 'Opportunities',
            takes: ['opportunity', 'channel'],
            ask: 'What is changing outside that helps you?',
          },
          {
            heading: 'Threats',
            takes: ['rival', 'risk', 'rule'],
            ask: 'What outside could stop this, and how early would you see it?',
          },
        ],
      },
      {
        name: 'Competitive analysis',
        cells: [
          { heading: 'Who', takes: ['rival'], ask: 'Which three names does a customer say before yours?' },
          { heading: 'What they do better', takes: ['weakness'], ask: 'At what are they better, honestly?' },
          {
            heading: 'Where they leave room',
            takes: ['customer', 'strength'],
            ask: 'Whom do they serve badly, and how do you know?',
          },
        ],
      },
    ],
    insights: [
      'Strength against gap: «strength» has to make up for «weakness». If it cannot, the gap is the first project and not a footnote.',
      'Against «rival» you win on one thing or on none; choose it before prices are discussed.',
      '«risk» is a threat that you named yourself. It belongs at the head of every checkpoint until it is answered.',
      '«weakness» and the goal pull in different directions: either it is repaired early or the goal is cut to what works with it.',
      'Use «opportunity» while it lasts: opportunities of this sort are open to others too.',
      '~rival: No rival was named for {topic}; that is a gap in the plan and not in the world.',
    ],
    assumptions: [
      {
        text: 'Your strengths matter to the people you want and not only to you.',
        check: 'Ask in talks what they compared last time; see whether your strength appears unprompted.',
      },
      {
        text: 'Rivals do not react within the first months.',
        check: 'Write down what they would do if they did, and whether the plan still works.',
        unless: 'rival',
      },
    ],
    steps: [
      'Buy or try what the nearest alternative offers, from first contact to complaint, and write down each moment in which you would be better.',
      'Decide the one point on which you want to be compared, and drop claims that lead elsewhere.',
    ],
  },
  {
    id: 'channels',
    title: 'How it reaches people: offer, price, channels',
    called:
      /\b(?:channels?|pric\w+|go[- ]to[- ]market|marketing|sales|distribution|partners?|retail|online)\b/i,
    frameworks: [
      {
        name: 'Go-to-market',
        cells: [
          {
            heading: 'First offer',
            takes: ['offer'],
            derives: [
              'Make the first offer smaller than the product: something that can be said yes to in one talk.',
            ],
            ask: 'What is the smallest thing somebody can say yes to?',
          },
          {
            heading: 'Price',
            takes: ['money'],
            derives: [
              'Test the price with a real offer, not with a question; people are polite to questions.',
            ],
            ask: 'What would it have to replace in their spending, and what does that cost them now?',
          },
          {
            heading: 'Channels',
            takes: ['channel'],
            ask: 'Which one channel can you work well with {team|the people you have}?',
          },
          {
            heading: 'First reference',
            takes: ['customer', 'strength'],
            ask: 'Who would lend you their name first, and what would they want for it?',
          },
        ],
      },
      {
        name: 'Marketing funnel',
        cells: [
          { heading: 'Hear of it', takes: ['channel'], ask: 'Where do the first people hear of it?' },
          { heading: 'Try it', takes: ['offer'], ask: 'What can they try without a commitment?' },
          {
            heading: 'Decide',
            takes: ['money', 'rule'],
            ask: 'What stands between trying and paying: price, paper, somebody’s signature?',
          },
          {
            heading: 'Tell others',
            takes: ['customer'],
            ask: 'What would make the first ones talk about it?',
          },
        ],
      },
    ],
    insights: [
      'One channel done well: «channel» is the one you named; the others wait until it has shown what a customer costs.',
      'With «money» the number of tries is limited; each try should answer a question that the next one depends on.',
      'You describe the offer as «offer». Its first version may be smaller, if it can be decided on in one talk.',
      'Price is a part of the message: set it before the first contact, so that early customers are not lost to a later correction.',
      'A reference from «customer» is worth more in the first months than any campaign.',
      '~money: Nothing was said about price; until it is, every estimate of income is an assumption.',
    ],
    assumptions: [
      {
        text: 'One channel is enough for the first phase.',
        check: 'Set the number of contacts after which you would add a second one, before you begin.',
      },
      {
        text: 'People decide at the price you have in mind.',
        check: 'Put the price on a real offer to ten of them and count acceptances.',
        unless: 'money',
      },
    ],
    steps: [
      'Write the first offer on one page: what they get, by when, for how much, and how to say no.',
      'Run the one channel for a fixed time with a fixed sum, and write down what one reply cost.',
    ],
  },
  {
    id: 'environment',
    title: 'What surrounds it: law, technology, people, nature',
    called: /\b(?:pestle?|regulat\w*|legal|laws?|politic\w*|environment|complian\w*|culture)\b/i,
    frameworks: [
      {
        name: 'PESTLE',
        cells: [
          {
            heading: 'Political',
            takes: ['rule'],
            ask: 'Which decision of a government or authority {place|in your field} would change the plan?',
          },
          {
            heading: 'Economic',
            takes: ['money', 'opportunity'],
            ask: 'Which prices, wages or rates does the plan depend on most?',
          },
          {
            heading: 'Social',
            takes: ['customer'],
            ask: 'Which habit of people helps, and which one stands in the way?',
          },
          {
            heading: 'Technological',
            takes: ['system'],
            ask: 'Which technology must be there or stay there?',
          },
          {
            heading: 'Legal',
            takes: ['rule', 'constraint'],
            ask: 'Which contract, permit or liability has to be settled first?',
          },
          {
            heading: 'Environmental',
            takes: ['quality'],
            ask: 'What does it use up or leave behind, and who minds?',
          },
        ],
      },
    ],
    insights: [
      '«rule» is not a detail: it has its own lead time, and nothing that depends on it can be promised before.',
      'Outside of your hands is «risk»; watch one sign of it instead of worrying about all of it.',
      'The plan stands on «system»; note who can switch it off or change its price.',
      'Of the six sides, the legal one has the longest waiting times and the least to negotiate; it goes first on the calendar.',
      'Habits decide more than arguments: look for the moment in which people already do something similar.',
    ],
    assumptions: [
      {
        text: 'The rules that hold today still hold when you begin.',
        check: 'Ask whoever advises you on them what is under discussion, and note the date of the answer.',
      },
    ],
    steps: [
      'Make a list of outside things the plan needs, each with who decides it, by when, and what you do if the answer is no.',
    ],
  },
]

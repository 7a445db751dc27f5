import type { PatternType } from '../../../contracts/plan.ts'

/** A goal as people write it, and what a good outline of it has. */
export interface GoalCase {
  readonly goal: string
  readonly pattern: PatternType
  /** Each must be found in some title of the outline, whatever its case. */
  readonly titles: readonly string[]
  /** Facts of the person that must stand in the outline: amounts, days off, numbers a week, what is not wanted. */
  readonly kept?: readonly string[]
}

const milestone = 'milestone_project'
const arc = 'progressive_accumulation_arc'
const cycle = 'recurring_cycle'
const hybrid = 'hybrid_project_cycle'
const transformation = 'strategic_transformation'

function goal(text: string, pattern: PatternType, titles: string, kept = ''): GoalCase {
  const list = (words: string): string[] =>
    words
      .split(';')
      .map(word => word.trim())
      .filter(word => word !== '')
  return { goal: text, pattern, titles: list(titles), kept: list(kept) }
}

/** Sixty goals on which the outlines were made good. */
export const goals: readonly GoalCase[] = [
  goal(
    'Train for a half marathon by 15 May, three evenings a week, not on Wednesdays',
    arc,
    'base; taper; long',
    '21.1; sessions 3; not wednesday',
  ),
  goal('I want to run 10 km without a break by the end of June', arc, 'base; peak', '10 km'),
  goal('Do 50 push-ups in a row in three months', arc, 'volume; test', '50 push-ups'),
  goal('Lose 8 kg before the summer without going to a gym', arc, 'meals; weigh', '8 kg; without gym'),
  goal('Get my knee back in shape after surgery', arc, 'gentle; everyday life'),
  goal('Quit smoking by Easter', arc, 'first weeks; trigger'),
  goal(
    'Learn Portuguese so that I can talk with my mother-in-law, four times a week',
    arc,
    'conversation; situations',
    'sessions 4',
  ),
  goal('Pass the bar exam in July', arc, 'syllabus; old paper; bar exam'),
  goal('Learn to play the guitar, 30 minutes every evening', arc, 'first pieces; practise', 'minutes 30'),
  goal('Teach myself watercolour painting on weekends', arc, 'copy; work of your own'),
  goal(
    'Understand machine learning well enough to build a small model by October',
    arc,
    'foundations; project',
  ),
  goal('Read 24 books this year', arc, 'read; habit', '24 books'),
  goal('Write my master’s thesis on urban heat by 30 September', milestone, 'literature; revision; submit'),
  goal('Write a novel of 80,000 words by December', milestone, 'first draft; revision', '80,000 words'),
  goal(
    'Prepare a grant application for our choir by 1 March next year',
    milestone,
    'outline; draft; hand over',
  ),
  goal(
    'Plan our wedding for 80 guests in Tuscany by 12 September, budget €25,000',
    milestone,
    'venues; invitations; day',
    '80 guests; €25,000',
  ),
  goal(
    'Organise a surprise birthday party for 30 people on 20 June',
    milestone,
    'guest list; food',
    '30 people',
  ),
  goal(
    'Run a two-day developer conference for 200 attendees in November',
    milestone,
    'programme; venues; sign-ups',
    '200 attendees',
  ),
  goal(
    'Plan a three-week trip through Japan in April for under €4,000',
    milestone,
    'book; passports; pack',
    '€4,000',
  ),
  goal('Move from Berlin to Lisbon by 1 July', milestone, 'pack; register; movers'),
  goal(
    'Renovate the kitchen, the bathroom and the hallway by August',
    milestone,
    'quotes; kitchen; bathroom; hallway',
  ),
  goal('Start a vegetable garden on our balcony', hybrid, 'sow; season; harvest'),
  goal('Declutter the whole house in four weekends', milestone, 'keep; sell'),
  goal('Buy our first flat within a year, at most €350,000', milestone, 'loan; visit; keys', '€350,000'),
  goal('Save €6,000 by December for a new bike', arc, 'transfer; target', '€6,000'),
  goal('Pay off $12,000 of credit card debt in 18 months', arc, 'debt; budget', '$12,000'),
  goal('Keep track of our household expenses every week', cycle, 'enter; close the month'),
  goal('File my tax return by 31 July', milestone, 'papers; hand in'),
  goal(
    'Migrate our database from MySQL to Postgres in phases: assessment, pilot, cutover and cleanup',
    milestone,
    'assessment; pilot; cutover; cleanup',
  ),
  goal('Ship version 2.0 of the mobile app by 15 October', milestone, 'release; candidate; notes'),
  goal('Build a booking website for our hair salon', milestone, 'first slice; test; path'),
  goal(
    'Find out why customers leave and present it to the board by 10 April',
    milestone,
    'question; collect; present',
  ),
  goal('Get ISO 27001 certified by the end of the year', milestone, 'gap; audit'),
  goal(
    'Launch an online shop for handmade candles by November with a budget of €5,000',
    milestone,
    'launch; price; payment',
    '€5,000',
  ),
  goal('Onboard two new nurses starting on 1 June', milestone, 'first week; first month', 'two new nurses'),
  goal('Hire a senior designer by the end of May', milestone, 'advertisement; talks; offer'),
  goal('Find a new job as a data analyst in the next four months', arc, 'CV; interview; apply'),
  goal('Raise €20,000 for the new playground', milestone, 'ask; pitch; thank', '€20,000'),
  goal(
    'Start a podcast about local history and publish an episode every two weeks',
    hybrid,
    'set up; publish',
  ),
  goal('Transform our company culture towards real ownership', transformation, 'vision; spread; anchor'),
  goal('Become a freelance illustrator within a year', transformation, 'experiments; crossing'),
  goal(
    'Roll out the new till system to our 12 stores, one region per quarter',
    hybrid,
    'each round; direction',
    '12 stores',
  ),
  goal('Meditate for 15 minutes every morning', cycle, 'rhythm', 'minutes 15'),
  goal('Clean the flat every Saturday', cycle, 'round; rhythm'),
  goal('Call my parents twice a week', cycle, 'rhythm', 'sessions 2'),
  goal('Hold a weekly team retrospective', cycle, 'every time; prepare'),
  goal(
    'Build a wooden treehouse for the kids before the school holidays',
    milestone,
    'draw; material; parts',
  ),
  goal('Adopt a puppy', milestone, 'compare; settle in'),
  goal('Fix the leaking roof of the barn', milestone, 'cause; mend'),
  goal('Decide whether to study abroad by March', milestone, 'options; decide'),
  goal('Set up a neighbourhood repair café', milestone, 'purpose; open'),
  goal('Teach my daughter to swim this summer', milestone, 'units; teach'),
  goal('Increase our newsletter subscribers from 400 to 2,000 by September', arc, 'measure; aim', '2,000'),
  goal('Photograph every chapel in the valley', milestone, 'list; chapel'),
  goal(
    'Make a documentary film about my grandfather with a research phase, a shooting phase and an editing phase',
    milestone,
    'research; shooting; editing',
  ),
  goal(
    'Prepare our bakery for the hygiene inspection: cleaning plan, temperature logs, staff training and pest control',
    milestone,
    'cleaning plan; temperature logs; staff training; pest control',
  ),
  goal('Retire in ten years with enough to live on', arc, 'target; transfer'),
  goal('Digitise 3,000 family photos', milestone, 'photos; rules'),
  goal('Turn our village school into an all-day school', transformation, 'vision; proof'),
  goal('Follow a daily mobility protocol for my back', cycle, 'rhythm'),
]

/** Sixty more, each written to measure the outlines and only then learnt from. */
export const laterGoals: readonly GoalCase[] = [
  goal(
    'Swim across the lake, 2.5 km, by the end of August, training on Tuesdays and Saturdays only',
    arc,
    '',
    '2.5 km',
  ),
  goal('I would like to be able to do a handstand by Christmas', arc, ''),
  goal('Get over my fear of flying before our trip in October', arc, ''),
  goal('Sleep better: be in bed by 22:30 every night', cycle, ''),
  goal('Learn sign language well enough to chat with my deaf neighbour', arc, ''),
  goal('Prepare for the driving theory test in six weeks, 45 minutes a day', arc, '', 'minutes 45'),
  goal('Write 12 short stories this year', milestone, '', '12 short stories'),
  goal('Finish my PhD dissertation on soil microbes by 15 December', milestone, ''),
  goal('Translate the museum guide into French by 30 June', milestone, ''),
  goal('Put on a school musical with 40 children in December', milestone, '', '40 children'),
  goal('Hike the Camino de Santiago in September with a budget of €1,500', milestone, '', '€1,500'),
  goal('Convert the attic into a bedroom by October, not working on Sundays', milestone, ''),
  goal('Empty and sell my late aunt’s house by the end of the year', milestone, ''),
  goal('Keep bees in our garden', hybrid, ''),
  goal('Build up an emergency fund of $10,000 within two years', arc, '', '$10,000'),
  goal('Check the fire extinguishers of all buildings every month', cycle, ''),
  goal('Apply for Italian citizenship', milestone, ''),
  goal(
    'Replace our on-premise mail server with a cloud service without any downtime on weekdays',
    milestone,
    '',
  ),
  goal('Release our open source library as 1.0 by 1 June', milestone, ''),
  goal(
    'Develop a mobile game about birds with phases for concept, prototype, production and launch',
    milestone,
    '',
  ),
  goal('Make our web shop accessible according to WCAG 2.2 by 28 June', milestone, ''),
  goal('Open a small bookshop in our village next spring with €40,000', milestone, '', '€40,000'),
  goal('Bring 15 summer interns up to speed in their first four weeks', milestone, '', '15 summer interns'),
  goal('Get promoted to team lead within 18 months', arc, ''),
  goal('Collect 5,000 signatures for a bike lane by 31 May', arc, '', '5,000 signatures'),
  goal('Publish a monthly newsletter for our allotment society', hybrid, ''),
  goal('Change our clinic from paper to digital records over the next two years', transformation, ''),
  goal('Turn myself from an engineer into a teacher', transformation, ''),
  goal('Restore my grandfather’s 1962 motorcycle by next summer, two weekends a month', milestone, ''),
  goal('Sew costumes for the carnival: six capes, six masks and a dragon', milestone, ''),
  goal(
    'Cycle 100 miles in one day by the end of September, three rides a week',
    arc,
    '',
    '100 miles; sessions 3',
  ),
  goal(
    'Help me get stronger for ski season, twice a week at home, no equipment',
    arc,
    '',
    'sessions 2; without equipment',
  ),
  goal('Cut down on sugar over the next two months', arc, ''),
  goal('Drink two litres of water every day', cycle, ''),
  goal('Learn enough Japanese to order food and read signs before our trip in ten months', arc, ''),
  goal('I need to pass the AWS solutions architect exam by 20 May and can study 5 hours a week', arc, ''),
  goal('Get good at public speaking', arc, ''),
  goal('Write and submit a paper to the spring conference by 14 April', milestone, ''),
  goal('Create a family cookbook with 60 recipes as a Christmas present', milestone, '', '60 recipes'),
  goal('Redesign my CV this week', milestone, ''),
  goal('Organise our 25-year class reunion for about 90 people', milestone, '', '90 people'),
  goal('Plan a street festival with a permit phase, a booking phase and a promotion phase', milestone, ''),
  goal(
    'Take the kids on a two-week camper van tour of Scotland in July, budget £3,500',
    milestone,
    '',
    '£3,500',
  ),
  goal('Relocate our office of 35 people to the new building by 1 October', milestone, '', '35 people'),
  goal('Insulate the garage and turn it into a workshop', milestone, ''),
  goal('Plant an orchard with 20 fruit trees this autumn', hybrid, '', '20 fruit trees'),
  goal('Sort 15 years of paperwork', milestone, ''),
  goal('Put aside £200 a month for our daughter’s studies', arc, '', '£200'),
  goal('Do the bookkeeping for our club every month', cycle, ''),
  goal('Renew my passport before August', milestone, ''),
  goal('Upgrade our application from Angular 14 to Angular 18 by the end of Q3', milestone, ''),
  goal('Roll out multi-factor login to 800 employees', milestone, '', '800 employees'),
  goal('Build a chatbot that answers questions about our bus timetable', milestone, ''),
  goal('Find out which heating system suits our house', milestone, ''),
  goal('Start a dog-walking business next to my studies', milestone, ''),
  goal('Introduce the new apprentice to all departments in the first three months', milestone, ''),
  goal('Win 10 new paying clients by the end of the quarter', arc, '', '10 new paying clients'),
  goal('Make our football club climate neutral by 2030', transformation, ''),
  goal('Learn to bake sourdough, first a simple loaf, then baguettes and finally croissants', arc, ''),
]

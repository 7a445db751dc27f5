import { type Playbook, playbook } from './playbook.ts'

/**
 * What is known of doing something at all: how making, getting, deciding, learning or keeping up goes, whatever it is
 * done to. They serve the goals that no playbook of a field is about.
 */
export const actPlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'make',
      pattern: 'milestone_project',
      verbs: 'make build craft construct sew knit carve weld create produce assemble design restore furnish',
      things:
        'furniture table chair shelf quilt! dress costume boat! canoe! model sculpture mural! robot! drone! bike treehouse! cabin! pizza_oven! film! movie! video! documentary! album! toy dollhouse! gift instrument bench',
      weeks: 8,
    },
    `
    # Idea and plan | 20%
    - Say what {the thing} is for, how big it is, and what makes it good | 45m
    - Look at three examples, and take what you like | 60m
    - Draw it with measures, and list the steps | 2h
    # Material and tools | 20%
    - List material and tools: have, borrow, buy | 45m
    - Get them, with a little to spare{budget|, within ~|} | 2h
    - Try the hardest step on a scrap | 90m
    # Make it | 45%
    - Make the main parts | 6h
    - Put them together, and check against the drawing | 3h
    - Mend what does not fit | 2h
    # Finish | 15%
    - Surface, details, cleaning | 2h
    - Use it, show it, or hand {the thing} over | 60m
    `,
  ),
  playbook(
    {
      id: 'acquire',
      needsVerb: true,
      pattern: 'milestone_project',
      subtype: 'acquisition',
      verbs: 'buy purchase get obtain rent lease adopt choose order find',
      things:
        'car! bike! laptop! phone dog! puppy! cat! kitten! van! boat camera sofa insurance! supplier! software caravan! piano school kindergarten! nursery! flat room pet! horse! solar! heat_pump! bicycle e-bike!',
      weeks: 6,
    },
    `
    # What is needed | 25%
    - Write what {the thing} is for: must have, nice to have, must not | 30m
    - Set {budget|a limit}, with running costs | 30m
    # Compare | 35%
    - Find a handful that fit, and note the same facts for each | 2h
    - Ask somebody who has one | 30m
    - See or try the best two | 3h
    # Decide and get it | 25%
    - Choose, and say why in one sentence | 30m
    - Agree price and conditions | 60m
    - Get {the thing}, and check that it is as promised | 90m
    # Settle in | 15%
    - Set it up, register and insure what must be | 90m
    - Put date of guarantee and upkeep in the calendar | 15m
    `,
  ),
  playbook(
    {
      id: 'sale',
      needsVerb: true,
      pattern: 'milestone_project',
      subtype: 'sale',
      verbs: 'sell! auction! rent_out! let_out! sublet!',
      things:
        'house flat apartment car van boat furniture collection piano business company land caravan bike instrument books tools antiques stamps paintings estate inheritance property',
      weeks: 10,
    },
    `
    # Settle | 20%
    - Settle who may decide, which papers are needed, and what must not be sold | 2h
    - Find out what {the thing} is worth: compare, ask two who know | 2h
    - Set the price, the lowest you accept, and the way to sell | 45m
    # Make ready | 30%
    - Clear out: keep, give to those who should have it, let go | 6h
    - Clean and mend what shows | 5h
    - Take pictures, and write an honest description | 2h
    # Offer | 30%
    - Publish it where buyers look | 60m
    - Show it, and note who is serious | 5h
    - Compare offers, and agree | 90m
    # Hand over | 20%
    - Contract, payment, transfer of papers | 3h
    - Hand over, and keep the receipts | 60m
    - Cancel insurance, contracts and fees that went with it | 60m
    `,
  ),
  playbook(
    {
      id: 'repair',
      pattern: 'milestone_project',
      verbs:
        'repair! fix! restore! mend! overhaul! rebuild! troubleshoot! service replace improve reduce speed',
      things:
        'bug! leak! engine! bicycle car boiler! fault! outage performance! latency! error defect! machine! motorbike! motorcycle! clock roof gutter quality bottleneck! complaints! backlog!',
      weeks: 4,
    },
    `
    # Find out | 30%
    - Describe what is wrong, since when, and how you would see that it is right | 30m
    - Look for the cause, from the simplest to the rarest | 2h
    - Write down the cause, and what shows it | 30m
    # Prepare | 20%
    - Choose between repair, replacement and living with it | 45m
    - Get parts, tools or help | 90m
    # Mend | 35%
    - Secure what must not get worse | 30m
    - Mend {the thing} | 4h
    - Test it under the conditions in which it failed | 60m
    # Keep it right | 15%
    - Note what was done | 20m
    - Check again after some days | 20m | wait 1w
    - Do what keeps it from coming back | 60m
    `,
  ),
  playbook(
    {
      id: 'series',
      pattern: 'milestone_project',
      verbs:
        'photograph! document! catalogue! catalog! inventory! transcribe! map! interview visit climb record translate tag index',
      things:
        'chapel church peak mountain museum station lake village trail lighthouse castle species bird relative ancestor grave archive catalogue family_tree genealogy recipe',
      weeks: 20,
    },
    `
    # List and choose | 20%
    - Make the whole list of {thing}, with place and what is special | 2h
    - Decide what belongs to each one: what is noted, in which form | 45m
    - Put the list in an order that saves ways and waiting | 60m
    # A first few | 20%
    - Do three, different ones, and time yourself | 4h
    - Look at them critically, and settle the form | 60m
    # The rest | 45%
    - Do the next third | 8h
    - Do the second third | 8h
    - Do the last third, and those that went wrong | 8h
    # Bring together | 15%
    - Choose, sort and label | 4h
    - Make what others can look at: book, map, page or evening | 4h
    - Keep a copy in a second place | 30m
    `,
  ),
  playbook(
    {
      id: 'decide',
      pattern: 'milestone_project',
      subtype: 'analysis',
      verbs:
        'decide! choose! evaluate explore figure_out! find_out! research compare pick select determine plan',
      things:
        'decision! choice! option! options! whether! alternatives! strategy plan study school career tool supplier',
      weeks: 3,
    },
    `
    # The question | 25%
    - Write the question, by when, and who is affected | 30m
    - Write what you want to be true afterwards, most important first | 45m
    # Options | 30%
    - List options, with doing nothing and one odd one | 45m
    - Collect the facts that tell them apart | 3h
    - Talk to two people who have decided the same | 90m
    # Weigh | 25%
    - Compare the options with what you want, one by one | 60m
    - Try the best one small, or imagine it has gone wrong | 60m
    # Decide | 20%
    - Decide, and write why | 30m
    - Tell those concerned, and take the first step | 45m
    - Set a day to look whether it was right | 10m
    `,
  ),
  playbook(
    {
      id: 'set_up',
      pattern: 'milestone_project',
      verbs: 'set_up! start establish install open organise organize implement introduce create form',
      things:
        'club! association! charity! cooperative! book_club! repair_café! repair_cafe! choir team group system process home_office! workshop! network! office! backup! smart_home! library! playgroup! carpool! neighbourhood_watch! mentoring! programme! program! scheme! service standard committee',
      weeks: 8,
    },
    `
    # Purpose | 20%
    - Say for whom {the thing} is, and what is better with it | 45m
    - Ask those concerned what they need | 2h
    - Look how others have done it | 90m
    # Design | 25%
    - Settle the smallest version that helps | 90m
    - Settle who does what, rules and {budget|costs} | 90m
    - Clear permits, contracts and accounts | 2h
    # Set up | 30%
    - Get place, tools and people | 4h
    - Put it together, and try it with a few | 4h
    - Change what did not work | 2h
    # Open | 10%
    - Start {the thing} | 2h
    - Tell everybody it is for | 60m
    # Keep it running | 15%
    - After the first weeks: what works, what to change | 60m | wait 2w
    - Hand on the knowledge: a page that says how it runs | 60m
    `,
  ),
  playbook(
    {
      id: 'teach',
      pattern: 'milestone_project',
      subtype: 'course',
      verbs: 'teach! coach! instruct! tutor! lecture! train',
      things:
        'class! lesson! lessons! training! curriculum! syllabus students children kids workshop pupils! team course son daughter child',
      weeks: 10,
      sessions: 1,
    },
    `
    # What they shall be able to do | 20%
    - Write what the learners can do at the end, and how you will see it | 60m
    - Find out what they can do now | 60m
    # Design | 25%
    - Divide {the thing} into units that build on one another | 2h
    - Prepare examples, exercises and material for the first units | 4h
    - Try one unit on one person | 60m
    # Teach | 40% | cycle
    * Teach the next unit | 75m
    * Look at what they made, and prepare the next | 45m
    # Show and look back | 15%
    - Let the learners show what they can do | 90m
    - Ask them what helped, and note what to change | 45m
    `,
  ),
  playbook(
    {
      id: 'care',
      pattern: 'recurring_cycle',
      subtype: 'maintenance_round',
      verbs:
        'care look_after! maintain! keep service clean! check water feed tidy inspect mow! wash cook! sweep! vacuum! rotate! disinfect!',
      things:
        'flat home kitchen bathroom windows extinguishers detectors buildings upkeep! maintenance! cleaning! chores! laundry! house car bike plants pool! aquarium! dog cat meals! meal meal_prep! shopping groceries! backups! servers machine equipment fire_safety! inspections!',
      weeks: 12,
      sessions: 2,
    },
    `
    # Set up the round
    - List everything that {the thing} asks, and how often | 45m
    - Decide who does what, and on which days | 30m
    - Put what is needed where it is needed | 45m
    # The rhythm | cycle
    * {Thing}: the next on the list | 45m
    # Look and adjust | cycle
    * Once a month: what was missed, what is too often, what is missing | 30m | monthly | fixed
    `,
  ),
  playbook(
    {
      id: 'keep_in_touch',
      pattern: 'recurring_cycle',
      subtype: 'maintenance_round',
      verbs: 'call! phone! visit! write meet see text video_call reach_out! keep_in_touch! stay_in_touch!',
      things:
        'parents! mother! father! mum! mom! dad! sister brother grandmother! grandfather! grandma! grandpa! aunt uncle family friends! friend! friendship! neighbour neighbours client clients customers network contacts penpal',
      weeks: 12,
      sessions: 1,
    },
    `
    # Set it up
    - Choose the times at which it suits both sides | 20m
    - Start a short list of what to ask, tell and remember | 15m
    # The rhythm | cycle
    * {Wish} | 40m
    * Note what was said that you want to come back to | 5m | same
    # Look and adjust | cycle
    * Is it often enough, and at the right time? | 15m | monthly | fixed
    `,
  ),
  playbook(
    {
      id: 'meeting_rhythm',
      pattern: 'recurring_cycle',
      subtype: 'maintenance_round',
      verbs: 'review meet hold report run check',
      things:
        'review! reviews! retrospective! retrospectives! stand-up! standup! one-on-one! one-on-ones! 1:1! meeting! meetings! check-in! check-ins! report reports! status all-hands! board_game_night! game_night! date_night! family_dinner! book_club! rehearsal! practice drill! drills! newsletter',
      weeks: 12,
      sessions: 1,
    },
    `
    # Set it up
    - Say what {the thing} is for, and what is different after each one | 30m
    - Settle who takes part, when, how long | 30m
    - Write the frame that is the same every time | 30m
    # Every time | cycle
    * Prepare: what is on, what was promised | 20m | same
    * Hold {the thing} | 60m
    * Write down what was decided, and who does what | 15m | same
    # Look and adjust | cycle
    * Is it worth its time? Keep, change or stop | 30m | quarterly | fixed
    `,
  ),
  playbook(
    {
      id: 'accumulate',
      pattern: 'progressive_accumulation_arc',
      verbs:
        'collect! gather win! increase! double! grow reach improve collect raise practise practice build walk complete earn',
      things:
        'steps! words! hours! pages! points followers! subscribers! clients customers signatures! votes pledges members sales! revenue! income! customers signups score speed rating! collection streak challenge! vocabulary net_worth! productivity! confidence! public_speaking!',
      weeks: 16,
      sessions: 3,
    },
    `
    # Where you stand | 10%
    - Measure where you stand today, and write it down | 45m
    - Set the aim: {target|what, how much, by when} | 30m
    - Choose the one activity that moves it most | 45m
    # Start small | 25%
    * The main activity: {per session|a small dose that always works} | 40m
    * Measure, and note what helped | 10m | weekly | fixed
    # Raise it step by step | 45%
    * The main activity: {per session|a little more than last week} | 50m
    * Work on the weakest point | 30m
    * Measure, and note what helped | 10m | weekly | fixed
    - Halfway: {50% of target|half of the way}? Change one thing | 45m
    # Reach and keep | 20%
    * The main activity, at full measure | 50m
    - Reach {target|the aim}, and have it seen by somebody | 60m
    - Decide how it is kept | 30m
    `,
  ),
]

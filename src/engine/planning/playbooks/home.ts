import { type Playbook, playbook } from './playbook.ts'

/** Homes, gardens and what stands in them. */
export const homePlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'home_move',
      pattern: 'milestone_project',
      subtype: 'relocation',
      verbs: 'move! relocate! emigrate! resettle',
      things:
        'house home flat apartment city abroad! country moving! removal! new_place relocation! dorm office_move! household',
      weeks: 10,
    },
    `
    # Decide and sort | 25%
    - Fix the day, and give notice where notice is due | 60m | key day
    - Go through every room: keep, sell, give away, throw away | 8h
    - List what must be done where you are and where you go | 45m
    # Book and tell | 30%
    - Compare movers or a van with helpers, and book | 2h
    + Reserve parking, lift and the day off | 45m
    - Move electricity, water, internet and insurance over | 2h
    + Tell bank, employer, schools, doctors and the office of your address | 2h
    - Redirect the post | 30m
    # Pack | 25%
    - Get boxes, tape and pens | 45m
    - Pack what you rarely use, and label each box with room and content | 8h
    - Use up what is in the freezer and the cupboards | 30m
    - Pack the rest, and a first-night bag | 6h | before 8d
    # Moving day | 8%
    - The move: last look through every room, meters read, keys | 9h | before 7d
    # Arrive | 12%
    - Make beds, kitchen and bath work first | 4h
    - Clean, repair and hand over the old place | 5h
    - Register at the new address | 90m
    - Unpack room by room | 8h
    `,
  ),
  playbook(
    {
      id: 'renovation',
      pattern: 'milestone_project',
      subtype: 'renovation',
      verbs:
        'renovate! remodel! refurbish! redecorate! decorate convert insulate restore repaint! paint retile',
      things:
        'kitchen! bathroom! bedroom roof! attic! loft! basement! floor wall house room extension! garage! shed! deck! patio! balcony! nursery! office terrace! fence! conservatory!',
      weeks: 12,
    },
    `
    # Plan | 25%
    - Measure everything, and take pictures of how it is | 2h
    - List what must change and what would be nice | 60m
    - Draw the plan, and set {budget|the budget} with a reserve | 4h
    - Ask what permits or consents are needed for {the thing} | 60m
    # Order and book | 20%
    - Get quotes for what you do not do yourself | 4h
    - Choose, and fix dates in writing | 2h
    - Order materials, longest delivery first | 3h
    # Prepare | 10%
    - Empty the room and cover what stays | 3h
    - Arrange how to live meanwhile | 60m
    # Build | 35%
    - Take out what goes | 8h
    - Pipes, cables and structure | 16h
    - Walls, floor and surfaces | 16h
    - Fit what is new | 12h
    # Finish | 10%
    - Walk through with a list of what is not right | 60m
    - Put the list right | 4h
    - Clean, move back in, keep papers and guarantees | 4h
    `,
  ),
  playbook(
    {
      id: 'garden',
      pattern: 'hybrid_project_cycle',
      subtype: 'seasonal_round',
      verbs: 'grow! plant! garden! landscape sow harvest cultivate',
      things:
        'garden! vegetable! vegetables! herb herbs! allotment! tomato! tomatoes! lawn! orchard! flower flowers! bed beds compost! greenhouse! meadow! hedge beehive! bees! chickens! plants balcony',
      weeks: 30,
      sessions: 2,
    },
    `
    # Plan the ground | 20%
    - Watch sun, shade, wind and water for a day, and sketch the place | 90m
    - Choose what grows here and what you will really use | 60m
    - Test the soil, and note when each plant goes in | 60m
    - Get tools, seeds and compost | 2h
    # Prepare and plant | 25%
    - Clear the ground and improve the soil | 6h
    - Build beds, supports or paths | 6h
    - Sow and plant what goes in first | 3h
    - Plant the rest after the last frost | 3h | wait 3w
    # The growing season | 45% | cycle
    * Water, weed and look for pests | 30m
    * Feed, tie up and prune what needs it | 45m
    * Sow again for later | 30m | monthly | fixed
    * Harvest, and use or give away | 40m | weekly | fixed
    # Close the season | 10%
    - Harvest the last, clear, mulch, and empty the water | 4h
    - Keep seeds, and write down what grew well and what did not | 60m
    `,
  ),
  playbook(
    {
      id: 'declutter',
      pattern: 'milestone_project',
      subtype: 'household',
      verbs:
        'declutter! tidy! organise organize clean_out! clear_out! sort clear downsize! empty clean digitise digitize',
      things:
        'clutter! wardrobe! cellar! attic garage photos! photo paperwork! papers files inbox! email cupboard storage house archive drawers belongings estate desk hard_drive!',
      weeks: 4,
    },
    `
    # Decide the rules | 15%
    - Say how {the thing} should look when you are done, and take a picture of today | 20m
    - Decide what happens with what goes: sell, give, recycle, bin | 30m
    - Divide it into parts that take one sitting | 30m
    # Go through it | 60%
    - Start with the easiest part, to see a result | 90m
    - Go on part by part: keep, go, unsure | 5h
    - Decide about the unsure ones, with a date to let go | 60m
    # Put in order | 15%
    - Give everything that stays a place, and label it | 2h
    - Get rid of what goes | 2h
    # Keep it so | 10%
    - Choose a small weekly habit that keeps it so | 15m
    `,
  ),
  playbook(
    {
      id: 'home_purchase',
      pattern: 'milestone_project',
      subtype: 'acquisition',
      verbs: 'buy purchase',
      things: 'house! home flat! apartment! property! mortgage! land first_home! real_estate!',
      weeks: 36,
    },
    `
    # What you can pay | 20%
    - Work out what you have, earn and owe, and what {budget|the price} may be | 2h
    - Talk to two lenders about a loan in principle | 3h
    - Keep a reserve for fees, taxes and repairs | 45m
    # What you look for | 15%
    - List what it must have, should have and must not have | 60m
    - Walk through the areas at different times of day | 4h
    # Search | 30%
    * Look through new offers and arrange visits | 45m | weekly | x2
    * Visit, with the same list every time | 2h | weekly | fixed
    # Offer and check | 20%
    - Make an offer, with conditions | 2h
    - Have the building and the papers checked | 4h
    - Agree the price after the check | 2h
    = You have a deal
    # Close and move in | 15%
    - Sign the loan and the contract | 4h
    - Arrange insurance and handing over | 2h
    - Take over the keys | 2h
    `,
  ),
]

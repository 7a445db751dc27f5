import { type Playbook, playbook } from './playbook.ts'

/** Days that many people share, and journeys. */
export const eventPlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'wedding',
      pattern: 'milestone_project',
      subtype: 'event',
      verbs: 'marry! wed',
      things: 'wedding! marriage! bride! groom! honeymoon elopement! civil_partnership! engagement_party',
      weeks: 40,
    },
    `
    # Settle the frame | 15%
    - Agree what kind of day it should be, and the three things that matter most | 90m
    - Agree {budget|a budget} and who pays for what | 2h
    - Write the guest list{people| for ~|}, in two rounds: must and may | 2h | key guests
    - Fix the date with the people who must be there | 60m
    # Book what others book too | 20%
    - Visit venues and book one | 8h | key venue
    + Register with the office, and ask which papers are needed | 2h
    - Book the food | 4h | after venue
    + Book photographer and music | 4h | after venue
    - Send save-the-date messages | 60m | after venue
    # Shape the day | 35%
    - Find clothes and rings, and allow time for changes | 10h
    - Write and send the invitations | 4h | before 56d
    + Plan ceremony, vows and speeches | 4h
    - Choose flowers, decoration and cake | 5h
    + Arrange travel and beds for guests | 3h
    # The last weeks | 22%
    - Collect the answers and make the seating plan | 4h | before 21d
    - Confirm numbers and times with everybody you booked | 2h | before 14d
    - Write the plan of the day, and give it to two people who run it | 2h | before 10d
    - Last fitting, and pack for the day | 3h | before 4d
    # The day and after | 8%
    - The wedding day | 10h | late
    - Return what was rented, and pay the last bills | 3h | afterwards
    - Send thanks | 4h | afterwards
    `,
  ),
  playbook(
    {
      id: 'party',
      pattern: 'milestone_project',
      subtype: 'event',
      verbs: 'celebrate! throw host organise organize plan invite',
      things:
        'party! birthday! anniversary! reunion! barbecue! dinner! baby_shower! housewarming! christmas! gathering! picnic! graduation retirement_party! surprise_party! christening! bar_mitzvah! quinceañera! funeral! wake street_party!',
      weeks: 5,
    },
    `
    # Frame | 25%
    - Settle the date, the place and what it should feel like | 45m
    - Write the guest list{people| for ~|} | 45m
    - Set {budget|a budget}, and what others could bring | 30m
    # Invite and book | 35%
    - Reserve the place and what must be reserved | 90m
    + Send the invitations with a date for the answer | 45m
    - Plan food and drink, thinking of those who do not eat everything | 60m
    + Plan music, games or a speech | 60m
    # Prepare | 30%
    - Collect the answers and fix the numbers | 30m | before 7d
    - Shop for what keeps | 90m | before 4d
    - Share out the tasks of the day | 30m | before 3d
    - Buy what is fresh, cook ahead, decorate | 4h | before 1d
    # The day and after | 10%
    - {The thing} | 5h | late
    - Clear up, return what was borrowed, send thanks | 2h | afterwards
    `,
  ),
  playbook(
    {
      id: 'conference',
      pattern: 'milestone_project',
      subtype: 'event',
      verbs: 'organise organize host run stage! put_on! plan hold curate perform',
      things:
        'conference! workshop! meetup! hackathon! festival! exhibition! fair! fundraiser! gala! retreat! offsite! off-site! seminar! webinar! tournament! musical! opera! play theatre! recital ballet! summit! open_day! charity_run! trade_show! concert performance show event! camp symposium!',
      weeks: 20,
    },
    `
    # Concept | 15%
    - Say who should come{people| (~)|}, and what they take home | 60m
    - Draft {budget|the budget}: what it costs, who pays | 2h
    - Choose the date, clear of holidays and rival events | 60m
    - Name who is responsible for what | 60m
    # Place and programme | 30%
    - Compare venues and book one | 6h | key venue
    + Invite the people who shape the programme | 4h | key programme
    - Check permits, insurance and safety | 3h | after venue
    - Put the programme together | 5h | after programme
    + Win sponsors or partners | 6h
    # Tell people | 25% | alongside
    - Make the page where people sign up | 4h
    - Announce it where your audience already is | 3h
    * Look at the sign-ups, and remind | 45m | weekly | fixed
    # Make it run | 20%
    - Order food, technology and signs | 4h | before 21d
    - Write the running order minute by minute | 3h | before 14d
    - Brief helpers and speakers | 2h | before 7d
    - Set up and rehearse on site | 5h | before 1d
    # The day and after | 10%
    - {The thing} | 9h | late
    - Take down, pay, thank | 4h | afterwards
    - Ask the guests, and write down what to change next time | 2h | afterwards
    `,
  ),
  playbook(
    {
      id: 'journey',
      pattern: 'milestone_project',
      subtype: 'journey',
      verbs: 'travel! visit backpack! tour fly sail drive hike trek walk',
      things:
        'trip! holiday! vacation! journey! road_trip! honeymoon! backpacking! cruise! camino! itinerary! sabbatical! world tour! pilgrimage! camper! hike! trek! safari! weekend_away camping! city_break! expedition! interrail!',
      weeks: 10,
    },
    `
    # Decide | 20%
    - Agree where, when, how long and with whom | 60m
    - Set {budget|the budget} and divide it: way, bed, food, extras | 45m
    - Check passports, visas, vaccinations and rules of entry | 60m
    # Book | 30%
    - Book the way there and back | 2h
    - Book the first and last nights, then the rest | 2h
    + Take out insurance, and note the emergency numbers | 45m
    # Plan the days | 25%
    - List what you would be sorry to miss, and place it on the days | 2h
    - Reserve what sells out | 60m
    - Leave room: one free half-day in three | 15m
    # Get ready | 25%
    - Get the equipment, and try it before you go | 2h
    - Arrange home, post, plants and animals | 60m | before 7d
    - Copies of papers, money, maps offline | 60m | before 3d
    - Pack by a list | 2h | before 1d
    - Leave for {the thing} | 60m | late
    `,
  ),
]

import { type Playbook, playbook } from './playbook.ts'

/** Training, health and the body. */
export const bodyPlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'endurance_event',
      pattern: 'progressive_accumulation_arc',
      subtype: 'training_arc',
      verbs: 'train run jog cycle swim race row ride hike climb prepare finish complete',
      things:
        'marathon! half_marathon! ultramarathon! triathlon! duathlon! ironman! 5k! 10k! race run km! kilometre! mile! cycling ride swim sportive century regatta channel running race mont! mount! summit! alps',
      weeks: 16,
      sessions: 3,
    },
    `
    # Base: a habit that holds | 30%
    - Write down where you stand: your longest comfortable distance today | 30m
    + Get shoes and kit checked, and see a doctor if anything worries you | 90m
    * Easy session at a pace you can talk at | 40m
    * Long easy session, growing to {40% of target|two fifths of the distance} | 60m
    * Short session with strength and mobility work | 30m
    # Build: longer and a little faster | 40%
    * Long session, growing to {75% of target|three quarters of the distance} | 90m
    * Intervals or hills after a good warm-up | 50m
    * Easy recovery session | 40m
    - Take every fourth week lighter | 15m
    - Test yourself over {45% of target|half the distance} and set the pace you will hold | 75m
    # Peak: close to {the thing} | 20%
    * Longest sessions, up to {90% of target|nine tenths of the distance} | 120m
    * Stretches at the pace of the day | 55m
    * Easy recovery session | 40m
    - Rehearse the day: clothes, food, drink and start time | 60m
    # Taper and the day | 10%
    * Shorter and lighter sessions, to arrive rested | 30m
    - Settle travel, number, clothes and meals for the day | 60m | before 3d
    - Do {the thing} | 3h | late
    - Recover and write down what you learnt | 45m | afterwards
    `,
  ),
  playbook(
    {
      id: 'strength',
      pattern: 'progressive_accumulation_arc',
      subtype: 'training_arc',
      verbs: 'strengthen lift train bulk',
      things:
        'strength! muscle! push-up! push-ups! pushups! press-ups! pull-up! pull-ups! pullups! sit-ups! chin-ups! squat! deadlift! bench_press! weightlifting! gym climbing bouldering handstand! kettlebell! plank fitness fit shape stronger! fitter!',
      weeks: 12,
      sessions: 3,
    },
    `
    # Start from where you are | 15%
    - Test what you can do today and write it down | 45m
    - Choose a few exercises that lead to {the thing} and learn them cleanly | 90m
    * Session of technique with light loads | 40m
    # Build volume | 35%
    * Main session: a little more than last time | 50m
    * Second session: the same exercises, lighter | 45m
    * Supporting exercises and mobility | 40m
    - Test again and adjust the loads | 45m
    # Build intensity | 35%
    * Main session: fewer repetitions, harder | 50m
    * Second session: technique and speed | 45m
    * Supporting exercises and mobility | 40m
    - Take one lighter week before the last push | 15m
    # Test and keep | 15%
    * Maintenance session | 40m
    - Test day: {target|what you set out to do} | 60m | late
    - Decide how to keep what you gained | 30m | afterwards
    `,
  ),
  playbook(
    {
      id: 'weight',
      pattern: 'progressive_accumulation_arc',
      subtype: 'training_arc',
      verbs: 'lose slim diet',
      things: 'weight! kilo kg pound fat! calorie! diet belly waist bmi nutrition healthy healthier eating',
      weeks: 16,
      sessions: 3,
    },
    `
    # Find out what is true today | 10%
    - Write down weight, waist and what you eat for one week | 60m
    - Talk to a doctor if you have a condition or take medicines | 45m
    - Choose two or three changes you could keep for a year | 60m
    # First changes | 30%
    * Plan the meals of the week and shop for them | 60m | fixed
    * Move: brisk walk, bike or swim | 40m
    * Weigh in once a week, same day and time | 10m | fixed
    - Clear the kitchen of what works against you | 60m
    # Steady progress | 40%
    * Move: a little longer or faster than before | 45m
    * Strength session at home or in a gym | 35m
    * Plan the meals of the week and shop for them | 60m | fixed
    * Weigh in and look at the trend of the month, not the day | 10m | fixed
    - Decide beforehand what to do on holidays and at parties | 30m
    # Keep it | 20%
    * Move in the way you like best | 40m
    * Weigh in | 10m | fixed
    - Write the rules you will keep, and the sign that you need to act again | 45m
    `,
  ),
  playbook(
    {
      id: 'recovery',
      pattern: 'progressive_accumulation_arc',
      subtype: 'therapeutic_arc',
      verbs: 'recover rehabilitate! heal rehab overcome! get_over! cope manage',
      things:
        'injury surgery rehab! rehabilitation! physiotherapy! knee hip shoulder back pain anxiety! phobia! fear! panic! stress burnout! grief! depression! therapy trauma posture',
      weeks: 12,
      sessions: 3,
    },
    `
    # Know where you stand | 15%
    - Agree with a doctor or therapist what is safe and what progress looks like | 60m
    - Write down how it is now: what is hard, when, how much | 30m
    - Choose the smallest exercise that you can do on a bad day | 30m
    # Gentle beginnings | 30%
    * Practise the first exercises, well within what is comfortable | 25m
    * Write two lines: what helped, what set you back | 10m
    - Look at the first weeks with your therapist and adjust | 45m
    # Build up step by step | 35%
    * Practise with a little more load or a little more of what is hard | 30m
    * Write two lines: what helped, what set you back | 10m
    - Try one thing from daily life that was not possible before | 60m
    - Look at progress with your therapist and adjust | 45m
    # Back to everyday life | 20%
    * Keep the exercises that carry | 25m
    - Write down early signs of a setback and what to do about them | 45m
    - Final check with your doctor or therapist | 45m
    `,
  ),
  playbook(
    {
      id: 'stop_habit',
      pattern: 'progressive_accumulation_arc',
      subtype: 'therapeutic_arc',
      verbs: 'quit! stop give_up! cut_down! wean! taper! reduce limit break abstain sober',
      things:
        'smoking! cigarette! alcohol! drinking sugar caffeine! coffee phone screen_time! social_media! gambling! habit vaping! nail snacking procrastination! doomscrolling!',
      weeks: 10,
    },
    `
    # Understand the habit | 20%
    - Write down for a week when, where and why it happens | 60m
    - Name the reasons why you want to change, and put them where you see them | 30m
    - Choose a first day, and tell two people who will back you | 30m
    # Prepare | 15%
    - Take the triggers out of home and work | 60m
    - Choose what to do instead for each trigger | 45m
    - Ask a doctor or an advice line what help there is | 45m
    # The first weeks | 30%
    - The first day | 30m
    * Daily note: how strong was the urge, what helped | 5m | daily | fixed
    * Talk with the person who backs you | 20m | weekly | fixed
    - Celebrate the first week | 30m
    # Stay with it | 35%
    * Look at the week: hard moments, and what to do next time | 20m | weekly | fixed
    - Plan for risky occasions: parties, stress, holidays | 45m
    - Write what you do after a slip, so that it stays one | 30m
    - Reward yourself with what you saved | 60m
    `,
  ),
  playbook(
    {
      id: 'health_routine',
      pattern: 'recurring_cycle',
      subtype: 'protocol_routine',
      verbs: 'meditate! stretch exercise sleep! walk hydrate drink!',
      things:
        'meditation! yoga! stretching! mindfulness! sleep! bedtime! morning_routine! evening_routine! protocol! routine exercise workout habit walk steps water journal journaling! supplement medication breathing wellbeing wake skincare!',
      weeks: 8,
      sessions: 4,
    },
    `
    # Set it up
    - Decide on the smallest version of {the thing} that counts as done | 20m
    - Tie it to something you already do every day | 15m
    - Prepare place and things so that starting takes no effort | 30m
    # The rhythm | cycle
    * {Thing} | 20m
    * Look at the week: what helped, what got in the way | 15m | weekly | fixed
    # Adjust | cycle
    * Every month: make it easier where it slipped, longer where it was easy | 30m | monthly | fixed
    `,
  ),
]

/** What can usually be booked: `name | price | minutes | motif | description`. Samples, meant to be replaced. */
export interface ServiceSector {
  readonly motif: string
  readonly eyebrow: string
  readonly lead: string
  readonly items: string
}

export const serviceSectors: Readonly<Record<string, ServiceSector>> = {
  hair: {
    motif: 'scissors',
    eyebrow: 'Cut, colour, care',
    lead: 'Pick a service and a time that suits you. No phone call needed.',
    items: `Cut and finish | 48 | 45 | scissors | Consultation, wash, cut and styling
Beard trim | 22 | 20 | scissors | Shaped, hot towel, oil
Full colour | 85 | 120 | soap | Roots to ends, with care treatment
Highlights | 110 | 150 | spark | Soft and grown out well
Kids' cut | 26 | 30 | scissors | Patient and quick
Deep care | 35 | 30 | lotus | For dry or tired hair`,
  },
  massage: {
    motif: 'lotus',
    eyebrow: 'Breathe out',
    lead: 'Quiet rooms, warm hands. Choose a treatment and an hour for yourself.',
    items: `Classic massage | 70 | 60 | hands | Slow, warm, full body
Back and neck | 42 | 30 | hands | Where the desk hurts
Hot stone | 88 | 75 | lotus | Heat that goes deep
Facial | 64 | 50 | soap | Cleanse, mask, massage
Sauna hour | 30 | 60 | candle | For up to two people
Couple's ritual | 150 | 90 | lotus | Side by side, with tea`,
  },
  yoga: {
    motif: 'lotus',
    eyebrow: 'Move gently',
    lead: 'Small groups and a warm room. Book a mat for the class you like.',
    items: `Morning flow | 16 | 60 | lotus | Wakes every joint
Slow stretch | 16 | 75 | lotus | Long holds, soft light
Strong basics | 18 | 60 | dumbbell | For a steady core
Breath and rest | 12 | 40 | heart | Nothing to achieve
First class | 8 | 60 | spark | For beginners, mats included
Private hour | 70 | 60 | person | Planned around you`,
  },
  nails: {
    motif: 'soap',
    eyebrow: 'A little time for you',
    lead: 'Neat work, gentle products and a good chair. Book in a minute.',
    items: `Manicure | 32 | 40 | hands | Shape, care, polish
Pedicure | 42 | 50 | soap | With a warm bath
Gel set | 48 | 60 | spark | Lasts three weeks
Removal | 18 | 25 | soap | Gentle to the nail
Brow shaping | 22 | 20 | person | Clean and natural
Lash lift | 55 | 50 | spark | Open look, no make-up`,
  },
  training: {
    motif: 'dumbbell',
    eyebrow: 'One hour, full focus',
    lead: 'Sessions that fit your week and your level. Pick a slot and show up.',
    items: `Personal training | 65 | 60 | dumbbell | One to one, planned for you
First check | 0 | 45 | list | Goals, mobility, plan
Small group | 22 | 60 | dumbbell | Four people at most
Running form | 48 | 45 | shoe | Filmed and explained
Mobility | 30 | 40 | lotus | Move without pain
Boxing basics | 28 | 60 | ball | Gloves are here`,
  },
  dental: {
    motif: 'tooth',
    eyebrow: 'Gentle and on time',
    lead: 'Book online, arrive on time, be seen on time.',
    items: `Check-up | 55 | 30 | tooth | Examination and advice
Professional cleaning | 85 | 60 | tooth | Thorough, with polish
Whitening | 220 | 75 | spark | In one visit
Pain consultation | 40 | 20 | heart | Usually the same day
Children's visit | 35 | 30 | balloon | No rush, no drill
Aligner consultation | 0 | 30 | chat | See what is possible`,
  },
  health: {
    motif: 'heart',
    eyebrow: 'Time to listen',
    lead: 'Choose why you come and when. We prepare before you arrive.',
    items: `First consultation | 80 | 45 | chat | Your history and a plan
Follow-up | 50 | 25 | list | How it has gone since
Physiotherapy | 65 | 40 | hands | Hands-on and exercises
Blood test | 30 | 15 | bottle | Results in two days
Video call | 40 | 20 | phone | From wherever you are
Vaccination advice | 25 | 20 | shield | For home and travel`,
  },
  tutoring: {
    motif: 'book',
    eyebrow: 'Understood, not memorised',
    lead: 'Friendly lessons at your pace, in person or online.',
    items: `Trial lesson | 10 | 30 | chat | To see if we fit
Maths | 32 | 60 | chart | From fractions to calculus
Languages | 30 | 60 | globe | Speaking first
Music lesson | 36 | 45 | guitar | Bring your instrument
Exam preparation | 40 | 90 | list | Old papers, calm nerves
Homework hour | 22 | 60 | book | For younger pupils`,
  },
  repair: {
    motif: 'wrench',
    eyebrow: 'Fixed properly',
    lead: 'Tell us what is wrong, choose a time, get a fair price first.',
    items: `Diagnosis | 25 | 30 | wrench | Deducted if we repair it
Small repair | 45 | 45 | wrench | Brakes, chains, hinges, plugs
Full service | 95 | 120 | gear | Checked from end to end
Tyre change | 38 | 40 | car | A pair, with balancing
Home visit | 60 | 60 | home | Within the city
Installation | 80 | 90 | bolt | Set up and explained`,
  },
  photo: {
    motif: 'camera',
    eyebrow: 'Good light, no stiff poses',
    lead: 'Relaxed sessions and pictures you will keep. Reserve your date.',
    items: `Portrait session | 140 | 60 | camera | Ten edited pictures
Family hour | 190 | 75 | heart | Indoors or in the park
Product shots | 220 | 120 | parcel | Clean, on white
Event | 420 | 180 | glasses | Evening coverage
Passport photo | 18 | 15 | person | While you wait
First call | 0 | 20 | chat | Ideas and dates`,
  },
  grooming: {
    motif: 'paw',
    eyebrow: 'Happy, clean, calm',
    lead: 'Gentle care for dogs and cats. Choose a treatment, bring a treat.',
    items: `Bath and brush | 38 | 45 | soap | For every coat
Full groom | 62 | 90 | scissors | Wash, cut, nails, ears
Puppy's first visit | 25 | 30 | paw | Getting used to it
Nail trim | 14 | 15 | paw | Quick and calm
Cat care | 48 | 60 | paw | In a quiet room
Walk, one hour | 18 | 60 | forest | Rain or shine`,
  },
  cleaning: {
    motif: 'home',
    eyebrow: 'Home, but fresher',
    lead: 'Choose what needs doing. The same careful team every time.',
    items: `Regular clean | 60 | 120 | home | Kitchen, bath, floors
Deep clean | 140 | 240 | soap | Behind and under everything
Windows | 75 | 90 | home | Inside and out
Moving out | 180 | 300 | parcel | Ready for the keys
Ironing | 30 | 60 | shirt | One basket
Office clean | 90 | 120 | laptop | After hours`,
  },
  restaurant: {
    motif: 'glasses',
    eyebrow: 'A table is waiting',
    lead: 'Choose when you come and how many you are.',
    items: `Table for two | 0 | 90 | plate | By the window if it is free
Table for four | 0 | 120 | plate | Room to share
Chef's menu | 68 | 150 | plate | Five courses
Sunday brunch | 26 | 120 | cup | Until the coffee runs out
Wine tasting | 42 | 90 | glasses | Six glasses, small plates
Private room | 120 | 180 | candle | Up to twelve guests`,
  },
  general: {
    motif: 'calendar',
    eyebrow: 'Pick a time',
    lead: 'Choose what you need and when it suits you. Confirmation follows at once.',
    items: `First meeting | 0 | 30 | chat | Get to know each other
Short session | 40 | 30 | calendar | One question, one answer
Standard session | 75 | 60 | person | Time to go deeper
Long session | 110 | 90 | list | For larger matters
Online session | 60 | 45 | laptop | By video
Group session | 25 | 60 | heart | Up to eight people`,
  },
}

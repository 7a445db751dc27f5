import type { ProductType } from '../../src/contracts/page.ts'

/** One brief of each product, in a person's words. */
export const briefs: readonly { readonly type: ProductType; readonly text: string }[] = [
  {
    type: 'ecommerce',
    text: 'Make a coffee shop app called Amber & Oak with a menu, favourites, an about page. Opening hours: Mon–Fri 7–18, Sat 8–16. Coffee: Flat white €4.20, Cold brew €4.80. Bakery: Butter croissant €3.20, Rye toast €5.50.',
  },
  {
    type: 'travel',
    text: 'Plan a 4 day trip to Lisbon for two friends. Day 1: Alfama, São Jorge castle. Day 2: Tile museum. Day 3: Belém, Pastry shop. Day 4: Cascais beach.',
  },
  {
    type: 'manual',
    text: 'User manual for our espresso machine "Barista One" with chapters: Setup, Daily use, Cleaning, Settings, Troubleshooting, Safety',
  },
  {
    type: 'kanban',
    text: 'A kanban board for our website relaunch called Relaunch 27. Columns: To do, Doing, Review, Done. Tasks: Agree on the goal, Collect the content, Build the home page, Check it with five people',
  },
  {
    type: 'landing',
    text: 'Landing page for a habit and focus app called Stillwater with a newsletter sign-up. We keep it quiet: no streaks, no badges. Plus costs €6 a month.',
  },
  {
    type: 'card',
    text: "Digital business card. I'm Jana Petrova, a product designer. jana@example.com, phone: +49 30 5550100, website: www.example.com",
  },
  {
    type: 'invitation',
    text: 'Wedding invitation for "Mia & Tom", 14 June 2027 at 3pm at Rose Garden Hall, with RSVP',
  },
  {
    type: 'booking',
    text: 'Booking app for the hair salon "Studio Lumen": appointments online, open Tue–Sat 9–18. Services: Cut 45 min €48, Beard trim 20 min €22, Colour 120 min €95',
  },
  {
    type: 'dashboard',
    text: 'A sales dashboard called Northside with revenue by channel. Channels: Online, In store, Partners, Subscriptions. Prices in euro.',
  },
]

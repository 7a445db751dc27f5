import type { ProductType } from '../../src/contracts/page.ts'

/** One brief of each product, in a person's words. */
export const briefs: readonly { readonly type: ProductType; readonly text: string }[] = [
  {
    type: 'ecommerce',
    text: 'Make a coffee shop app called Amber & Oak with favourites, an about page and opening hours: Mon–Fri 7–18, Sat 8–16',
  },
  {
    type: 'travel',
    text: 'Plan a 4 day trip to Lisbon for two friends with food, museums and a day by the sea',
  },
  {
    type: 'manual',
    text: 'User manual for our espresso machine "Barista One" with chapters: Setup, Daily use, Cleaning, Settings, Troubleshooting, Safety',
  },
  { type: 'kanban', text: 'A kanban board for our website relaunch called Relaunch 27' },
  {
    type: 'landing',
    text: 'Landing page for a habit and focus app called Stillwater with newsletter sign-up and pricing',
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
    text: 'Booking app for the hair salon "Studio Lumen": appointments online, open Tue–Sat 9–18',
  },
  { type: 'dashboard', text: 'A sales dashboard called Northside with revenue by channel' },
]

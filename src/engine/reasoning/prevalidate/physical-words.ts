import { stemWord } from '../language/language.ts'

/** General English word classes of the physical world. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

function stems(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(stemWord))
}

/** Acts that only a body can do, whatever the object. */
export const bodilyVerbs = words(`
  carry lift haul lug mow sweep vacuum hoover mop hammer drill glue sew knit dig climb jog hug kiss eat drink taste smell
  scrub dust rake shovel weld massage bake fry boil grill roast pour brew knead peel throw kick punch knock sharpen wipe
  cook wash iron swim dance sing juggle wrap unwrap sand plaster vacuum-clean babysit bathe tow unload shelve repaint
  plow plough prune trim weed hoist lean stroll march clap whistle swallow chew lick sniff tickle wrestle hike paddle row
  ski surf chop stir dice mince mash tie untie kneel crawl jump hop squeeze scratch comb brush shave pluck dress undress
  cuddle bury sow harvest milk saddle whittle carve screw unscrew solder tighten loosen plug unplug dry-clean restring rewire
  rinse stroke pat poke yawn laugh smile wave bow salute hand-deliver`)

/** Acts on a thing itself; physical with a physical object. */
export const workingVerbs = words(`
  fix repair mend build assemble install clean tidy rearrange load stack paint cut water feed straighten fold pack unpack
  mount polish fill refill warm heat cool rinse dry saw trim patch seal unclog lubricate vacuum empty dispose replant pot
  hang change replace tune`)

/** Handling that brings something from one place to another. */
export const transportVerbs = words(`
  move bring take put place carry fetch deliver transport push pull haul lug shift relocate drag hand stack return walk drive drop set lay give pass store stick pin`)

/** Things of wood, metal, cloth, food and flesh. */
export const physicalThings = stems(`
  chair chairs table tables desk desks sofa couch bed beds bench shelf shelves bookcase cupboard wardrobe cabinet drawer crate
  crates furniture piano fridge freezer oven stove dishwasher toaster kettle microwave curtain curtains blinds floor floors carpet
  rug wall walls ceiling roof gutter gutters garden lawn hedge tree trees flower flowers bush car cars van truck lorry bike
  bicycle tyre tyres tire tires engine boat cup cups mug mugs glass glasses plate plates dish dishes bottle bottles coffee tea
  sandwich sandwiches pizza dinner lunch breakfast cake soup bread food meal snack dog dogs cat horse child children kid kids
  baby laundry clothes shirt shirts shoes coat suitcase luggage trolley pallet pallets ladder nail nails screw screws brick
  bricks lightbulb bulb lamp carpet trash rubbish garbage dustbin sink toilet bathtub shower faucet tap pipe pipes fence
  gate window windows door doors key keys plant plants forklift machine machines printer tractor lawnmower elevator lift heater tent guitar violin drum drums rug string socket sockets terrace onion onions vegetables grass blackboard chalkboard rack racks umbrella wheelchair stretcher toner cartridge whiteboard projector stapler pencil pens scissors wheel wheels battery
  batteries cable cables plug snow leaves mud rope bucket broom atlas atlases parcel parcels envelope envelopes mattress
  cushion pillow blanket towel towels cutlery fork knife spoon pan pot sculpture statue painting paintings crates barrel
  sack sacks bookshelf countertop stairs doorbell newspaper newspapers poster posters boiler radiator vase`)

/** Rooms and grounds. */
export const physicalPlaces = stems(`
  cellar basement attic kitchen bathroom bedroom garage lobby hallway corridor warehouse yard backyard parking street
  pavement sidewalk upstairs downstairs stairs staircase elevator balcony porch terrace canteen storeroom storage cloakroom
  closet loft barn shed garden shelf shelves desk table floor counter window door roof driveway entrance cafeteria
  stockroom loading dock room rooms van truck trunk car bin container rack stand stage aisle bench table cupboard
  drawer fridge freezer wall doorstep mailbox postbox lawn`)

/** Words for what only exists as data: with one of them a physical verb is a manner of speaking. */
export const dataThings = stems(`
  file files folder folders directory data dataset record records row rows column columns table email emails mail message
  messages page pages website link url code function script branch commit repository repo database query field value values
  number numbers list lists document documents report reports spreadsheet sheet chart graph image images picture photo photos
  video audio meeting meetings event events appointment appointments task tasks ticket tickets card cards note notes label
  labels entry entries account accounts booking bookings reservation reservations order orders payment payments invoice
  invoices balance funds money budget deadline date dates subscription setting settings password user users member members
  contact contacts tab tabs window button text word words paragraph section chapter version draft issue issues request requests
  project projects item items calendar schedule playlist song songs decision analysis calculation comparison search test
  tests conversation presentation slide slides post posts comment comments log logs cursor conclusion look turn break
  shipment shipments discount price prices stock inventory status priority flag tag tags alarm timer reminder reminders
  layout style header cell cells format width widget menu form array matrix json thermostat scene scenes mode volume channel layer layers shape object node nodes server job jobs process`)

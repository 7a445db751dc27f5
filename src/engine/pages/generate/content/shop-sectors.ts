import type { SectorTable } from './sector.ts'

/** What shops of a kind usually offer: `name | price | group | motif | description`. Samples, meant to be replaced. */
export const shopSectors: SectorTable = {
  coffee: {
    motif: 'interior',
    words: ['Menu', 'drink', 'Freshly brewed'],
    lead: 'Slow mornings, good beans and something warm from the oven. Order ahead and skip the line.',
    options: {
      name: 'Size',
      choices: [
        ['Regular', 0],
        ['Large', 0.8],
      ],
    },
    items: `Flat white | 4.20 | Coffee | cup | Double ristretto under silky steamed milk
Cappuccino | 4.00 | Coffee | cup | Espresso, warm milk and a thick cap of foam
Filter of the day | 3.40 | Coffee | pot | Hand poured, changes with the roast
Cold brew | 4.60 | Cold | iced-drink | Steeped for eighteen hours, served over ice
Iced oat latte | 5.10 | Cold | iced-drink | Espresso and oat milk, lightly sweet
Masala chai | 4.40 | Tea | pot | Black tea simmered with whole spices
Butter croissant | 3.20 | Bakery | croissant | Flaky, baked here every morning
Banana bread | 3.80 | Bakery | cake | Toasted, with salted butter
Sea salt cookie | 2.90 | Bakery | cookie | Dark chocolate, crisp edge, soft middle`,
  },
  bakery: {
    motif: 'bread',
    words: ['Bakes', 'bake', 'Out of the oven'],
    lead: 'Dough that rests overnight and an oven that never cools. Reserve your loaf before it is gone.',
    items: `Country sourdough | 6.50 | Bread | bread | Crackling crust, open crumb, two days in the making
Seeded rye | 6.20 | Bread | bread | Dense, dark and good for a week
Baguette | 3.10 | Bread | bread | Long fermented, baked four times a day
Butter croissant | 3.20 | Pastry | croissant | Twenty-seven layers of butter and patience
Almond croissant | 3.90 | Pastry | croissant | Filled twice, dusted once
Carrot cake | 4.80 | Cakes | cake | With a cream cheese top
Vanilla doughnut | 3.00 | Pastry | donut | Glazed while still warm
Oat cookie | 2.60 | Cakes | cookie | Brown butter and raisins`,
  },
  restaurant: {
    motif: 'plate',
    words: ['Menu', 'dish', 'From the kitchen'],
    lead: 'A short menu that follows the season. Order for tonight or pick up on your way home.',
    items: `Roast tomato soup | 7.50 | Starters | bowl | Slow roasted, with basil oil
Green leaf salad | 8.00 | Starters | bowl | Crisp leaves, seeds, lemon dressing
Handmade tagliatelle | 14.50 | Mains | plate | With mushrooms and aged cheese
Grilled sea bream | 19.00 | Mains | plate | Fennel, potatoes, herb butter
Braised short rib | 21.00 | Mains | plate | Cooked for eight hours
Chickpea stew | 13.00 | Mains | bowl | Preserved lemon, warm bread
Lemon tart | 7.00 | Desserts | cake | Sharp, with a thin crust
House lemonade | 4.50 | Drinks | bottle | Fresh lemons, mint, little sugar`,
  },
  pizza: {
    motif: 'pizza',
    words: ['Menu', 'pizza', 'Straight from the fire'],
    lead: 'Long proofed dough, ninety seconds in a very hot oven, and a box that keeps it crisp.',
    options: {
      name: 'Size',
      choices: [
        ['Classic', 0],
        ['Family', 5],
      ],
    },
    items: `Margherita | 9.50 | Pizza | pizza | Tomato, mozzarella, basil
Diavola | 11.50 | Pizza | pizza | Spicy salami, chilli honey
Four cheeses | 12.00 | Pizza | pizza | Creamy, salty, a little blue
Garden | 11.00 | Pizza | pizza | Courgette, peppers, rocket
Garlic bread | 4.50 | Sides | bread | With parsley butter
Green salad | 5.50 | Sides | bowl | Lemon and olive oil
Tiramisu | 6.00 | Sweet | cake | Made in the morning
Lemonade | 3.50 | Drinks | bottle | Cloudy and cold`,
  },
  sweets: {
    motif: 'icecream',
    words: ['Flavours', 'flavour', 'Scooped today'],
    lead: 'Small batches, real fruit and far too many toppings. Take some home.',
    items: `Strawberry scoop | 2.80 | Ice cream | icecream | Ripe fruit and cream
Pistachio scoop | 3.20 | Ice cream | icecream | Roasted, not too sweet
Dark chocolate scoop | 3.00 | Ice cream | icecream | No dairy, all cocoa
Birthday cupcake | 3.60 | Bakes | cake | Vanilla with sprinkles
Glazed ring | 2.90 | Bakes | donut | Pink and shiny
Giant cookie | 3.10 | Bakes | cookie | Two hands needed
Caramel jar | 6.50 | To take home | jar | Salted, pourable
Gift box | 14.00 | To take home | gift | Twelve sweets, one ribbon`,
  },
  flowers: {
    motif: 'bouquet',
    words: ['Flowers', 'bouquet', 'Cut this morning'],
    lead: 'Seasonal stems, tied by hand and brought to the door.',
    options: {
      name: 'Size',
      choices: [
        ['Small', 0],
        ['Generous', 14],
      ],
    },
    items: `Seasonal bouquet | 32.00 | Bouquets | bouquet | Whatever is at its best this week
Wild meadow | 36.00 | Bouquets | bouquet | Loose, airy, many small blooms
Blush roses | 42.00 | Bouquets | bouquet | A dozen in soft pink
Dried bunch | 28.00 | Dried | vase | Lasts for months
Ceramic vase | 24.00 | Vases | vase | Hand thrown, each a little different
Potted olive | 38.00 | Plants | plant | For a sunny sill
Orchid | 29.00 | Plants | plant | Easy and long flowering
Scented candle | 22.00 | Gifts | candle | Fig leaf and green tea`,
  },
  plants: {
    motif: 'plant',
    words: ['Plants', 'plant', 'Grown with care'],
    lead: 'Healthy house plants with honest care notes. Delivered upright.',
    items: `Monstera | 34.00 | Easy | plant | Big leaves, little fuss
Snake plant | 24.00 | Easy | plant | Forgives everything
Calathea | 29.00 | Shade | plant | Patterned leaves, likes humidity
String of hearts | 19.00 | Hanging | plant | Trails from any shelf
Olive tree | 48.00 | Sun | plant | Loves a bright window
Terracotta pot | 14.00 | Pots | vase | Breathes, ages well
Glazed planter | 26.00 | Pots | vase | With saucer
Plant food | 9.50 | Care | bottle | One capful a fortnight`,
  },
  books: {
    motif: 'book',
    words: ['Books', 'book', 'On the front table'],
    lead: 'A small shop with strong opinions. Browse the shelf and we will keep your copy behind the counter.',
    items: `The quiet harbour | 18.00 | Fiction | book | A novel about a town that waits
Letters to a lighthouse | 16.50 | Fiction | book | Two voices, one winter
Small kitchens | 26.00 | Cooking | book | Eighty recipes for one good pan
The walking year | 21.00 | Nature | book | Twelve months on foot
Designing with less | 29.00 | Design | book | On leaving things out
A field guide to clouds | 15.00 | Nature | book | For people who look up
Reading lamp | 39.00 | Gifts | lamp | Warm light, folds flat
Canvas bag | 14.00 | Gifts | bag | Holds nine paperbacks`,
  },
  fashion: {
    motif: 'dress',
    words: ['Shop', 'piece', 'New this week'],
    lead: 'Well cut pieces in good cloth, made in small runs and meant to be worn for years.',
    options: {
      name: 'Size',
      choices: [
        ['S', 0],
        ['M', 0],
        ['L', 0],
      ],
    },
    items: `Heavy cotton tee | 38.00 | Tops | shirt | Boxy, pre-washed, holds its shape
Linen shirt | 72.00 | Tops | shirt | Cool in summer, better with age
Midi dress | 96.00 | Dresses | dress | Falls straight, has pockets
Wrap dress | 108.00 | Dresses | dress | Ties once, fits always
Leather trainer | 120.00 | Shoes | shoe | Resoleable, plain white
Canvas sneaker | 64.00 | Shoes | shoe | Light and washable
Day bag | 140.00 | Bags | bag | Fits a laptop and lunch
Slim watch | 160.00 | Accessories | watch | Two hands, no noise`,
  },
  jewellery: {
    motif: 'ring',
    words: ['Collection', 'piece', 'The new collection'],
    lead: 'Fine pieces made to order in recycled gold. Quiet enough for every day.',
    options: {
      name: 'Metal',
      choices: [
        ['Gold', 0],
        ['Silver', 0],
      ],
    },
    items: `Thin band | 240.00 | Rings | ring | Two millimetres, brushed
Solitaire ring | 890.00 | Rings | ring | One stone, held low
Signet ring | 420.00 | Rings | ring | Engraved on request
Moon pendant | 310.00 | Necklaces | spark | On a fine chain
Pearl drops | 280.00 | Earrings | spark | Freshwater, slightly uneven
Dress watch | 680.00 | Watches | watch | Slim case, leather strap
Gift box | 20.00 | Gifts | gift | With a handwritten card
Cleaning cloth | 12.00 | Care | soap | Keeps gold bright`,
  },
  electronics: {
    motif: 'headphones',
    words: ['Shop', 'device', 'Just arrived'],
    lead: 'Tested, well made devices with a fair price and a real guarantee.',
    items: `Over-ear headphones | 189.00 | Audio | headphones | Quiet outside, thirty hours inside
Wireless earbuds | 99.00 | Audio | headphones | Small case, clear calls
Phone, 128 GB | 449.00 | Phones | phone | Bright screen, two-day battery
Phone, 256 GB | 549.00 | Phones | phone | More room, same pocket
Light laptop | 899.00 | Computers | laptop | One kilogram, silent
Compact camera | 529.00 | Cameras | camera | Sharp lens, simple dials
Desk lamp | 69.00 | Home | lamp | Dims without flicker
Fitness watch | 149.00 | Wearables | watch | A week on one charge`,
  },
  home: {
    motif: 'chair',
    words: ['Shop', 'piece', 'For the long run'],
    lead: 'Furniture and small things for rooms that are lived in.',
    items: `Lounge chair | 420.00 | Seating | chair | Deep seat, washable cover
Reading chair | 360.00 | Seating | chair | Upright and soft
Table lamp | 89.00 | Light | lamp | Linen shade, warm light
Floor lamp | 149.00 | Light | lamp | Reaches over the sofa
Stoneware vase | 45.00 | Objects | vase | For three stems or none
Beeswax candle | 18.00 | Objects | candle | Burns for forty hours
Storage box | 26.00 | Objects | parcel | Folded cardboard, surprisingly strong
Potted fig | 52.00 | Plants | plant | Fills an empty corner`,
  },
  beauty: {
    motif: 'soap',
    words: ['Shop', 'product', 'Gentle by design'],
    lead: 'Short ingredient lists, refillable bottles, and nothing your skin has to forgive.',
    items: `Daily cleanser | 24.00 | Face | soap | Lifts the day, leaves the skin calm
Light moisturiser | 32.00 | Face | jar | Sinks in within a minute
Night oil | 38.00 | Face | bottle | Rosehip and squalane
Hand wash | 18.00 | Body | soap | Cedar and orange peel
Body lotion | 26.00 | Body | bottle | For dry elbows and long winters
Bath salt | 16.00 | Body | jar | Twenty quiet minutes
Travel set | 42.00 | Sets | gift | Four small bottles
Room candle | 29.00 | Home | candle | Fig and smoke`,
  },
  toys: {
    motif: 'blocks',
    words: ['Shop', 'toy', 'Ready to play'],
    lead: 'Toys that need no batteries and survive the stairs.',
    items: `Wooden blocks | 28.00 | Building | blocks | Forty pieces, one bag
Castle set | 46.00 | Building | blocks | Towers, bridges, a gate
Rubber ball | 9.00 | Outdoors | ball | Bounces far too well
Balance bike | 89.00 | Outdoors | bike | From two years
Wind-up car | 14.00 | Wheels | car | Fast and unstoppable
Picture book | 16.00 | Stories | book | To be read forty times
Party balloons | 7.00 | Party | balloon | Twenty, mixed colours
Gift wrap | 4.00 | Party | gift | With ribbon`,
  },
  sports: {
    motif: 'dumbbell',
    words: ['Shop', 'item', 'Built for effort'],
    lead: 'Gear that works as hard as you do. No nonsense, no sponsored hype.',
    items: `Adjustable dumbbell | 129.00 | Strength | dumbbell | Two to twenty-four kilograms
Kettle weight | 49.00 | Strength | dumbbell | Cast iron, flat base
Running shoe | 119.00 | Running | shoe | Light, stable, honest
Trail shoe | 134.00 | Running | shoe | Grips wet rock
City bike | 590.00 | Cycling | bike | Eight gears, no drama
Match ball | 35.00 | Team | ball | Stitched, keeps its pressure
Training shirt | 32.00 | Clothing | shirt | Dries in minutes
Sports bag | 54.00 | Clothing | bag | Separate shoe pocket`,
  },
  pets: {
    motif: 'paw',
    words: ['Shop', 'treat', 'Tail-wagging good'],
    lead: 'Food, toys and cosy things for the ones who greet us at the door.',
    items: `Chicken bites | 8.50 | Food | jar | Soft, small, irresistible
Salmon dinner | 12.00 | Food | bowl | Grain free
Chew ball | 6.00 | Toys | ball | Strong rubber, squeaks once
Rope toy | 7.50 | Toys | paw | For tugging and winning
Cloud bed | 49.00 | Home | chair | Washable, very deep
Ceramic bowl | 18.00 | Home | bowl | Does not slide
Gentle shampoo | 13.00 | Care | soap | Oats and aloe
Welcome box | 39.00 | Gifts | gift | For the first week`,
  },
  grocery: {
    motif: 'market',
    words: ['Market', 'product', 'In season now'],
    lead: 'Vegetables, bread and pantry things from growers nearby. Packed today, at your door tomorrow.',
    items: `Apple and orange box | 12.00 | Fruit | fruit | Three kilograms, ripe now
Seasonal vegetables | 16.00 | Vegetables | market | A week for two people
Country loaf | 5.80 | Bakery | bread | Baked at dawn
Honey | 8.40 | Pantry | jar | Cold stirred, light
Tomato passata | 4.20 | Pantry | bottle | Only tomatoes
Olive oil | 14.00 | Pantry | bottle | Early harvest
Mountain cheese | 7.60 | Dairy | cake | Aged for a year
Herb pot | 3.50 | Vegetables | plant | Basil, keeps growing`,
  },
  music: {
    motif: 'guitar',
    words: ['Shop', 'item', 'Play it loud'],
    lead: 'Instruments, records and everything in between, tuned before they leave.',
    items: `Acoustic guitar | 240.00 | Instruments | guitar | Warm, easy neck
Travel guitar | 180.00 | Instruments | guitar | Fits overhead
Studio headphones | 129.00 | Sound | headphones | Flat and honest
Song book | 22.00 | Paper | book | Sixty songs, big print
Night session, vinyl | 26.00 | Records | note | Recorded in one take
Concert ticket | 18.00 | Tickets | ticket | Doors at seven
Tour shirt | 29.00 | Wear | shirt | Heavy cotton
Gig bag | 59.00 | Wear | bag | Padded, two pockets`,
  },
  games: {
    motif: 'gamepad',
    words: ['Store', 'game', 'Press start'],
    lead: 'Hand-picked games and the gear to play them.',
    items: `Star courier | 24.00 | Adventure | gamepad | Deliver parcels across a broken galaxy
Mountain run | 18.00 | Racing | mountain | One road, no brakes
Tiny city | 21.00 | Strategy | city | Build up, not out
Lost island | 29.00 | Adventure | island | Eat, sleep, find the boat
Puzzle garden | 12.00 | Puzzle | plant | Two hundred quiet levels
Wireless controller | 59.00 | Gear | gamepad | Forty hours, fast link
Headset | 89.00 | Gear | headphones | Light and clear
Gift card | 25.00 | Gifts | ticket | Any game, any time`,
  },
  streaming: {
    motif: 'film',
    words: ['Titles', 'title', 'Watch tonight'],
    lead: 'Films and series worth staying up for. Build your list, pick a plan, press play.',
    items: `Harbour lights | 0 | Series | boat | Ten episodes. A ferry, a storm, a secret
The last ridge | 0 | Films | mountain | Two strangers cross a mountain in winter
Night market | 0 | Series | market | Everyone sells something after midnight
City of glass | 0 | Thriller | city | An architect finds a door that was never drawn
Slow train | 0 | Documentary | train | Nine countries at forty kilometres an hour
Island school | 0 | Family | island | Six pupils, one goat
Old town blues | 0 | Music | oldtown | A band that never left home
Forest code | 0 | Thriller | forest | A signal nobody sent`,
  },
  crafts: {
    motif: 'vase',
    words: ['Shop', 'piece', 'Made by hand'],
    lead: 'Small batches from one workshop. No two pieces are quite alike.',
    items: `Breakfast mug | 28.00 | Kitchen | cup | Holds enough, feels right
Serving bowl | 46.00 | Kitchen | bowl | For salad or keys
Teapot | 64.00 | Kitchen | pot | Pours without a drip
Bud vase | 24.00 | Home | vase | For one good stem
Tall vase | 58.00 | Home | vase | Speckled glaze
Beeswax candle | 16.00 | Home | candle | Hand dipped
Planter | 34.00 | Garden | plant | With a drainage hole
Gift voucher | 40.00 | Gifts | gift | In a printed envelope`,
  },
  general: {
    motif: 'parcel',
    words: ['Shop', 'item', 'New and useful'],
    lead: 'A small range, chosen with care and sent within a day.',
    items: `Everyday bag | 48.00 | Carry | bag | Light, strong, one big pocket
Travel bottle | 22.00 | Carry | bottle | Keeps cold for a day
Desk lamp | 59.00 | Home | lamp | Warm light, small foot
Scented candle | 24.00 | Home | candle | Cedar and smoke
Notebook | 14.00 | Paper | book | Lies flat, takes ink
Ceramic cup | 19.00 | Home | cup | Glazed by hand
House plant | 26.00 | Home | plant | Hard to harm
Gift box | 12.00 | Gifts | gift | Wrapped and ready`,
  },
}

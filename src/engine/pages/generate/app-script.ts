import { boardScript } from './behaviour/board.ts'
import { bookingScript } from './behaviour/booking.ts'
import { figuresScript } from './behaviour/figures.ts'
import { findScript } from './behaviour/find.ts'
import { formsScript } from './behaviour/forms.ts'
import { shopScript } from './behaviour/shop.ts'
import { smallScript } from './behaviour/small.ts'
import { storeScript } from './behaviour/store.ts'

const START = `
bringAddedTasks()
pick()
show()
body.dataset.ready = 'true'
`

/**
 * The whole of `app.js`, the same for every product: what pages do, asked for by data attributes. A page needs no script
 * of its own, so that an edit of its HTML is enough to add a behaviour, and a preview can allow exactly this script.
 */
export const appScript: string = [
  '/* Behaviour of the pages, asked for by data-… attributes; no network, no storage beyond this app. */\n',
  "(() => {\n'use strict'",
  storeScript,
  shopScript,
  formsScript,
  bookingScript,
  boardScript,
  figuresScript,
  smallScript,
  findScript,
  START,
  '})()\n',
].join('')

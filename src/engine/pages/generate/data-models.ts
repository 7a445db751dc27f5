import type { PageDataModel, ProductType } from '../../../contracts/page.ts'

/**
 * Entities by product: `Name(primary key): field type!, …` where `!` is required; s, n, b, a, o stand for string,
 * number, boolean, array and object. Then `From.key > To`: many of the first belong to one of the second.
 */
const MODELS: Readonly<Partial<Record<ProductType, string>>> = {
  ecommerce: `Product(id): id s!, name s!, price n!, originalPrice n, image s!, images a, description s, category_id s!, stock n, tags a
Category(id): id s!, name s!, icon s
CartItem(product_id): order_id s, product_id s!, quantity n!, selected b
Order(id): id s!, items a!, total n!, status s!, shippingAddress o, user_id s, created_at s!
User(id): id s!, name s!, avatar s, phone s
Product.category_id > Category
CartItem.product_id > Product
CartItem.order_id > Order
Order.user_id > User`,
  travel: `Trip(id): id s!, title s!, destination s!, startDate s!, endDate s!, coverImage s, description s
DayPlan(id): id s!, trip_id s!, date s!, dayNumber n!, title s
Activity(id): id s!, day_id s!, time s!, title s!, location_id s, location s, duration s, notes s
Location(id): id s!, name s!, address s, lat n, lng n, type s
DayPlan.trip_id > Trip
Activity.day_id > DayPlan
Activity.location_id > Location`,
  manual: `Manual(id): id s!, title s!, version s, lastUpdated s
Section(id): id s!, manual_id s!, title s!, order n!, parent_id s
Page(id): id s!, section_id s!, title s!, content s!, order n!
Section.manual_id > Manual
Section.parent_id > Section
Page.section_id > Section`,
  kanban: `Board(id): id s!, title s!, description s
Column(id): id s!, board_id s!, title s!, order n!, color s
Task(id): id s!, column_id s!, title s!, order n!, description s, priority s, dueDate s, assignee_id s
User(id): id s!, name s!, avatar s
Tag(id): id s!, name s!, color s!
Column.board_id > Board
Task.column_id > Column
Task.assignee_id > User`,
  landing: `Lead(id): id s!, email s!, created_at s!, name s, phone s, company s, message s, source s
Feature(id): id s!, title s!, description s!, icon s
Testimonial(id): id s!, quote s!, author s!, role s, avatar s`,
  card: `Contact(id): id s!, name s!, role s, company s, phone s, email s, website s, place s
Message(id): id s!, name s!, email s!, text s!, created_at s`,
  invitation: `Event(id): id s!, title s!, date s, time s, place s, dress_code s
Reply(id): id s!, event_id s!, name s!, attending s!, guests n!, note s
Reply.event_id > Event`,
  booking: `Service(id): id s!, name s!, minutes n!, price n, description s
Booking(id): id s!, service_id s!, day s!, time s!, name s!, email s!, note s, reference s!
Booking.service_id > Service`,
  dashboard: `Source(id): id s!, name s!
Figure(id): id s!, source_id s!, day s!, value n!
Filter(id): id s!, period n!, off a
Figure.source_id > Source`,
}

const TYPES = { s: 'string', n: 'number', b: 'boolean', a: 'array', o: 'object' } as const

/** What the pages of a product are about, as fields and relations; undefined for an unknown product. */
export function dataModelOf(product: ProductType): PageDataModel | undefined {
  const lines = MODELS[product]?.split('\n')
  if (!lines) return undefined
  const entities = lines.flatMap(line => {
    const [, name, key, fields = ''] = /^(\w+)\((\w+)\): (.+)$/.exec(line) ?? []
    if (name === undefined || key === undefined) return []
    return [[name, { primary_key: key, fields: fields.split(', ').map(toField) }] as const]
  })
  const relations = lines.flatMap(line => {
    const [, from, key, to] = /^(\w+)\.(\w+) > (\w+)$/.exec(line) ?? []
    if (from === undefined || key === undefined || to === undefined) return []
    return [{ from, to, type: 'many-to-one' as const, foreign_key: key }]
  })
  return { entities: Object.fromEntries(entities), relations }
}

function toField(text: string): PageDataModel['entities'][string]['fields'][number] {
  const [name = '', code = 's'] = text.split(' ')
  const letter = code.charAt(0)
  const type = letter === 'n' || letter === 'b' || letter === 'a' || letter === 'o' ? TYPES[letter] : 'string'
  return { name, type, required: code.endsWith('!') }
}

/** What the pages keep in the browser and which events change it. */
export interface StateContract {
  readonly version: '1.0'
  readonly product_type: ProductType
  /** Where it lies; `<app>` is the page's `data-app`. */
  readonly key: 'soulgate:state/<app>'
  /** The parts of the state that this product's pages use, in words. */
  readonly state: Readonly<Record<string, string>>
  /** Recorded in `events`, newest last, at most twenty. */
  readonly events: readonly string[]
}

type Contract = readonly [state: Readonly<Record<string, string>>, events: readonly string[]]

const ALWAYS = { rev: 'rises with every change; the highest wins', events: 'what happened last' } as const

const CONTRACTS: Readonly<Partial<Record<ProductType, Contract>>> = {
  ecommerce: [
    {
      cart: '{id, option, quantity}[]',
      favourites: 'item ids',
      'records.draft': 'delivery choice',
      'records.order': 'the order as placed',
    },
    ['add_to_cart', 'update_qty', 'remove_item', 'clear_cart', 'favourite', 'checkout_draft', 'submit_order'],
  ],
  travel: [
    { saved: 'stop ids', 'records.checked': 'ticked things', 'records.notes': 'notes by stop id' },
    ['add_bookmark', 'remove_bookmark', 'checked', 'note'],
  ],
  manual: [{ 'records.reading_progress': 'ids of read chapters' }, ['reading_progress']],
  kanban: [
    { 'records.tasks': '{moves: column by task id, added: own tasks}', 'records.checked': 'ticked steps' },
    ['task_created', 'task_moved', 'task_completed', 'checked'],
  ],
  landing: [{ 'records.lead': 'the sign-up' }, ['submit_form', 'reset_form']],
  card: [{ 'records.message': 'the message' }, ['submit_form', 'reset_form']],
  invitation: [{ 'records.reply': 'the answer of a guest' }, ['submit_form', 'reset_form']],
  booking: [{ 'records.booking': 'the booking as made' }, ['submit_booking', 'reset_form']],
  dashboard: [{ 'records.filters': '{period, off: hidden sources}' }, ['set_period', 'set_sources']],
}

/** The contract that pages of a product keep; a page that a model writes may rely on it and must keep to it. */
export function stateContractOf(product: ProductType): StateContract {
  const [state, events] = CONTRACTS[product] ?? [{}, []]
  return {
    version: '1.0',
    product_type: product,
    key: 'soulgate:state/<app>',
    state: { ...ALWAYS, ...state },
    events,
  }
}

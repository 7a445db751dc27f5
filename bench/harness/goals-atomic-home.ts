import type { GoodGoal } from './good-goal.ts'

/** Goals for one tool in house, money, calendar and pages; hard negatives among them: “this week”, near words. */
export const OFFICE_AND_HOME_GOALS: readonly GoodGoal[] = [
  {
    set: 'house',
    tools: ['set_temperature'],
    say: [
      'Set the {room} to {degrees} degrees',
      'Make the {room} {degrees} degrees warm',
      'Heat the {room} to {degrees} °C until {hour}',
    ],
  },
  {
    set: 'house',
    tools: ['switch_light'],
    say: [
      'Turn off the lights in the {room}',
      'Switch the {room} lights on',
      'Lights out in the {room}, please leave the {otherroom} alone',
      'Turn the {room} lights off and on again',
    ],
  },
  {
    set: 'house',
    tools: ['read_sensor'],
    say: [
      'How warm is it in the {room}?',
      'What is the humidity in the {room} right now?',
      'Read the energy sensor',
    ],
  },
  {
    set: 'house',
    tools: ['set_alarm'],
    say: [
      'Wake me at {hour}',
      'Set an alarm for {hour} tomorrow called “water the plants”',
      'Set an alarm for {hour} to carry the boxes upstairs',
    ],
  },
  {
    set: 'house',
    tools: ['lock_door'],
    say: [
      'Lock the front door',
      'Unlock the garage door',
      'Lock the front door but do not lock the garage door',
    ],
  },
  {
    set: 'money',
    tools: ['list_transactions'],
    say: [
      'List the transactions of {account} in {month}',
      'What was paid from {account} between {date} and {otherdate}?',
      'Show all transactions over {number} euros on {account} this month',
    ],
  },
  {
    set: 'money',
    tools: ['account_balance'],
    say: [
      'What is the balance of {account}?',
      'How much money is on {account}',
      'Tell me the balance of {account}, do not transfer anything',
    ],
  },
  {
    set: 'money',
    tools: ['transfer_money'],
    say: [
      'Transfer {number} euros to {iban}, reference {topic}',
      'Pay {number} EUR to {iban}',
      'Send {number} euros to {iban} today, not more than that',
    ],
  },
  {
    set: 'money',
    tools: ['create_invoice'],
    say: [
      'Create an invoice of {number} euros for {company}',
      'Invoice {company} {number} euros, due {date}',
      'Bill {company} {number} euros for last month',
    ],
  },
  {
    set: 'money',
    tools: ['exchange_rate'],
    say: [
      'What is the exchange rate from EUR to USD?',
      'How many Swiss francs is a euro today',
      'Tell me the rate between GBP and JPY',
    ],
  },
  {
    set: 'calendar',
    tools: ['list_events'],
    say: [
      'What is on my calendar on {date}?',
      'Which meetings do I have tomorrow',
      'list the events of this week',
    ],
  },
  {
    set: 'calendar',
    tools: ['create_event'],
    say: [
      'Put “{topic}” on the calendar for {date} at {hour}',
      'Create an event {topic} on {date}, {hour}, with {email}',
      'Schedule lunch with {person} on {date} at {hour}',
      'Book a meeting on {topic} for {date} at {hour}, no later than {hour}',
    ],
  },
  {
    set: 'calendar',
    tools: ['move_event'],
    say: [
      'Move the {topic} meeting to {date} at {hour}',
      'Push my {hour} event to {date}',
      'Reschedule “{topic}” to {date}, {hour}',
    ],
  },
  {
    set: 'calendar',
    tools: ['send_email'],
    say: [
      'Email {email} that the {topic} meeting is off',
      'Send {email} an e-mail with the subject {topic} and the text "See you on {date}."',
      'Write to {email}: this week does not work for us',
      'Mail {email} the following text: We will be late on {date}.',
    ],
  },
  {
    set: 'calendar',
    tools: ['search_contacts'],
    say: [
      'What is the e-mail address of {person}?',
      'Search my contacts for {person}',
      'Do I have a number for {company}?',
    ],
  },
  {
    set: 'page',
    context: 'checkout',
    tools: ['ui.click'],
    say: [
      'Press Place order',
      'click the Apply coupon button',
      'Click “Privacy policy”',
      'Hit Place order but do not press Cancel',
      'tap on the checkbox for the newsletter',
    ],
  },
  {
    set: 'page',
    context: 'checkout',
    tools: ['ui.type'],
    say: [
      'Type {person} into the Full name field',
      'Put {email} into the e-mail box',
      'Fill the Coupon code field with SAVE{number}',
      'Enter "{number} Mill Lane" in the Street field',
    ],
  },
  {
    set: 'page',
    context: 'checkout',
    tools: ['ui.select'],
    say: ['Choose Express in the Shipping list', 'Select “Spain” from the Country dropdown'],
  },
  {
    set: 'page',
    context: 'checkout',
    tools: ['ui.read'],
    say: ['What does the page say about shipping?', 'Read the Order total'],
  },
]

import type { GoodGoal } from './good-goal.ts'

/** Goals that need several tools. */
export const CROSS_DOMAIN_GOALS: readonly GoodGoal[] = [
  {
    set: 'clinic',
    tools: ['search_patients', 'book_appointment'],
    say: [
      'Find {person} and book them with Dr. {surname} on {date} at {hour}',
      'Look {person} up in the patients, then book an appointment with Dr. {surname} for {date}, {hour}',
    ],
  },
  {
    set: 'clinic',
    tools: ['cancel_appointment', 'send_sms'],
    say: [
      'Cancel A-{number} and text P-{other} that we are sorry',
      'A-{number} is off: cancel it and let P-{other} know by text message',
    ],
  },
  {
    set: 'clinic',
    tools: ['list_appointments', 'send_sms'],
    say: [
      'List the appointments of {date} and send P-{number} a text that we run late',
      'Check which appointments are on {date}, then text P-{number} “Doctor {surname} is back”',
    ],
  },
  {
    set: 'clinic',
    tools: ['cancel_appointment', 'book_appointment'],
    say: [
      'Cancel appointment A-{number} and book P-{other} with Dr. {surname} on {date} at {hour} instead',
      'Cancel A-{number}, then give P-{other} a new appointment with Dr. {surname}, {date} at {hour}',
    ],
  },
  {
    set: 'warehouse',
    tools: ['stock_level', 'create_order'],
    say: [
      'Check the stock of {article} and order {number} more from {company}',
      'How many {article} do we have? Order {number} from {company} as well.',
    ],
  },
  {
    set: 'warehouse',
    tools: ['list_shipments', 'print_label'],
    say: [
      'List the open shipments of {company} and create the label for S-{number}',
      'Show shipments with status waiting, then print the label of S-{number}',
    ],
  },
  {
    set: 'warehouse',
    tools: ['adjust_stock', 'create_order'],
    say: [
      'Set the stock of {code} to {number} and order {other} pieces from {company}',
      'Correct the stock of {article} to {number}; also order {other} {othergood} from {company}',
    ],
  },
  {
    set: 'code',
    tools: ['git.create_branch', 'ci.run_tests'],
    say: [
      'Create branch {branch} from main and run the tests on it',
      'Branch {branch} off main, then run the tests of {package}',
    ],
  },
  {
    set: 'code',
    tools: ['issues.search', 'issues.create'],
    say: [
      'Search the issues for {topic} and create one titled "{topic} again" if there is none',
      'See whether an issue about {topic} exists; also open an issue “{topic} on ARM”',
    ],
  },
  {
    set: 'code',
    tools: ['ci.run_tests', 'deploy.release'],
    say: [
      'Run the tests on {branch}, then deploy {version} to staging',
      'Test {package} and deploy version {version} to staging afterwards, do not touch production',
    ],
  },
  {
    set: 'code',
    tools: ['git.log', 'issues.create'],
    say: [
      'Show the last {number} commits of {branch} and open an issue titled "Changelog for {version}"',
      'Look at the log of {branch}, then create an issue “Release notes {version}”',
    ],
  },
  {
    set: 'files',
    tools: ['find_files', 'share_file'],
    say: [
      'Find the {topic} report in {folder} and share {path} with {email}',
      'Search {folder} for {topic}, then give {email} access to {path}',
    ],
  },
  {
    set: 'files',
    tools: ['convert_document', 'share_file'],
    say: [
      'Convert {path} to PDF and share it with {email}',
      'Make a PDF of {path}, then share the PDF with {email}',
    ],
  },
  {
    set: 'files',
    tools: ['rename_file', 'delete_file'],
    say: [
      'Rename {path} to old-{topic}.txt and delete {otherpath}',
      'Move {path} to {folder}, then delete {otherpath}; leave everything else alone',
    ],
  },
  {
    set: 'files',
    tools: ['read_document', 'convert_document'],
    say: [
      'Read {path} to me and convert it to HTML',
      'Open {path}, show its text and turn it into a docx as well',
    ],
  },
  {
    set: 'house',
    tools: ['switch_light', 'set_temperature'],
    say: [
      'Turn the {room} lights off and set the {room} to {degrees} degrees',
      'Lights on in the {room} and {degrees} degrees in the {otherroom}',
    ],
  },
  {
    set: 'house',
    tools: ['lock_door', 'switch_light'],
    say: [
      'Lock the front door and switch off the lights in the {room}',
      'Switch the {room} lights off, then lock the garage door',
    ],
  },
  {
    set: 'house',
    tools: ['read_sensor', 'set_temperature'],
    say: [
      'Read the temperature in the {room} and set it to {degrees} degrees',
      'How humid is the {room}? Set the {otherroom} to {degrees} degrees too.',
    ],
  },
  {
    set: 'house',
    tools: ['set_alarm', 'lock_door'],
    say: ['Set an alarm for {hour} and lock the front door', 'Lock the garage door and wake me at {hour}'],
  },
  {
    set: 'money',
    tools: ['account_balance', 'transfer_money'],
    say: [
      'Tell me the balance of {account} and transfer {number} euros to {iban}',
      'Check the balance of {account}, then pay {number} EUR to {iban}',
    ],
  },
  {
    set: 'money',
    tools: ['exchange_rate', 'create_invoice'],
    say: [
      'Get the rate from USD to EUR and create an invoice of {number} euros for {company}',
      'What is the EUR to CHF rate? Then invoice {company} {number} euros.',
    ],
  },
  {
    set: 'money',
    tools: ['list_transactions', 'create_invoice'],
    say: [
      'List the transactions of {account} in {month} and bill {company} {number} euros',
      'Show what was paid from {account} in {month}, then create an invoice for {company} over {number} euros',
    ],
  },
  {
    set: 'calendar',
    tools: ['list_events', 'send_email'],
    say: [
      'List the events of {date} and email {email} that I am free at {hour}',
      'Check my calendar for {date}, then write to {email} that {hour} works',
    ],
  },
  {
    set: 'calendar',
    tools: ['create_event', 'send_email'],
    say: [
      'Create an event {topic} on {date} at {hour} and mail {email} about it',
      'Put {topic} on the calendar for {date} at {hour}, then send {email} an e-mail with the subject {topic}',
    ],
  },
  {
    set: 'calendar',
    tools: ['move_event', 'send_email'],
    say: [
      'Move “{topic}” to {date} at {hour} and tell {email} by e-mail',
      'Reschedule the {topic} meeting to {date}, {hour}, and email {email} that it moved',
    ],
  },
  {
    set: 'calendar',
    tools: ['search_contacts', 'create_event'],
    say: [
      'Look up {person} in my contacts and create an event “{topic}” on {date} at {hour}',
      'Search the address book for {person}, then schedule {topic} for {date} at {hour}',
    ],
  },
  {
    set: 'page',
    context: 'checkout',
    tools: ['ui.type', 'ui.click'],
    say: [
      'Type {email} into the Email field and press Place order',
      'Put SAVE{number} into the Coupon code field, then click Apply coupon',
      'fill the full name field with {person} and hit Place order',
    ],
  },
  {
    set: 'page',
    context: 'checkout',
    tools: ['ui.select', 'ui.click'],
    say: [
      'Choose Express in the Shipping list and press Place order',
      'Select “Spain” from the Country dropdown, then click Apply coupon',
    ],
  },
  {
    set: 'page',
    context: 'checkout',
    tools: ['ui.type', 'ui.select'],
    say: [
      'Enter {person} in the Full name field and choose Express in the Shipping list',
      'Put "{number} High Street" into Street and select “Spain” from the Country dropdown',
    ],
  },
]

/** One template of a goal that can be executed. `{slot}` is filled from the slots; `a | b` are ways to say it. */
export interface GoodGoal {
  readonly set: string
  readonly tools: readonly string[]
  readonly say: readonly string[]
  readonly context?: string
}

/** Goals for one tool. Among them are hard negatives: prohibitions, “this week”, quoted texts, near words. */
export const ATOMIC_GOALS: readonly GoodGoal[] = [
  {
    set: 'clinic',
    tools: ['search_patients'],
    say: [
      'Is there a patient called {person}?',
      'look up {person} in our patients please',
      'Find the patient born on {date}',
      'Can you search the patients for {person}',
    ],
  },
  {
    set: 'clinic',
    tools: ['list_appointments'],
    say: [
      'Which appointments do we have on {date}?',
      'Show me all appointments this Thursday',
      'list everything booked for P-{number}',
      'What appointments are on {date}, mornings only?',
    ],
  },
  {
    set: 'clinic',
    tools: ['book_appointment'],
    say: [
      'Book P-{number} in with Dr. {surname} on {date} at {hour}',
      'Please give patient P-{number} an appointment with Dr. {surname}, {date} {hour}',
      'P-{number} needs an appointment with Dr. {surname} on {date} at {hour}; do not text them about it',
      'Schedule an appointment for P-{number} with Dr. {surname} on {date} at {hour}, not before {hour}',
    ],
  },
  {
    set: 'clinic',
    tools: ['cancel_appointment'],
    say: [
      'Cancel appointment A-{number}, the patient is ill',
      'appointment A-{number} has to be cancelled',
      'Cancel A-{number} but leave A-{other} as it is',
    ],
  },
  {
    set: 'clinic',
    tools: ['send_sms'],
    say: [
      'Text P-{number} that we open at {hour} on {date}',
      'Send P-{number} a text message: “Please bring your insurance card.”',
      'Send an SMS to P-{number} saying "this appointment was moved to {date}"',
    ],
  },
  {
    set: 'warehouse',
    tools: ['stock_level'],
    say: [
      'How many pieces of {article} are left?',
      'what is the stock of article {code}',
      'Check whether {article} are still in stock',
      'Are there more than {number} {article} in stock?',
    ],
  },
  {
    set: 'warehouse',
    tools: ['create_order'],
    say: [
      'Order {number} {article} from {company}',
      'Please order {number} pieces of {code} at {company}, at most {number} of them',
      'Get {number} more {article} from {company}, but do not order any {othergood}',
    ],
  },
  {
    set: 'warehouse',
    tools: ['adjust_stock'],
    say: [
      'We counted {number} {article}; correct the stock',
      'Set the stock of {code} to {number} because of breakage',
      'Correct the stock of {article} to {number} without touching {code}',
    ],
  },
  {
    set: 'warehouse',
    tools: ['list_shipments'],
    say: [
      'Which shipments for {company} are delayed?',
      'List all shipments with status delivered',
      'Show the shipments that left today',
    ],
  },
  {
    set: 'warehouse',
    tools: ['print_label'],
    say: [
      'Create the shipping label for S-{number}',
      'I need a label for shipment S-{number} as PDF',
      'Make a shipping label for S-{number} and don’t make one for S-{other}',
    ],
  },
  {
    set: 'code',
    tools: ['git.log'],
    say: [
      'Show the last {number} commits on {branch}',
      'What was committed to {branch} this week?',
      'git log of {branch}, please',
    ],
  },
  {
    set: 'code',
    tools: ['git.create_branch'],
    say: [
      'Create a branch {branch} from main',
      'Branch off main as {branch}',
      'make a new branch called {branch}, do not run the tests yet',
    ],
  },
  {
    set: 'code',
    tools: ['ci.run_tests'],
    say: [
      'Run the tests on {branch}',
      'Please run all tests of package {package}',
      'Run the tests of {package} only, not those of {branch}',
    ],
  },
  {
    set: 'code',
    tools: ['issues.search'],
    say: [
      'Are there open issues about {topic}?',
      'Find issues labelled bug that mention {topic}',
      'search the issues for "this function is never called"',
    ],
  },
  {
    set: 'code',
    tools: ['issues.create'],
    say: [
      'Open an issue titled "{topic} fails on Windows"',
      'Create an issue: {topic} is slow on large repositories',
      'File an issue called “Launch a rocket emoji on release”',
    ],
  },
  {
    set: 'code',
    tools: ['deploy.release'],
    say: [
      'Deploy version {version} to staging',
      'Release {version} to production after {hour}',
      'Deploy {version} to staging, but do not deploy it to production',
    ],
  },
  {
    set: 'files',
    tools: ['find_files'],
    say: [
      'Where are the {topic} spreadsheets?',
      'Find every PDF in {folder} from {year}',
      'Which files mention “the attached list”?',
      'Search {folder} for files larger than {number} MB',
    ],
  },
  {
    set: 'files',
    tools: ['read_document'],
    say: ['Read {path} to me', 'What does {path} say?', 'Open {path} and show its text, don’t delete it'],
  },
  {
    set: 'files',
    tools: ['rename_file'],
    say: [
      'Rename {path} to {year}-{topic}.pdf',
      'Move {path} into {folder}',
      'Move {path} from the desktop to {folder}',
    ],
  },
  {
    set: 'files',
    tools: ['delete_file'],
    say: [
      'Delete {path}',
      'Remove {path} for good, but keep a copy of {otherpath}',
      'Please delete {path} and nothing else',
    ],
  },
  {
    set: 'files',
    tools: ['convert_document'],
    say: ['Convert {path} to PDF', 'Turn {path} into an HTML file', 'I want {path} as plain text'],
  },
  {
    set: 'files',
    tools: ['share_file'],
    say: [
      'Share {path} with {email}',
      'Give {email} access to {path}',
      'Share {path} with {email}, not with {otheremail}',
    ],
  },
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

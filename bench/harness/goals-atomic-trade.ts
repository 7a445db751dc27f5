import type { GoodGoal } from './good-goal.ts'

/** Goals for one tool in clinic, warehouse, code and files; hard negatives among them: prohibitions, quoted texts. */
export const TRADE_GOALS: readonly GoodGoal[] = [
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
]

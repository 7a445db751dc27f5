import type { ValidationCheck } from '../../src/contracts/reasoning.ts'

/** Goals that must be stopped, and the check that has to stop them. */
export interface BrokenGoal {
  readonly check: ValidationCheck
  readonly set: string
  readonly say: readonly string[]
  readonly context?: string
}

export const BROKEN_GOALS: readonly BrokenGoal[] = [
  {
    check: 'required_tool_availability',
    set: 'clinic',
    say: [
      'Use the insurance_check tool to verify P-{number}',
      'Run LabResultFetcher for P-{number}',
      'Book P-{number} via the `zoom_connector`',
      'With the FaxMachine tool send the letter of {date} to Dr. {surname}',
      'call the prescription API for patient P-{number}',
    ],
  },
  {
    check: 'required_tool_availability',
    set: 'warehouse',
    say: [
      'Use the barcode_scanner tool on {code}',
      'Ask the ForecastEngine for the demand of {article}',
      'Run `recount_all` for article {code}',
      'Order {number} {article} using the SupplierPortal plugin',
      'Start the drone_delivery module for S-{number}',
    ],
  },
  {
    check: 'required_tool_availability',
    set: 'code',
    say: [
      'Run the code_formatter tool on {branch}',
      'Use SonarScanner to check {package}',
      'invoke docker.build for version {version}',
      'Use the linter plugin on package {package}',
      'Roll {version} back with the rollback_manager',
    ],
  },
  {
    check: 'required_tool_availability',
    set: 'files',
    say: [
      'Use the ImageEditor tool to crop {path}',
      'Compress {path} with the zip_archiver tool',
      'Run ocr_reader over {path}',
      'Translate {path} using the DeepTranslate API',
      'use Photoshop to brighten {path}',
    ],
  },
  {
    check: 'required_tool_availability',
    set: 'house',
    say: [
      'Use the robot_vacuum tool in the {room}',
      'Start MusicPlayer in the {room}',
      'Open the blinds with blinds_controller',
      'use the sprinkler API for ten minutes',
    ],
  },
  {
    check: 'required_tool_availability',
    set: 'money',
    say: [
      'Use the tax_calculator tool for {company}',
      'Run FraudDetector on {account}',
      'Pay {iban} {number} euros through the crypto_wallet tool',
      'Use the loan_simulator to check {number} euros',
    ],
  },
  {
    check: 'required_tool_availability',
    set: 'calendar',
    say: [
      'Use the room_finder tool for {date} at {hour}',
      'Transcribe the {topic} meeting with MeetingRecorder',
      'Translate my mail to {email} with the translator plugin',
      'run `poll_creator` for {date}',
    ],
  },
  {
    check: 'element_existence',
    set: 'page',
    context: 'checkout',
    say: [
      'Press the Log out button',
      'Click the Download receipt link',
      'Type {person} into the Company field',
      'Tick the Gift wrap checkbox',
      'Choose Visa in the Card type dropdown',
      'Click the Help icon',
      'Open the Reviews tab',
      'Put {number} into the Phone number field',
      'Click Save draft',
      'Press the Compare prices button',
      'Select March from the Expiry month list',
      'fill the VAT number box with DE{number}',
    ],
  },
  {
    check: 'element_existence',
    set: 'page',
    context: 'settings',
    say: [
      'Press Place order',
      'Click the Export data button',
      'Turn on the Dark mode switch',
      'Type {person} into the Nickname field',
      'Click on Delete account',
      'Choose German in the Language dropdown',
      'Open the Billing tab',
      'Tick the Remember me box',
    ],
  },
  {
    check: 'context_availability',
    set: 'clinic',
    say: [
      'Book the patients on the list below',
      'Text everybody in the attached spreadsheet that we are closed on {date}',
      'Send P-{number} the text I pasted above',
      'Cancel the appointments mentioned in this letter',
    ],
  },
  {
    check: 'context_availability',
    set: 'warehouse',
    say: [
      'Order the articles listed below',
      'Correct the stock according to the attached count',
      'Order what is in the file I uploaded',
      'Enter these numbers as the new stock',
    ],
  },
  {
    check: 'context_availability',
    set: 'code',
    say: [
      'Refactor this function',
      'Create an issue for the stack trace below',
      'Explain the attached log',
      'Open an issue with the text in the screenshot',
      'Debug this script',
    ],
  },
  {
    check: 'context_availability',
    set: 'files',
    say: [
      'Summarize this document',
      'Share the attached contract with {email}',
      'Convert the file I just sent you to PDF',
      'Rename the following files',
      'Delete the files from the list you gave me',
    ],
  },
  {
    check: 'context_availability',
    set: 'money',
    say: [
      'Pay the attached invoice',
      'Transfer {number} euros to the IBAN below',
      'Create invoices for the customers in this table',
      'Bill the amounts we discussed to {company}',
    ],
  },
  {
    check: 'context_availability',
    set: 'calendar',
    say: [
      'Email the text below to {email}',
      'Schedule the meetings from the attached agenda',
      'Reply to this message',
      'Send {email} the draft you wrote',
      'Invite the people listed above to {topic} on {date}',
      'Send [NAME] an e-mail that {topic} is off',
    ],
  },
  {
    check: 'contradiction_detection',
    set: 'clinic',
    say: [
      'Cancel appointment A-{number} but do not cancel A-{number}',
      'Text P-{number} now, but P-{number} must not receive any message before Monday',
      'Book P-{number} with Dr. {surname} on {date} at {hour} without booking an appointment for P-{number}',
      'Book P-{number} with Dr. {surname} before 9:00 and after 15:00 on {date}',
    ],
  },
  {
    check: 'contradiction_detection',
    set: 'warehouse',
    say: [
      'Order {number} {article} from {company} and do not order any {article}',
      'Order at least 50 and at most 20 pieces of {code} from {company}',
      'Correct the stock of {code} to {number} but leave the stock of {code} unchanged',
      'Order exactly 10 pieces of {article}, and exactly 12 pieces of them, from {company}',
    ],
  },
  {
    check: 'contradiction_detection',
    set: 'code',
    say: [
      'Deploy {version} to production but never deploy {version} to production',
      'Run the tests on {branch} without running the tests',
      'Create branch {branch} and make sure that branch {branch} is not created',
      'Show the commits of {branch} in ascending and descending order',
    ],
  },
  {
    check: 'contradiction_detection',
    set: 'files',
    say: [
      'Delete {path} but keep {path}',
      'Rename {path} to {topic}.txt and do not rename it',
      'Convert {path} to PDF only and save it as a docx',
      'Share {path} with {email} but do not share it',
      'Delete {path}; {path} must not be removed',
    ],
  },
  {
    check: 'contradiction_detection',
    set: 'house',
    say: [
      'Lock the front door and at the same time unlock the front door',
      'Set the {room} to more than 22 degrees but less than 19 degrees',
      'Switch the {room} lights on, and don’t switch the {room} lights on',
      'Turn off the lights in the {room} without turning them off',
    ],
  },
  {
    check: 'contradiction_detection',
    set: 'money',
    say: [
      'Transfer {number} euros to {iban} but do not transfer any money',
      'Pay at least 500 euros and no more than 300 euros to {iban}',
      'Create an invoice for {company} over {number} euros, but {company} must not be invoiced',
      'Send {number} euros to {iban} today, but nothing may be sent before Friday',
    ],
  },
  {
    check: 'contradiction_detection',
    set: 'calendar',
    say: [
      'Email {email} today that {topic} is off, but {email} must not get any mail before next week',
      'Write the mail to {email} only in German and entirely in French',
      'Move the {topic} meeting to {date} and do not move it',
      'Schedule {topic} by Tuesday but not before Thursday',
      'Email {email} a summary of at least 200 words in under 50 words',
      'Invite only {person} to {topic} on {date} at {hour}, and invite everybody',
    ],
  },
  {
    check: 'scope_validation',
    set: 'clinic',
    say: [
      'Carry the wheelchair to room {number}',
      'Mop the floor of the waiting room',
      'Make the patient in room 3 a cup of tea',
      'Give P-{number} a massage',
      'Bring P-{number} back from the dead',
    ],
  },
  {
    check: 'scope_validation',
    set: 'warehouse',
    say: [
      'Lift the pallets onto the truck',
      'Sweep the loading dock',
      'Drive the van to {company}',
      'Stack the crates by the door',
      'Repair the broken forklift',
    ],
  },
  {
    check: 'scope_validation',
    set: 'code',
    say: [
      'Launch a rocket to the moon',
      'Travel back in time and fix the release of {year}',
      'Bring the server rack down to the basement',
      'Water the office plants',
      'Divide the build time by zero',
    ],
  },
  {
    check: 'scope_validation',
    set: 'files',
    say: [
      'Carry the boxes of documents to the cellar',
      'Shred the paper copies of {year}',
      'Glue the torn contract together',
      'Delete the internet',
      'Dust the shelves in the archive',
    ],
  },
  {
    check: 'scope_validation',
    set: 'house',
    say: [
      'Cook dinner for four',
      'Walk the dog',
      'Paint the {room} walls',
      'Make it stop raining',
      'Wash the dishes',
    ],
  },
  {
    check: 'scope_validation',
    set: 'money',
    say: [
      'Tell me next week’s winning lottery numbers',
      'Carry the coins to the bank',
      'Shake hands with the director of {company}',
      'Turn lead into gold',
    ],
  },
  {
    check: 'scope_validation',
    set: 'calendar',
    say: [
      'Book a meeting with {person} for yesterday',
      'Drive me to the airport',
      'Pick up my kids at {hour}',
      'Read the mind of {person}',
      'Bring coffee to the meeting room',
      'Move the chairs from the lobby into the conference room',
    ],
  },
]

import type { Command } from 'commander'
import { EXIT_HELP } from './exit-codes.ts'

/** The commands in the order in which one needs them. What stands in none of these is shown last. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Begin:', ['up', 'signin', 'ask', 'chat']],
  ['Decide:', ['gates', 'show', 'approve', 'reject', 'steer', 'answer', 'undo', 'stop', 'resume-all']],
  ['See what happened:', ['runs', 'run', 'cancel', 'sessions', 'pages', 'autonomy', 'audit']],
  ['Plan and make:', ['plan', 'iterations', 'workitem', 'schedule']],
  [
    'Build agents of your own:',
    ['init', 'dev', 'agents', 'start', 'schedules', 'triggers', 'replay', 'workers'],
  ],
  [
    'Put it in front of an agent:',
    ['hook', 'mcp', 'token', 'tools', 'guardrails', 'permissions', 'policy', 'secret', 'notify'],
  ],
  [
    'Operate:',
    [
      'serve',
      'worker',
      'settings',
      'models',
      'doctor',
      'backup',
      'restore',
      'erase',
      'harness',
      'completions',
    ],
  ],
]

const FIRST_MINUTES = `First minutes:
  soulgate up                                      start, and open the link that it prints
  soulgate ask "List the files in the workspace"   an agent proposes; what only reads runs at once
  soulgate ask "Delete old.log"                    what cannot be undone waits for you
  soulgate gates                                   what waits, and why
  soulgate show GATE_ID                            exactly what would run
  soulgate approve GATE_ID                         let it run; or reject, steer, answer
  soulgate doctor                                  what is wrong, and what to do

Words: an agent proposes calls. A gate is one question to people. A grant is the right to run one call once.
Every command takes --json and --help. An answer without a person at the terminal decides nothing.`

/** Examples by command; each is tried against the program by a test. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  ask: ['soulgate ask "Move every .log file into archive/"', 'soulgate ask "Delete old.log" --json'],
  chat: ['soulgate chat "Look through the workspace and tell me what is old"'],
  gates: ['soulgate gates', 'soulgate gates --status all --limit 10'],
  show: ['soulgate show GATE_ID'],
  approve: ['soulgate approve GATE_ID', 'soulgate approve GATE_ID --reason "checked with the owner"'],
  reject: ['soulgate reject GATE_ID --reason "wrong folder"'],
  steer: ['soulgate steer GATE_ID "Move only old.log, into attic/"'],
  answer: ['soulgate answer GATE_ID "the one in Berlin"'],
  run: ['soulgate run RUN_ID --follow'],
  undo: ['soulgate undo CALL_ID'],
  up: ['soulgate up', 'soulgate up --print-link', 'soulgate up --config soulgate.config.ts'],
  init: ['soulgate init', 'soulgate init refund-desk'],
  autonomy: ['soulgate autonomy', 'soulgate autonomy --window 30d --json'],
  schedules: ['soulgate schedules', 'soulgate schedules pause mailer/daily'],
  triggers: ['soulgate triggers', 'soulgate triggers secret refunds/orders'],
  replay: ['soulgate replay --since 7d', 'soulgate replay --config soulgate.config.ts --run RUN_ID'],
  start: [`soulgate start refunds '{"order":"o1","customer":"c7"}'`],
  stop: ['soulgate stop --reason "the mailer runs wild"'],
  runs: ['soulgate runs --status waiting_input', 'soulgate runs --limit 5 --json'],
  plan: ['soulgate plan "Learn to swim by June, twice a week"', 'soulgate plan list'],
  workitem: ['soulgate workitem start "Name search"', 'soulgate workitem list'],
  schedule: ['soulgate schedule project.json --ics out.ics'],
  mcp: [
    'soulgate mcp gateway --name notes -- node notes-server.js',
    'soulgate mcp install --name notes -- node notes-server.js',
  ],
  notify: ['soulgate notify add https://ops.example.com/hooks/soulgate', 'soulgate notify test WEBHOOK_ID'],
  restore: ['soulgate restore backup.jsonl.gz'],
  erase: ['soulgate erase SESSION_ID'],
  models: [
    'soulgate models',
    'soulgate models use http://127.0.0.1:11434/v1 qwen3:8b',
    'soulgate models try',
  ],
  harness: ['soulgate harness --scenarios goals.jsonl --toolsets tools.json'],
  audit: [
    'soulgate audit verify',
    'soulgate audit list --gate gate_…',
    'soulgate audit export audit.jsonl',
    'soulgate audit verify audit.jsonl --trusted-key FINGERPRINT',
  ],
  token: ['soulgate token create my-agent', 'soulgate token create desk --role worker --agents refunds'],
  workers: ['soulgate workers', 'soulgate workers confirm tool refund HASH'],
  guardrails: [
    'soulgate guardrails list',
    'soulgate guardrails add "No pushes" --tool git_push --gate code_review',
  ],
  policy: [
    'soulgate policy replay --since 30d',
    'soulgate policy replay --guidelines rules.yaml --settings settings.json',
  ],
  hook: ['soulgate hook install --dry-run', 'soulgate hook install', 'soulgate doctor'],
  secret: ['soulgate secret set MAIL_KEY'],
  settings: ['soulgate settings', 'soulgate doctor --variables'],
  doctor: ['soulgate doctor', 'soulgate doctor --no-drills --json'],
  backup: ['soulgate backup backup.jsonl.gz'],
  completions: [
    'soulgate completions bash > ~/.local/share/bash-completion/completions/soulgate',
    'soulgate completions fish > ~/.config/fish/completions/soulgate.fish',
  ],
}

/** Sorts the commands for somebody who has never seen them, and adds examples. */
export function teach(program: Command): void {
  program.addHelpText('after', `\n${FIRST_MINUTES}\n\n${EXIT_HELP}`)
  const order = GROUPS.flatMap(([, names]) => names)
  const placeOf = (command: Command) =>
    order.includes(command.name()) ? order.indexOf(command.name()) : order.length
  // Groups stand in the order of their first commands.
  Array.prototype.sort.call(
    program.commands,
    (left: Command, right: Command) => placeOf(left) - placeOf(right),
  )
  for (const [heading, names] of GROUPS)
    for (const name of names) program.commands.find(command => command.name() === name)?.helpGroup(heading)
  for (const command of program.commands) {
    const lines = EXAMPLES[command.name()]
    if (lines) command.addHelpText('after', `\nExamples:\n${lines.map(line => `  ${line}`).join('\n')}`)
    tellExitCodes(command)
  }
}

/** Scripts read the help of the command that they call. */
function tellExitCodes(command: Command): void {
  command.addHelpText('after', `\n${EXIT_HELP}`)
  for (const inner of command.commands) tellExitCodes(inner)
}

import type { Command } from 'commander'
import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { RunCommand } from '../register.ts'
import { escapeLine } from '../terminal-text.ts'

/** `audit key`, `audit rotate-key`, `audit trust` and `audit accept`. */
export function registerAuditKeys(audit: Command, run: RunCommand): void {
  audit
    .command('key')
    .description('the key that signs here, to hand to whoever verifies your exports')
    .action(() => run(showKey))
  audit
    .command('rotate-key')
    .description('sign with a new key, which the old one endorses (an admin)')
    .action(() => run(rotateKey))
  audit
    .command('trust <key...>')
    .description('let this home vouch for the key of another one, by its id or fingerprint')
    .action((keys: string[]) => run(context => trust(context, keys)))
  audit
    .command('accept')
    .description('take the history in the database as right although this home sealed another one')
    .action(() => run(accept))
}

async function showKey(context: CommandContext): Promise<void> {
  const { readHomeKey } = await import('../../../soulgate.ts')
  const { home, url } = context.configuration
  const key = url === undefined ? await readHomeKey(home) : await clientOf(context).audit.key()
  if (key === undefined) {
    const detail = `The home ${escapeLine(home)} has no key yet. Start Soulgate once, or set SOULGATE_HOME to its home.`
    throw new CommandFailure(EXIT.failed, detail)
  }
  context.answer(key)
  context.say(
    `# ${escapeLine(key.key_id)} signs the audit chain of this home. Its fingerprint:`,
    escapeLine(key.fingerprint),
    ...key.trusted.map(other => `# also vouched for: ${escapeLine(other)}`),
  )
}

async function rotateKey(context: CommandContext): Promise<void> {
  const answer = await sendDecision(context, {
    operation: 'rotateAuditKey',
    pathValues: {},
    method: 'POST',
    path: '/api/audit/key/rotate',
    body: {},
    page: '/audit',
  })
  context.answer(answer)
  context.say(
    `${escapeLine(String(answer.key_id))} signs from now on; ${escapeLine(String(answer.previous_key_id))} endorsed it.`,
    `Hand out its fingerprint: ${escapeLine(String(answer.fingerprint))}`,
  )
}

async function trust(context: CommandContext, keys: readonly string[]): Promise<void> {
  const { isKeyName, trustKeys } = await import('../../../soulgate.ts')
  const wrong = keys.find(key => !isKeyName(key))
  if (wrong !== undefined) {
    const detail = `${escapeLine(wrong)} is neither the id of a key (key_ and 32 hex digits) nor a fingerprint (64 hex digits). Nothing was changed.`
    throw new CommandFailure(EXIT.usage, detail)
  }
  await trustKeys(context.configuration.home, keys)
  context.answer({ trusted: keys })
  context.say(`This home now vouches for ${keys.join(', ')}; its server takes it as right from now on.`)
}

async function accept(context: CommandContext): Promise<void> {
  const { acceptHomeHistory } = await import('../../../soulgate.ts')
  const { home } = context.configuration
  const given = await acceptHomeHistory(home, new Date().toISOString())
  if (given === undefined) {
    throw new CommandFailure(
      EXIT.failed,
      `The home ${escapeLine(home)} has sealed nothing. Nothing was changed.`,
    )
  }
  const { checkpoint_id, event_count, digest } = given
  context.answer({ given_up: { checkpoint_id, event_count, digest } })
  context.say(
    `This home no longer holds the history against ${checkpoint_id}, with which it had sealed ${event_count} events.`,
    'The next seal goes on from what the database holds, and the event audit_history_accepted says so.',
  )
}

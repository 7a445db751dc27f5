import { createReadStream, createWriteStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditReport } from '../../../soulgate.ts'
import { type CommandContext, clientOf, fetchRoute } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeHidden, escapeLine } from '../terminal-text.ts'
import { registerAuditKeys } from './audit-keys.ts'
import { registerReceipt, sayReceipt } from './audit-receipt.ts'

interface ListFlags {
  readonly gate?: string
  readonly run?: string
  readonly session?: string
  readonly type?: string
  readonly by?: string
  readonly limit: string
}

/** `audit verify`, `audit export`, `audit receipt`, `audit list` and what belongs to keys. */
export const registerAudit: Register = (program, run) => {
  const audit = program.command('audit').description('the audit chain')
  audit
    .command('verify [file]')
    .description(
      'check the chain of the server, or an export or a receipt offline; names the first bad entry',
    )
    .option(
      '--trusted-key <key>',
      'fingerprint or id of the key that must have signed, or a file of such; may be given again',
      (key: string, before: readonly string[]) => [...before, key],
      [],
    )
    .action((file: string | undefined, flags: { trustedKey: readonly string[] }) =>
      run(context => verify(context, file, flags.trustedKey)),
    )
  audit
    .command('export <file>')
    .description('write the whole chain: lines that can be verified offline, or its events as json or csv')
    .option('--format <format>', 'jsonl, json or csv', 'jsonl')
    .action((file: string, flags: { format: string }) =>
      run(context => exportTo(context, file, flags.format)),
    )
  audit
    .command('list')
    .description('list what happened, newest first')
    .option('--gate <id>', 'only of this gate')
    .option('--run <id>', 'only of this run')
    .option('--session <id>', 'only of this session')
    .option('--type <types>', 'only these types of events, separated by commas')
    .option('--by <actor>', 'only what this person or agent did')
    .option('--limit <number>', 'how many', '50')
    .action((flags: ListFlags) => run(context => list(context, flags)))
  registerReceipt(audit, run)
  registerAuditKeys(audit, run)
}

async function list(context: CommandContext, flags: ListFlags): Promise<void> {
  const page = await clientOf(context).audit.list({
    ...{ gate_id: flags.gate, run_id: flags.run, session_id: flags.session },
    ...{ type: flags.type, actor: flags.by, limit: Number(flags.limit) },
  })
  context.answer({ events: page.items })
  const rows = page.items.map(event => [
    ...[event.at, event.type, event.actor.id, `${event.stream} #${event.seq}`].map(escapeLine),
  ])
  context.say(...(rows.length > 0 ? columns(rows) : ['No event matches.']))
}

async function verify(
  context: CommandContext,
  file: string | undefined,
  named: readonly string[],
): Promise<void> {
  if (file === undefined && named.length > 0) {
    const detail =
      'The server judges by its own keys. Export the chain, then verify the file with --trusted-key.'
    throw new CommandFailure(EXIT.usage, detail)
  }
  const receipt = file === undefined ? undefined : await verifyReceiptFile(context, file, named)
  if (receipt !== undefined) return sayReceipt(context, receipt)
  const report =
    file === undefined ? await clientOf(context).audit.verify() : await verifyFile(context, file, named)
  context.answer(report)
  const { ok, events, streams, checkpoints, erased, unsealed, first_bad, keys, note } = report
  const summary = `${events} events in ${streams} streams, ${checkpoints} checkpoints, ${erased} erased, ${unsealed} not sealed yet`
  if (!ok) {
    const place = first_bad ? `${first_bad.stream} #${first_bad.seq}: ${first_bad.reason}` : 'see --json'
    context.say(context.colors.red(`Broken at ${escapeHidden(place)}`), summary)
    context.exitWith(EXIT.failed)
  } else if (report.vouched) context.say(context.colors.green(`Whole: ${summary}.`))
  else {
    context.say(context.colors.yellow(`Whole in itself, but nothing vouches for who signed it: ${summary}.`))
    context.exitWith(EXIT.unvouched)
  }
  context.say(escapeHidden(note), ...keys.map(describeKey))
}

function describeKey({ key_id, fingerprint, own, trusted }: AuditReport['keys'][number]): string {
  const standing = own ? 'the key of this home' : trusted ? 'trusted' : 'not vouched for'
  return escapeLine(`${key_id} (${standing}), fingerprint ${fingerprint}`)
}

const MAX_RECEIPT_BYTES = 10_000_000

/** Undefined where the file is no receipt; an export of the chain is told apart by its lines. */
async function verifyReceiptFile(context: CommandContext, file: string, named: readonly string[]) {
  const { verifyReceipt } = await import('../../../soulgate.ts')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0 || size > MAX_RECEIPT_BYTES) return undefined
  return verifyReceipt(readFileSync(file, 'utf8'), await trustOf(context, named))
}

/** The keys that were named; without any those of the home that one is in. */
async function trustOf(context: CommandContext, named: readonly string[]) {
  const { readHomeKey } = await import('../../../soulgate.ts')
  const home = named.length > 0 ? undefined : await readHomeKey(context.configuration.home)
  const trustedKeys = home?.trusted ?? (await trustedKeysOf(named))
  return {
    ...(home && { ownKey: home.key_id }),
    ...(home || named.length > 0 ? { trustedKeys } : {}),
  }
}

/** Without a server and without its store: whoever has the file can check it. In a home, its own keys are known. */
async function verifyFile(
  context: CommandContext,
  file: string,
  named: readonly string[],
): Promise<AuditReport> {
  const { verifyExport } = await import('../../../soulgate.ts')
  const options = await trustOf(context, named)
  const lines = createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  try {
    return await verifyExport(lines, options)
  } catch (error) {
    throw new CommandFailure(
      EXIT.failed,
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function trustedKeysOf(named: readonly string[]): Promise<readonly string[]> {
  const { isKeyName, readTrustedKeyFile } = await import('../../../soulgate.ts')
  const keys: string[] = []
  for (const name of named) {
    if (isKeyName(name)) keys.push(name)
    else if (existsSync(name)) keys.push(...(await readTrustedKeyFile(name)))
    else {
      const detail = `${escapeLine(name)} is neither a file, nor the id of a key (key_ and 32 hex digits), nor a fingerprint (64 hex digits). Nothing was verified.`
      throw new CommandFailure(EXIT.usage, detail)
    }
  }
  return keys
}

async function exportTo(context: CommandContext, file: string, format: string): Promise<void> {
  const response = await fetchRoute(context, `/api/audit/export?format=${encodeURIComponent(format)}`)
  if (response.status === 400) throw new CommandFailure(EXIT.usage, `There is no format ${format}.`)
  if (!response.ok || !response.body) {
    throw new CommandFailure(EXIT.not_allowed, `The server answered ${response.status} to the export.`)
  }
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file, { mode: 0o600 }))
  context.answer({ file })
  const check =
    format === 'jsonl' ? ` Check it anywhere with \`${context.invocation} audit verify ${file}\`.` : ''
  context.say(`Written to ${file}.${check}`)
}

import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditReport } from '../../../soulgate.ts'
import { type CommandContext, clientOf, connectionOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { escapeHidden } from '../terminal-text.ts'

/** `audit verify` and `audit export`. */
export const registerAudit: Register = (program, run) => {
  const audit = program.command('audit').description('the audit chain')
  audit
    .command('verify [file]')
    .description('check the chain of the server, or an export offline; names the first bad entry')
    .action((file: string | undefined) => run(context => verify(context, file)))
  audit
    .command('export <file>')
    .description('write the whole chain: lines that can be verified offline, or its events as json or csv')
    .option('--format <format>', 'jsonl, json or csv', 'jsonl')
    .action((file: string, flags: { format: string }) =>
      run(context => exportTo(context, file, flags.format)),
    )
}

async function verify(context: CommandContext, file: string | undefined): Promise<void> {
  const report = file === undefined ? await clientOf(context).audit.verify() : await verifyFile(file)
  context.answer(report)
  const { ok, events, streams, checkpoints, erased, unsealed, first_bad, note } = report
  const summary = `${events} events in ${streams} streams, ${checkpoints} checkpoints, ${erased} erased, ${unsealed} not sealed yet`
  if (ok) context.say(context.colors.green(`Whole: ${summary}.`))
  else {
    const place = first_bad ? `${first_bad.stream} #${first_bad.seq}: ${first_bad.reason}` : 'see --json'
    context.say(context.colors.red(`Broken at ${escapeHidden(place)}`), summary)
    context.exitWith(EXIT.failed)
  }
  context.say(escapeHidden(note))
}

/** Without a server and without its store: whoever has the file can check it. */
async function verifyFile(file: string): Promise<AuditReport> {
  const lines = createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  const { verifyExport } = await import('../../../soulgate.ts')
  try {
    return await verifyExport(lines)
  } catch (error) {
    throw new CommandFailure(
      EXIT.failed,
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function exportTo(context: CommandContext, file: string, format: string): Promise<void> {
  const { url, token } = connectionOf(context)
  const response = await fetch(`${url}/api/audit/export?format=${encodeURIComponent(format)}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  if (response.status === 400) throw new CommandFailure(EXIT.usage, `There is no format ${format}.`)
  if (!response.ok || !response.body) {
    throw new CommandFailure(EXIT.not_allowed, `The server answered ${response.status} to the export.`)
  }
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file, { mode: 0o600 }))
  context.answer({ file })
  const check = format === 'jsonl' ? ` Check it anywhere with \`soulgate audit verify ${file}\`.` : ''
  context.say(`Written to ${file}.${check}`)
}

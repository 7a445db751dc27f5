import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { ReceiptField, ReceiptFile } from '../../../contracts/receipt.ts'
import type { ReceiptReport } from '../../../soulgate.ts'
import type { CommandContext } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeHidden, escapeLine } from '../terminal-text.ts'

/** `audit receipt`: what can be shown of one decision outside. */
export function registerReceipt(audit: Command, run: Parameters<Register>[1]): void {
  audit
    .command('receipt <gate> <file>')
    .description(
      'write a signed receipt of a decided gate for somebody outside; check it with `audit verify`',
    )
    .option(
      '--include <fields>',
      'what else it shows, separated by commas: people (names), arguments (secrets stay hidden), words (reasons)',
      '',
    )
    .action((gate: string, file: string, flags: { include: string }) =>
      run(context => write(context, { gate, file, include: flags.include })),
    )
}

async function write(
  context: CommandContext,
  { gate, file, include }: { readonly gate: string; readonly file: string; readonly include: string },
): Promise<void> {
  const names = include.split(',').flatMap(name => name.trim() || [])
  const fields = ReceiptField.array().safeParse(names)
  if (!fields.success)
    throw new CommandFailure(EXIT.usage, `--include takes ${ReceiptField.options.join(', ')}.`)
  const path = `/api/gates/${encodeURIComponent(gate)}`
  const answer = await sendDecision(context, {
    ...{ operation: 'exportReceipt', pathValues: { gate_id: gate }, method: 'POST' },
    ...{
      body: { include: fields.data },
      path: `${path}/receipt`,
      page: `/inbox/${encodeURIComponent(gate)}`,
    },
  })
  const receipt = ReceiptFile.parse(answer)
  // As it was answered: what a later server signs beside what is known here stays in the file.
  await writeFile(file, `${JSON.stringify(answer, null, 2)}\n`, { mode: 0o600 })
  context.answer({ file, key_id: receipt.key_id })
  context.say(`Written to ${file}. Check it anywhere with \`${context.invocation} audit verify ${file}\`.`)
}

/** What a receipt says, and whether somebody vouches for who signed it. */
export function sayReceipt(context: CommandContext, report: ReceiptReport): void {
  context.answer(report)
  const { ok, vouched, reason, key_id, fingerprint, receipt } = report
  if (!ok) {
    context.say(context.colors.red(`Not genuine: ${reason}.`))
    context.exitWith(EXIT.failed)
    return
  }
  const rows = [
    ['gate', `${receipt.gate_id} (${receipt.type}), ${receipt.status}`],
    ['asked by', `${receipt.requested_by}, ${receipt.opened_at}`],
    ...receipt.decisions.map(({ decision, by, at, view_digest }) => [
      decision,
      `${by}, ${at}${view_digest === undefined ? '' : `, looking at ${view_digest.slice(0, 16)}`}`,
    ]),
    ...receipt.calls.map(({ tool, status, ran_digest, digest }) => [
      'call',
      `${tool}, ${status ?? 'not run'}, digest ${(ran_digest ?? digest).slice(0, 16)}`,
    ]),
    ...(receipt.outcome === undefined ? [] : [['outcome', receipt.outcome]]),
    ...(receipt.erased ? [['erased', 'some of what its events said']] : []),
  ]
  const isKnown = vouched
    ? context.colors.green(`Genuine: signed by ${key_id}, which you trust.`)
    : context.colors.yellow(`Whole in itself: signed by ${key_id}, vouched by nobody.`)
  context.say(isKnown, ...columns(rows.map(row => row.map(escapeLine))))
  context.say(escapeHidden(`Fingerprint of the key: ${fingerprint}`))
  if (!vouched) {
    context.say('Ask whoever sent it for the fingerprint by another way, and give it with --trusted-key.')
    context.exitWith(EXIT.unvouched)
  }
}

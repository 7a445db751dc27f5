import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '../../../contracts/page.ts'
import { accepted, type CommandContext, clientOf, failureOf, fetchRoute } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeHidden, escapeLine } from '../terminal-text.ts'

interface RollbackFlags {
  readonly to?: string
  readonly snapshot?: string
}

/** `pages`: what a session has built, and how to see it, take it away and go back. */
export const registerPages: Register = (program, run) => {
  const pages = program.command('pages').description('the pages that a session has built')
  pages
    .command('list <session>')
    .description('list the pages of a session with their versions')
    .action((session: string) => run(context => list(context, session)))
  pages
    .command('show <session> <slug>')
    .description('print a page as it stands, or what its last change was')
    .option('--diff', 'what the last change was, line by line')
    .option('--version <number>', 'an earlier version')
    .action((session: string, slug: string, flags: { diff?: boolean; version?: string }) =>
      run(context => show(context, { session, slug }, flags)),
    )
  pages
    .command('export <session>')
    .description('write all pages into a zip that opens from disk')
    .option('--out <file>', 'the file to write')
    .action((session: string, flags: { out?: string }) =>
      run(context => download(context, session, flags.out)),
    )
  pages
    .command('brief <session>')
    .description('what the pages are made from, and what is still open')
    .action((session: string) => run(context => showBrief(context, session)))
  pages
    .command('change <session> <words...>')
    .description('change pages by plain words: “the price of Espresso is 3.20”')
    .option('--page <slug>', 'the only page that may change')
    .option('--dry-run', 'say what would change and change nothing')
    .action((session: string, words: string[], flags: ChangeFlags) =>
      run(context => change(context, { session, words: words.join(' ') }, flags)),
    )
  pages
    .command('undo <session>')
    .description('take the last change of the pages back')
    .action((session: string) => run(context => undo(context, session)))
  pages
    .command('rollback <session> [slug]')
    .description('let a page stand again as one version before; without a slug everything as in a snapshot')
    .option('--to <version>', 'the version of the page')
    .option('--snapshot <number>', 'the snapshot of the session; the newest when absent')
    .action((session: string, slug: string | undefined, flags: RollbackFlags) =>
      run(context =>
        slug === undefined ? rollAll(context, session, flags) : rollOne(context, { session, slug }, flags),
      ),
    )
}

async function list(context: CommandContext, session: string): Promise<void> {
  const answer = await clientOf(context).pages.list(session)
  context.answer(answer)
  if (answer.pages.length === 0) {
    context.say(`No pages yet. \`${context.invocation} chat "make me a coffee shop app"\` builds some.`)
    return
  }
  const rows = answer.pages.map(page => [
    page.slug,
    escapeLine(page.title),
    `version ${page.current_version}`,
    escapeLine(page.description),
  ])
  context.say(
    ...columns(rows),
    '',
    context.colors.dim(`\`${context.invocation} pages export ${session}\` takes them away.`),
  )
}

interface ChangeFlags {
  readonly page?: string
  readonly dryRun?: boolean
}

async function change(
  context: CommandContext,
  { session, words }: { readonly session: string; readonly words: string },
  { page, dryRun = false }: ChangeFlags,
): Promise<void> {
  const answer = accepted(
    await clientOf(context).pages.change(session, {
      instruction: words,
      dry_run: dryRun,
      ...(page === undefined ? {} : { pages: [page] }),
    }),
  )
  context.answer(answer)
  const { applied, asked, not_understood: unknown } = answer
  const head = applied.length === 0 ? 'Nothing was changed.' : dryRun ? 'This would be done:' : 'Done:'
  context.say(
    head,
    ...applied.flatMap(({ said, before, after }) => [
      `  ${escapeLine(said)}`,
      ...(before !== '' && after !== ''
        ? [context.colors.dim(`    ${escapeLine(before)} → ${escapeLine(after)}`)]
        : []),
    ]),
    ...asked.map(({ said, ask, options }) => {
      const choices = options === undefined ? '' : ` (${options.join(', ')})`
      return `  ? ${escapeLine(said)}: ${escapeLine(ask + choices)}`
    }),
    ...unknown.map(said => `  ? ${escapeLine(said)}: not understood. Name the target and the value.`),
    ...(applied.length > 0 && !dryRun
      ? [context.colors.dim(`\`${context.invocation} pages undo ${session}\` takes it back.`)]
      : []),
  )
}

async function undo(context: CommandContext, session: string): Promise<void> {
  const answer = accepted(await clientOf(context).pages.undo(session))
  context.answer(answer)
  context.say(
    `Taken back (${escapeLine(answer.label)}): ${answer.affected_pages.join(', ') || 'nothing had changed'}.`,
  )
}

async function showBrief(context: CommandContext, session: string): Promise<void> {
  const { brief: analysis } = await clientOf(context).pages.list(session)
  if (!analysis) throw new CommandFailure(EXIT.usage, `Session ${session} has no brief yet.`)
  const { brief, pages } = analysis
  context.answer(analysis)
  const rows = [
    ['Name', brief.name ?? 'open'],
    ['Pages', pages.map(({ title }) => title).join(', ')],
    ...brief.items.map(({ name, price_text: price, page }): string[] => [
      'Item',
      [name, price, page && `on ${page}`].filter(Boolean).join(' · '),
    ]),
    ...brief.statements.map(({ kind, value, page }): string[] => [
      kind,
      page === undefined ? value : `${value} (on ${page})`,
    ]),
    ...(brief.columns.length > 0 ? [['Columns', brief.columns.join(', ')]] : []),
    ...brief.exclusions.map((words): string[] => ['Not wanted', words]),
    ...brief.not_placed.map((words): string[] => ['Not placed', words]),
  ]
  context.say(...columns(rows.map(row => row.map(escapeLine))))
  if (brief.read_note !== undefined) context.say('', context.colors.dim(escapeLine(brief.read_note)))
}

interface Named {
  readonly session: string
  readonly slug: string
}

async function show(
  context: CommandContext,
  named: Named,
  flags: { readonly diff?: boolean; readonly version?: string },
): Promise<void> {
  const { pages } = clientOf(context)
  const page = await findPage(context, named)
  if (flags.diff !== true) {
    const version = flags.version === undefined ? undefined : Number(flags.version)
    const shown = await pages.show(page.page_id, version)
    context.answer(shown)
    context.say(escapeHidden(shown.source))
    return
  }
  const diff = await pages.diff(page.page_id)
  context.answer(diff)
  context.say(`${diff.slug}: version ${diff.from_version} → ${diff.to_version}`)
  for (const hunk of diff.hunks) {
    context.say(context.colors.dim(`@@ ${hunk.before_start} → ${hunk.after_start} @@`))
    context.say(...hunk.removed.map(line => context.colors.red(`- ${escapeLine(line)}`)))
    context.say(...hunk.added.map(line => context.colors.green(`+ ${escapeLine(line)}`)))
  }
}

async function download(context: CommandContext, session: string, out?: string): Promise<void> {
  const response = await fetchRoute(context, `/api/sessions/${encodeURIComponent(session)}/export`)
  if (!response.ok) {
    const detail: unknown = Object(await response.json()).detail
    throw failureOf({ status: response.status, detail })
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const file = resolve(out ?? `${session}.zip`)
  await writeFile(file, bytes)
  context.answer({ file, size_bytes: bytes.length })
  context.say(`${file} (${bytes.length} bytes). Unpack it and open index.html.`)
}

async function rollOne(context: CommandContext, named: Named, flags: RollbackFlags): Promise<void> {
  const page = await findPage(context, named)
  const version = flags.to === undefined ? page.current_version - 1 : Number(flags.to)
  if (version < 1) throw new CommandFailure(EXIT.refused, `${page.slug} has no version before this one.`)
  const answer = accepted(await clientOf(context).pages.rollback(page.page_id, version))
  context.answer(answer)
  context.say(
    `${page.slug} stands as in version ${version} again, as version ${answer.page.current_version}.`,
  )
}

async function rollAll(context: CommandContext, session: string, flags: RollbackFlags): Promise<void> {
  const { pages } = clientOf(context)
  const snapshots = await pages.snapshots(session)
  const wanted = flags.snapshot === undefined ? undefined : Number(flags.snapshot)
  const found = snapshots.find(item => wanted === undefined || item.number === wanted)
  if (!found) throw new CommandFailure(EXIT.usage, `Session ${session} has no such snapshot.`)
  const answer = accepted(await pages.rollbackTo(session, found.snapshot_id))
  context.answer(answer)
  context.say(
    `Back to snapshot ${answer.number} (${escapeLine(found.label)}): ${answer.affected_pages.join(', ')}.`,
  )
}

async function findPage(context: CommandContext, { session, slug }: Named): Promise<Page> {
  const { pages } = await clientOf(context).pages.list(session)
  const found = pages.find(page => page.slug === slug)
  if (found) return found
  const there = pages.map(page => page.slug).join(', ')
  throw new CommandFailure(EXIT.usage, `Session ${session} has no page ${slug}. It has: ${there || 'none'}.`)
}

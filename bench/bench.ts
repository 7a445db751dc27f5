import { existsSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readBenchLine } from './commands.ts'

/**
 * `npm run bench -- NAME [options]`: runs bench/NAME.ts or bench/NAME/NAME.ts, which exports `main(args)` and prints
 * its figures. Without a name it lists what there is. Figures are medians on the machine named in the first line.
 */
async function main(): Promise<void> {
  const asked = readBenchLine(process.argv.slice(2))
  if ('lines' in asked) {
    const print = asked.exitCode === 0 ? console.log : console.error
    print(asked.lines.join('\n'))
    process.exitCode = asked.exitCode
    return
  }
  const { name, args } = asked
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  if (!args.includes('--json')) {
    console.log(
      `machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.version}`,
    )
  }
  const beside = new URL(`./${name}.ts`, import.meta.url)
  const file = existsSync(fileURLToPath(beside)) ? beside : new URL(`./${name}/${name}.ts`, import.meta.url)
  const { main: run } = (await import(file.href)) as { main: (args: readonly string[]) => Promise<void> }
  await run(args)
}

await main()

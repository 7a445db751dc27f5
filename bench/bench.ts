import { existsSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench -- NAME [options]`: runs bench/NAME.ts or bench/NAME/NAME.ts, which exports `main(args)` and prints
 * its figures. Without a name it lists what there is. Figures are medians on the machine named in the first line.
 */
const NAMES = [
  'memory',
  'chat',
  'inbox',
  'runs',
  'scale',
  'peers',
  'guardrails',
  'reasoning',
  'hijacked-agent',
  'streams',
  'scheduler',
  'validate',
  'pages',
] as const

async function main(): Promise<void> {
  const [name, ...args] = process.argv.slice(2)
  const file = [`./${name}.ts`, `./${name}/${name}.ts`].find(path =>
    existsSync(fileURLToPath(new URL(path, import.meta.url))),
  )
  if (name === undefined || file === undefined) {
    console.log(`Usage: npm run bench -- NAME [options]\nNames: ${NAMES.join(', ')}`)
    process.exitCode = name === undefined ? 0 : 2
    return
  }
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  if (!args.includes('--json')) {
    console.log(
      `machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.version}`,
    )
  }
  const { main: run } = (await import(new URL(file, import.meta.url).href)) as {
    main: (args: readonly string[]) => Promise<void>
  }
  await run(args)
}

await main()

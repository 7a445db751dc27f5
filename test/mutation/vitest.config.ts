import { defineConfig } from 'vitest/config'

/** What kills mutants: tests beside the mutated part, without a database server and without a browser. */
const tests = process.env.MUTATION_TESTS?.split(';') ?? [
  'src/base/**/*.test.ts',
  'src/engine/{gate,run,calls,stop}/**/*.test.ts',
]

export default defineConfig({ test: { include: tests, pool: 'forks' } })

import { defineConfig } from 'vitest/config'

/** What kills mutants: tests beside the mutated file, without a database server and without a browser. */
const tests = process.env.MUTATION_TESTS?.split(';') ?? [
  'src/base/**/*.test.ts',
  'src/engine/{gate,run,calls,stop}/**/*.test.ts',
]

// Modules are loaded once for all test files of a mutant: loading them takes longer than the tests.
export default defineConfig({ test: { include: tests, pool: 'forks', isolate: false } })

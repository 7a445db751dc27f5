import { defineConfig } from 'vitest/config'

/** What kills mutants: the tests beside the mutated files, without a database server and without a browser. */
export default defineConfig({
  test: {
    include: ['src/base/**/*.test.ts', 'src/engine/gate/**/*.test.ts', 'src/engine/run/**/*.test.ts'],
    pool: 'forks',
  },
})

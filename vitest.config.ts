import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * As Node reads packages, and `soulgate/…` as sources instead of as built. Not `module`: some packages keep under it
 * what only a bundler can load.
 */
const conditions = ['soulgate-source', 'node', 'development|production']

/** Programs that tests start find their sources compiled already; `npm ci` clears it. */
const compileCache = resolve(import.meta.dirname, 'node_modules/.cache/soulgate-compile')

/** What needs a real store, server or process; and what needs a browser, PostgreSQL or minutes. */
const programs = '**/*.program.test.ts'
const proofs = '**/*.proof.test.ts'

/** As the web app is built: it is a package of its own, so the name of the root does not resolve from within it. */
const alias = [
  {
    find: /^soulgate\/contracts\/(.*)$/,
    replacement: `${resolve(import.meta.dirname, 'src/contracts')}/$1.ts`,
  },
]

export default defineConfig({
  resolve: { alias },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    pool: 'forks',
    // A machine that is busy with something else is no failure: tests assert behaviour, never time.
    env: { NODE_COMPILE_CACHE: compileCache },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // More than there are cores: most wait for a disk, a browser or another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        // Pure tests share the modules that they load: loading takes longer than most of them.
        extends: true,
        test: {
          name: 'quick',
          include: ['{src,ui/src,test}/**/*.test.{ts,tsx}'],
          exclude: [programs, proofs],
          globalSetup: ['test/setup/node-version.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          include: [`src/${programs}`],
          globalSetup: ['test/setup/node-version.ts'],
          isolate: false,
        },
      },
      {
        // Each of these files has a process of its own.
        extends: true,
        test: {
          name: 'program-apart',
          include: [`test/${programs}`],
          globalSetup: ['test/setup/node-version.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'proof',
          include: [`{src,test}/${proofs}`],
          testTimeout: 120_000,
          globalSetup: ['test/setup/node-version.ts', 'test/postgres/global-setup.ts'],
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['soulgate-source'] },
  ssr: { resolve: { conditions: ['soulgate-source'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'ui/src/**/*.test.{ts,tsx}'],
    globalSetup: ['test/setup/node-version.ts'],
    pool: 'forks',
  },
})

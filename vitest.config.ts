import path from 'node:path'
import { defineConfig } from 'vitest/config'

const alias = { '@payload-config': path.resolve('payload.config.ts') }

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['{cms,collections,islands,site,tests/checks}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/.next/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['tests/integration/*.test.ts'],
          globalSetup: 'tests/support/postgres-setup.ts',
          // Two servers at a time are what two cores carry.
          maxWorkers: 2,
          // How long something may hang, not how long it may take: machines are busy now and then.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})

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
          include: ['{cms,collections,islands,site}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/.next/**'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['tests/integration/*.test.ts'],
          globalSetup: 'tests/support/postgres-setup.ts',
          // What two cores carry: one file more than them, as most wait for something now and then.
          maxWorkers: 3,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { MixedOrder } from './tests/support/mixed-order.ts'
import { secret } from './tests/support/secret.ts'
import { extended } from './tests/support/tiers.ts'

const alias = { '@payload-config': path.resolve('payload.config.ts') }
// Timeouts are long, because tests can be slow on a busy machine. They only detect tests that hang.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 }
const withServers = {
  // One worker for each of two cores: while a test waits, its server and PostgreSQL use the CPU. Four workers are slower
  // and use a fifth more CPU time.
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  globalSetup: 'tests/support/postgres-setup.ts',
  setupFiles: ['tests/support/quick-imports.ts', 'tests/support/kill-child-processes.ts'],
  // See `tests/support/quick-passwords.ts`. `SECRET` and `LOG_LEVEL` are for code that runs in the test's process.
  env: { QUICK_PASSWORDS: '1', SECRET: secret, LOG_LEVEL: 'silent' },
  ...timeouts,
  expect: { poll: { timeout: 60_000 } },
}

const integrationTests = 'tests/integration/*.test.ts'
// These files replace modules, or load the program's configuration with environment variables of their own. Either
// affects the whole process, so each of these files runs in a new process.
const withOwnProcess = globSync(integrationTests).filter((file) =>
  /vi\.(mock|doMock|stub|resetModules)|process\.env|openCardEvents/.test(
    readFileSync(file, 'utf8'),
  ),
)

export default defineConfig({
  test: {
    sequence: { sequencer: MixedOrder },
    tags: [extended],
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          ...timeouts,
          include: ['{cms,collections,islands,site,tests/checks}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/.next/**'],
          // Isolating each file would make the run four times slower.
          isolate: false,
          // One worker for each of two cores: these tests only compute, and each worker imports all modules again.
          maxWorkers: 2,
          restoreMocks: true,
          unstubGlobals: true,
          unstubEnvs: true,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: [integrationTests],
          exclude: withOwnProcess,
          isolate: false,
          ...withServers,
        },
      },
      {
        resolve: { alias },
        test: { name: 'integration-own-process', include: withOwnProcess, ...withServers },
      },
      {
        resolve: { alias },
        // These tests kill processes and stop databases and mail servers.
        test: { name: 'faults', include: ['tests/faults/*.test.ts'], ...withServers },
      },
    ],
  },
})

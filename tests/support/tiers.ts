/**
 * The tag of the tests that are not part of the gate: `npm test` leaves them out, `npm run test:all` and the commands for
 * one kind of test run them. In Vitest `{ tags: 'extended' }`, in Playwright `{ tag: '@extended' }`.
 *
 * A test is extended if it shows that another test can fail, moves large amounts of data, takes long because it kills
 * processes or waits for outages, or walks in a browser through what a lower level proves or another journey shows.
 * Tests of the ledger’s correctness, sign-in, access, escaping, migrations and the outbox’s promises stay in the gate.
 */
export const extended = {
  name: 'extended',
  description: 'runs in `npm run test:all`, not in `npm test`',
}

import { expect, test } from 'vitest'
import { refusesAllPrefix } from '../rules.ts'
import { describeTrouble } from './describe-trouble.ts'

const trouble = {
  error: 'connect ECONNREFUSED',
  since: '2026-11-21T12:20:00.000Z',
  nextAt: '2026-11-21T12:40:00.000Z',
}
const clockAt = (now: string) => ({
  format: (time: string) => time.slice(11, 16),
  now: new Date(now),
})

test('the description of an outage says since when mails wait, why, and what happens next', () => {
  expect(describeTrouble(trouble, clockAt('2026-11-21T12:30:00Z'))).toBe(
    'The mail server can’t be reached (connect ECONNREFUSED). No mail has gone out since 12:20. It is tried again: 12:40. Nothing is lost: what waits goes out by itself when the server answers. A mail that could not go out for three days counts as failed.',
  )
  expect(describeTrouble(trouble, clockAt('2026-11-21T12:41:00Z'))).toContain(
    'It is tried again now.',
  )
  const refused = { ...trouble, error: `${refusesAllPrefix}535 Wrong password` }
  expect(describeTrouble(refused, clockAt('2026-11-21T12:30:00Z'))).toContain(
    'The mail server takes no mails (535 Wrong password).',
  )
})

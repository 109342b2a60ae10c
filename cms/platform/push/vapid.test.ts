import { expect, test, vi } from 'vitest'

vi.stubEnv('SECRET', 'a secret that is long enough for tests')
const { vapidSubjectOf } = await import('./vapid.ts')

const MAIL_FROM = { name: 'Common People', address: 'hello@venue.example' }
const VAPID_SUBJECT = 'https://operator.example'

test.each([
  [{ SITE_URL: 'https://venue.example', MAIL_FROM, VAPID_SUBJECT }, VAPID_SUBJECT],
  [{ SITE_URL: 'https://venue.example', MAIL_FROM }, 'mailto:hello@venue.example'],
  [{ SITE_URL: 'https://venue.example' }, 'https://venue.example'],
  [{ SITE_URL: 'http://localhost:3000' }, 'mailto:postmaster@localhost'],
])('with the settings %j, the contact for push services is %s', (env, subject) =>
  expect(vapidSubjectOf(env)).toBe(subject),
)

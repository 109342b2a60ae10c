import { expect, test } from 'vitest'
import { leaveToken } from '../../newsletter/subscribing/tokens.ts'
import { campaignUrl, readTrackedPath, trackedUrl } from './tracked-link.ts'

const SECRET = 'a secret that is long enough for tests'
const env = { SITE_URL: 'https://venue.example', SECRET }
const path = trackedUrl({ letter: 12, place: 3 }, env).replace(env.SITE_URL, '')

test('a tracked link is short, lower case and can be read back', () => {
  expect(path).toMatch(/^\/go\/12-3-[0-9a-f]{12}$/)
  expect(readTrackedPath(path, SECRET)).toEqual({ letter: 12, place: 3 })
})

test.each([
  path.replace('12-3', '12-4'),
  path.replace('12-3', '13-3'),
  path.replace('12-3', '123-'),
  path.slice(0, -1),
  `${path}0`,
  `${path}/`,
  path.replace('/go/', '/GO/'),
  '/go/12-3-',
  '/go/12-3',
  '/go/',
  // An unsubscribe token is not a valid tracked link.
  `/go/${leaveToken({ subscriber: 12, mail: 3 }, SECRET)}`,
  `/go/${leaveToken({ subscriber: 12, mail: 3 }, SECRET).slice(0, 17)}`,
])('the tracked path %s is invalid', (wrong) => expect(readTrackedPath(wrong, SECRET)).toBeNull())

test('a link signed with another secret is invalid', () => {
  expect(readTrackedPath(path, `${SECRET}.`)).toBeNull()
})

test.each([
  [
    'https://venue.example/cafe?day=sunday#menu',
    'https://venue.example/cafe?day=sunday&utm_source=letter&utm_medium=email&utm_campaign=letter-12#menu',
  ],
  [
    'https://venue.example/cafe?utm_campaign=Fête+d’été&utm_content=top',
    'https://venue.example/cafe?utm_campaign=F%C3%AAte+d%E2%80%99%C3%A9t%C3%A9&utm_content=top&utm_source=letter&utm_medium=email',
  ],
  [
    'https://venue.example/cafe?utm_source=partner&utm_medium=flyer&utm_campaign=spring',
    'https://venue.example/cafe?utm_source=partner&utm_medium=flyer&utm_campaign=spring',
  ],
  [
    'https://venue.example/cafe?utm_source=&utm_campaign=%20',
    'https://venue.example/cafe?utm_source=letter&utm_campaign=letter-12&utm_medium=email',
  ],
  ['https://tickets.example/8?a=%20b', 'https://tickets.example/8?a=%20b'],
  ['http://venue.example/cafe', 'http://venue.example/cafe'],
  ['mailto:desk@venue.example', 'mailto:desk@venue.example'],
])('a tracked link with the target %s leads to %s', (target, expected) => {
  const url = campaignUrl(new URL(target), { letter: 12, place: 3 }, 'https://venue.example')
  expect(url).toBe(expected)
})

import { describe, expect, test } from 'vitest'
import { createCallTable } from '../../../platform/http/call-table.ts'
import { findPage } from '../../content/routes.ts'
import { createPathReader, originOf } from './paths.ts'

const siteUrl = 'https://venue.example'
const { tokenPaths: secretPaths } = createCallTable(
  [],
  ['/unsubscribe/:token', '/notifications/:token'],
)
const findPath = (path: string): string | null => {
  const page = findPage(path, 'The Venue')
  return page?.kind === 'redirect' ? page.to : page && path
}
const pathOf = createPathReader({ siteUrl, tokenPaths: secretPaths, findPath })

describe('a path', () => {
  test.each([
    ['/beer', '/beer'],
    ['/', '/'],
    ['', '/'],
    ['beer', '/beer'],
    ['/Beer/', '/beer'],
    ['/%62eer', '/beer'],
    ['/beer?style=IPA#top', '/beer'],
    ['https://venue.example/beer?x=1', '/beer'],
    ['https://www.venue.example/beer', '/beer'],
    ['/letters/november-2026', '/letters/november-2026'],
    ['/letters/0a1b2c3d4e5f6a7b8c9d0e', '/letters/*'],
    ['/the-venue-date-time', '/the-venue-date-time'],
    ['/thevenue-datetime', '/the-venue-date-time'],
    ['/unsubscribe/a-secret-token', '/unsubscribe/[redacted]'],
    ['/notifications/%2561-secret', '/notifications/[redacted]'],
    ['////', '/'],
    ['https://other.example/a?token=b', 'https://other.example'],
    ['https://ada:b@other.example/ada@venue.example', 'https://other.example'],
  ])('%j is stored as %s', (sent, path) => expect(pathOf(sent)).toBe(path))

  test.each([
    '/x/alice@venue.example',
    '/x/alice%40venue.example',
    '/x/f47ac10b-58cc-4372-a567-0e02b2c3d479',
    '/alice-smith',
    '/beer/alice',
    '//other.example/a',
    'mailto:alice@venue.example',
    '/\0\uD800',
    '/%E0%A4%A',
    `/${'x'.repeat(50_000)}`,
  ])('%j is stored as an unknown page', (path) => expect(pathOf(path)).toBe('/*'))
})

describe('a visit', () => {
  test.each([
    ['was opened directly', {}, { referrer: null, source: null, medium: null, campaign: null }],
    [
      'came from another site',
      { referrer: 'https://www.search.example/results?q=beer' },
      { referrer: 'https://www.search.example', source: 'search.example' },
    ],
    [
      'came from this site',
      { referrer: 'https://venue.example/beer' },
      { referrer: null, source: null },
    ],
    [
      'came from a campaign',
      {
        referrer: 'https://mail.example/',
        source: { source: 'Letter', medium: 'EMAIL', campaign: 'Letter-7' },
      },
      {
        source: 'letter',
        medium: 'email',
        campaign: 'letter-7',
        referrer: 'https://mail.example',
      },
    ],
    ['has an unreadable referrer', { referrer: 'http://[' }, { referrer: null, source: null }],
    [
      'has a referrer that is not a website',
      { referrer: 'android-app://x' },
      { referrer: null, source: null },
    ],
    [
      'has a referrer with a token',
      { referrer: 'https://f47ac10b58cc4372a5670e02b2c3d479.example/ada@venue.example' },
      { referrer: null, source: 'other' },
    ],
    [
      'has a campaign with personal data',
      {
        source: {
          source: 'ada@venue.example',
          medium: '+44 7700900123',
          campaign: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
        },
      },
      { source: 'other', medium: 'other', campaign: 'other' },
    ],
    ['has a long source', { source: { source: 'x'.repeat(61) } }, { source: 'other' }],
    ['has an empty source', { source: { source: ' \0' } }, { source: null }],
    [
      'has a campaign with spaces, accents and other scripts',
      {
        source: {
          source: ' Fête d’été ',
          medium: 'E-Mail  Newsletter',
          campaign: 'Вечер & 夏祭り',
        },
      },
      { source: 'fête d’été', medium: 'e-mail newsletter', campaign: 'вечер & 夏祭り' },
    ],
    [
      'has a campaign that was escaped twice, or whose accents are separate characters',
      {
        source: {
          source: 'Summer%20F\u00eate',
          medium: 'summer f\u0065\u0302te',
          campaign: '20% off',
        },
      },
      { source: 'summer fête', medium: 'summer fête', campaign: '20% off' },
    ],
    [
      'has markup or a URL as its campaign',
      { source: { source: '<b>x', medium: 'https://spam.example', campaign: '=1+1' } },
      { source: 'other', medium: 'other', campaign: 'other' },
    ],
  ])('that %s has the right source', (_, sent, expected) =>
    expect(originOf(sent, siteUrl)).toMatchObject(expected),
  )
})

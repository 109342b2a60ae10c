import { describe, expect, test } from 'vitest'
import { createCallTable } from '../../http/call-table.ts'
import { createPathReader, originOf } from './addresses.ts'

const siteUrl = 'https://venue.example'
const { secretPaths } = createCallTable([], ['/unsubscribe/:token', '/manage-event/:token'])
const pathOf = createPathReader({ siteUrl, secretPaths })

describe('a path', () => {
  test.each([
    ['/beer', '/beer'],
    ['/', '/'],
    ['', '/'],
    ['beer', '/beer'],
    ['/Beer/', '/beer'],
    ['/beer?style=IPA#top', '/beer'],
    ['https://venue.example/beer?x=1', '/beer'],
    ['https://www.venue.example/beer', '/beer'],
    ['https://other.example/a?token=b', 'https://other.example/a'],
    ['/unsubscribe/a-secret-token', '/unsubscribe/[redacted]'],
    ['/manage-event/%2561-secret', '/manage-event/[redacted]'],
    ['/\0\uD800', '/�'],
    ['////', '/'],
  ])('%j is stored as %s', (address, path) => expect(pathOf(address)).toBe(path))

  test('is cut', () => expect(pathOf(`/${'x'.repeat(50_000)}`)).toHaveLength(300))
})

describe('a visit', () => {
  test.each([
    ['was opened directly', {}, { referrer: null, source: null, medium: null, campaign: null }],
    [
      'came from another site',
      { referrer: 'https://www.search.example/results?q=beer' },
      { referrer: 'https://www.search.example/results', source: 'search.example' },
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
        campaign: 'Letter-7',
        referrer: 'https://mail.example/',
      },
    ],
    ['has an unreadable referrer', { referrer: 'http://[' }, { referrer: null, source: null }],
    [
      'has a referrer of no site',
      { referrer: 'android-app://x' },
      { referrer: null, source: null },
    ],
    ['has an empty source', { source: { source: ' \0' } }, { source: null }],
  ])('that %s', (_, sent, expected) => expect(originOf(sent, siteUrl)).toMatchObject(expected))
})

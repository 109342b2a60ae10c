import { expect, test } from 'vitest'
import { previousContent } from './previous-content.ts'

const version = (text: string, state: 'draft' | 'published' | 'live' | 'removed') => ({
  content_data: { text },
  status: state === 'draft' || state === 'removed' ? ('draft' as const) : ('published' as const),
  live: state === 'live',
  removed: state === 'removed',
})
const older = version('Autumn', 'published')

test.each([
  ['the content that was published before', [version('Christmas', 'live'), older], 'Autumn'],
  ['not a newer draft', [version('New', 'draft'), version('Christmas', 'live'), older], 'Autumn'],
  [
    'not a draft between the two published versions',
    [version('Christmas', 'live'), version('?', 'draft'), older],
    'Autumn',
  ],
  [
    'not an earlier version with the same content',
    [version('Christmas', 'live'), version('Christmas', 'published'), older],
    'Autumn',
  ],
  ['an empty text', [version('Christmas', 'live'), version('', 'published'), older], ''],
  [
    'the fallback, if the key was unpublished before',
    [version('Christmas', 'live'), version('Autumn', 'removed'), older],
    null,
  ],
  ['the fallback, if nothing was published', [version('Christmas', 'live')], null],
])('the previous content is %s', (_, versions, text) => {
  expect(previousContent(versions)).toEqual(text === null ? null : { text })
})

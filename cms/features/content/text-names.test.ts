import { expect, test } from 'vitest'
import { keysOf } from './known-keys.ts'
import { textName } from './text-names.ts'

test.each([
  [{ page: 'cafe', section: 'hero', content_key: 'lead' }, 'Cafe: opening words'],
  [
    { page: 'global', section: 'footer', content_key: 'hours_title' },
    'Every page: footer hours title',
  ],
  [{ page: 'common-room', section: 'gate', content_key: 'body' }, 'The Common Room: gate words'],
])('%o is named %s', (key, name) => expect(textName(key)).toBe(name))

test('no two texts of a page have the same name', () => {
  for (const page of ['cafe', 'beer', 'member', 'privacy', 'global']) {
    const names = keysOf(page).map(textName)
    expect(new Set(names).size, page).toBe(names.length)
  }
})

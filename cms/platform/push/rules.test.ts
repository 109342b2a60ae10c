import { describe, expect, test } from 'vitest'
import {
  byteLength,
  composePayload,
  maxPayloadBytes,
  type PushContent,
  retryDelayMs,
} from './rules.ts'

const site = { origin: 'https://venue.example', icon: '/icons/192.png', lang: 'en' }
const content: PushContent = {
  id: '7',
  token: 'a-token',
  title: 'The new saison',
  text: 'First ten through the door taste it',
  url: '/beer?today#taps',
  expiresAt: new Date('2026-05-01T18:05:00Z'),
}

describe('composePayload', () => {
  test('writes a declarative push message that also identifies the nudge', () => {
    const data = { id: '7', token: 'a-token', url: '/beer?today#taps', expires_at: 1777658700000 }
    expect(JSON.parse(composePayload(content, site))).toEqual({
      web_push: 8030,
      notification: {
        title: 'The new saison',
        body: 'First ten through the door taste it',
        navigate: 'https://venue.example/beer?today#taps',
        icon: 'https://venue.example/icons/192.png',
        lang: 'en',
        dir: 'auto',
        tag: '7',
        silent: false,
        data,
      },
      mutable: true,
      nudge: { ...data, title: 'The new saison', body: 'First ten through the door taste it' },
    })
  })

  test('keeps a link to another site', () => {
    const payload = composePayload({ ...content, url: 'https://tickets.example/7' }, site)
    expect(JSON.parse(payload).notification.navigate).toBe('https://tickets.example/7')
  })

  test('has room for the longest title, text and link of a nudge', () => {
    const [title, text] = ['醸'.repeat(60), '造'.repeat(140)]
    const url = `/${'a'.repeat(499)}`
    const payload = composePayload({ ...content, title, text, url, token: 't'.repeat(22) }, site)
    expect(byteLength(payload)).toBeLessThanOrEqual(maxPayloadBytes)
  })

  test('refuses a payload that is too long', () => {
    expect(() => composePayload({ ...content, url: `/${'醸'.repeat(400)}` }, site)).toThrow(
      RangeError,
    )
  })
})

test.each([
  [1, 30],
  [2, 60],
  [5, 480],
  [6, 900],
  [50, 900],
])('after %i attempts, the next attempt is %i seconds later', (tries, seconds) => {
  expect(retryDelayMs(tries)).toBe(seconds * 1000)
})

import { expect, test } from 'vitest'
import { readMessage, readNudge } from './message.ts'

test.each([
  ['SHOW_NUDGE', '/beer'],
  ['SW_NAVIGATE', 'https://tickets.example/8'],
  ['SHOW_NUDGE', 'javascript:alert(1)'],
])('a message of type %s with the link %s is a nudge', (type, url) => {
  expect(readMessage({ type, url })).toEqual({
    nudge: { url, id: null, token: null, title: '', text: '', expiresAtMs: null },
    clicked: null,
  })
})

test.each([
  ['the type TEST', { type: 'TEST', url: '/beer' }],
  ['a type in an array', { type: ['SHOW_NUDGE'], url: '/beer' }],
  ['no type', { url: '/beer' }],
  ['no link', { type: 'SHOW_NUDGE' }],
  ['an object as link', { type: 'SHOW_NUDGE', url: { href: '/beer' } }],
  ['an empty link', { type: 'SHOW_NUDGE', url: '' }],
  ['the text undefined as link', { type: 'SHOW_NUDGE', url: 'undefined' }],
  ['a link of 1 MB', { type: 'SHOW_NUDGE', url: `/${'a'.repeat(1024 * 1024)}` }],
  ['a text', 'SHOW_NUDGE'],
  ['a number', 7],
  ['null', null],
  ['undefined', undefined],
])('a message (%s) is no nudge', (_, data) => {
  expect(readMessage(data)).toBe(null)
})

test('details of a nudge that have the wrong type are ignored', () => {
  expect(readNudge({ url: '/beer', id: 7, token: {}, title: null, expires_at: 'never' })).toEqual({
    url: '/beer',
    id: null,
    token: null,
    title: '',
    text: '',
    expiresAtMs: null,
  })
})

test.each([
  ['a time in ISO 8601', '2026-11-23T18:05:00.000Z'],
  ['milliseconds since 1970', Date.UTC(2026, 10, 23, 18, 5)],
])('the end of a nudge may be given as %s', (_, expires_at) => {
  expect(readNudge({ url: '/beer', expires_at })?.expiresAtMs).toBe(Date.UTC(2026, 10, 23, 18, 5))
})

test('a message about a clicked notification is read as “here” for SW_NAVIGATE, “elsewhere” for SHOW_NUDGE', () => {
  const clickedOf = (type: string, clicked: unknown) =>
    readMessage({ type, url: '/beer', clicked })?.clicked
  expect(clickedOf('SW_NAVIGATE', true)).toBe('here')
  expect(clickedOf('SHOW_NUDGE', true)).toBe('elsewhere')
  expect(clickedOf('SW_NAVIGATE', 'true')).toBeNull()
  expect(clickedOf('SHOW_NUDGE', undefined)).toBeNull()
})

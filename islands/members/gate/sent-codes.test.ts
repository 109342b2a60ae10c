import { expect, test } from 'vitest'
import { codeEveryMs, codeLivesMs } from '../../../cms/features/members/rules.ts'
import { type CodeStore, createSentCodes } from './sent-codes.ts'

const to = 'ada@venue.example'

/** A store that copies what is written, so that later changes do not affect it. */
function makeStore(): CodeStore {
  let json = '{}'
  return {
    read: () => JSON.parse(json),
    write: (codes) => {
      json = JSON.stringify(codes)
    },
  }
}

/** The sent codes after one code was sent, with their clock and store. */
function sentCodes() {
  const clock = { ms: 1e12 }
  const store = makeStore()
  const codes = createSentCodes<'link' | 'sign in'>(() => clock.ms, store)
  codes.add('sign in', to, null)
  return { codes, clock, store, sent: { to, atMs: clock.ms, handle: null } }
}

test('a code stays pending in its dialog while it is valid', () => {
  const { codes, clock, sent } = sentCodes()
  clock.ms += codeLivesMs - 1
  expect(codes.pending('sign in', null)).toEqual(sent)
  expect(codes.pending('link', null)).toBeNull()
  clock.ms += 1
  expect(codes.pending('sign in', null)).toBeNull()
})

test('a suspended code can be resumed with the same address until another code can be sent', () => {
  const { codes, clock, sent } = sentCodes()
  codes.suspend('sign in')
  expect(codes.pending('sign in', null)).toBeNull()
  clock.ms += codeEveryMs - 1
  expect(codes.resume('sign in', 'bob@venue.example', null)).toBeNull()
  expect(codes.resume('sign in', to, null)).toEqual(sent)
  expect(codes.pending('sign in', null)).toEqual(sent)
  clock.ms += 1
  expect(codes.resume('sign in', to, null)).toBeNull()
})

test('a code is still pending after a reload', () => {
  const { clock, store, sent } = sentCodes()
  const reloaded = createSentCodes<'link' | 'sign in'>(() => clock.ms, store)
  expect(reloaded.pending('sign in', null)).toEqual(sent)
  expect(reloaded.pending('link', null)).toBeNull()
})

test('a used code is not pending', () => {
  const { codes } = sentCodes()
  codes.remove('sign in')
  expect(codes.pending('sign in', null)).toBeNull()
  expect(codes.resume('sign in', to, null)).toBeNull()
})

test('a link code is pending for its user handle, and another user handle deletes it', () => {
  const { codes } = sentCodes()
  const sent = codes.add('link', to, 'hers')
  expect(codes.pending('link', 'hers')).toEqual(sent)
  expect(codes.resume('link', to, 'hers')).toEqual(sent)
  expect(codes.pending('link', 'his')).toBeNull()
  expect(codes.pending('link', 'hers')).toBeNull()
  expect(codes.resume('link', to, 'hers')).toBeNull()
})

test('clear deletes all codes', () => {
  const { codes } = sentCodes()
  codes.add('link', to, 'hers')
  codes.clear()
  expect(codes.pending('sign in', null)).toBeNull()
  expect(codes.resume('link', to, 'hers')).toBeNull()
})

import { expect, test } from 'vitest'
import { codeEveryMs, codeLivesMs } from '../../../cms/members/rules.ts'
import { type CodeStore, createSentCodes } from './sent-codes.ts'

const to = 'ada@venue.example'

/** A store that keeps what was written, and nothing of what is changed afterwards. */
function makeStore(): CodeStore {
  let kept = '{}'
  return {
    read: () => JSON.parse(kept),
    write: (codes) => {
      kept = JSON.stringify(codes)
    },
  }
}

/** Codes of which one was just sent, the clock that they look at, and where they are kept. */
function sentCodes() {
  const clock = { ms: 1e12 }
  const store = makeStore()
  const codes = createSentCodes<'link' | 'sign in'>(() => clock.ms, store)
  codes.add('sign in', to, null)
  return { codes, clock, store, sent: { to, atMs: clock.ms, handle: null } }
}

test('a code is asked for again by the dialog that sent it, for as long as it lives', () => {
  const { codes, clock, sent } = sentCodes()
  clock.ms += codeLivesMs - 1
  expect(codes.pending('sign in', null)).toEqual(sent)
  expect(codes.pending('link', null)).toBeNull()
  clock.ms += 1
  expect(codes.pending('sign in', null)).toBeNull()
})

test('one that was put aside is asked for by its address, until another can be sent', () => {
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

test('a code is asked for when its page was loaded anew', () => {
  const { clock, store, sent } = sentCodes()
  const reloaded = createSentCodes<'link' | 'sign in'>(() => clock.ms, store)
  expect(reloaded.pending('sign in', null)).toEqual(sent)
  expect(reloaded.pending('link', null)).toBeNull()
})

test('one that was used is asked for no more', () => {
  const { codes } = sentCodes()
  codes.remove('sign in')
  expect(codes.pending('sign in', null)).toBeNull()
  expect(codes.resume('sign in', to, null)).toBeNull()
})

test('one that links a passkey is asked for with that passkey, and forgotten with another', () => {
  const { codes } = sentCodes()
  const sent = codes.add('link', to, 'hers')
  expect(codes.pending('link', 'hers')).toEqual(sent)
  expect(codes.resume('link', to, 'hers')).toEqual(sent)
  expect(codes.pending('link', 'his')).toBeNull()
  expect(codes.pending('link', 'hers')).toBeNull()
  expect(codes.resume('link', to, 'hers')).toBeNull()
})

test('who comes after is asked for none', () => {
  const { codes } = sentCodes()
  codes.add('link', to, 'hers')
  codes.clear()
  expect(codes.pending('sign in', null)).toBeNull()
  expect(codes.resume('link', to, 'hers')).toBeNull()
})

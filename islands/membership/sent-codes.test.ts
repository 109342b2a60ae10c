import { expect, test } from 'vitest'
import { codeEveryMs, codeLivesMs } from '../../cms/membership/rules.ts'
import { createSentCodes } from './sent-codes.ts'

const to = 'ada@venue.example'

/** Codes of which one was just sent, and the clock that they look at. */
function sentCodes() {
  const clock = { ms: 1e12 }
  const codes = createSentCodes<'link' | 'sign in'>(() => clock.ms)
  codes.keep('sign in', to)
  return { codes, clock, sent: { to, atMs: clock.ms } }
}

test('a code is asked for again by the dialog that sent it, for as long as it lives', () => {
  const { codes, clock, sent } = sentCodes()
  clock.ms += codeLivesMs - 1
  expect(codes.asked('sign in')).toEqual(sent)
  expect(codes.asked('link')).toBeNull()
  clock.ms += 1
  expect(codes.asked('sign in')).toBeNull()
})

test('one that was put aside is asked for by its address, until another can be sent', () => {
  const { codes, clock, sent } = sentCodes()
  codes.putAside('sign in')
  expect(codes.asked('sign in')).toBeNull()
  clock.ms += codeEveryMs - 1
  expect(codes.resume('sign in', 'bob@venue.example')).toBeNull()
  expect(codes.resume('sign in', to)).toEqual(sent)
  expect(codes.asked('sign in')).toEqual(sent)
  clock.ms += 1
  expect(codes.resume('sign in', to)).toBeNull()
})

test('one that was used is asked for no more', () => {
  const { codes } = sentCodes()
  codes.forget('sign in')
  expect(codes.asked('sign in')).toBeNull()
  expect(codes.resume('sign in', to)).toBeNull()
})

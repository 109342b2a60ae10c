import { expect, test } from 'vitest'
import { passkeyErrors } from '../../../cms/members/passkeys/rules.ts'
import type { PasskeyFault } from '../passkeys/faults.ts'
import {
  closedGate,
  type Gate,
  type GateAct,
  type GateEvent,
  isBusy,
  startDebounceMs,
  step,
} from './state.ts'

const start: GateEvent = {
  type: 'start',
  nowMs: 1000,
  hasHandle: true,
  isTrustOld: false,
  isSignedIn: false,
}
const checked = (isLinked: boolean, isSignedIn: boolean): GateEvent => ({
  type: 'checked',
  isLinked,
  isSignedIn,
})
const signedIn = (mayOffer: boolean): GateEvent => ({ type: 'signed_in', mayOffer })
const faultOf = (code: PasskeyFault) => ({ code, message: passkeyErrors[code] })
const failed = (code: PasskeyFault): GateEvent => ({
  type: 'passkey_failed',
  fault: faultOf(code),
})
const atPasskey = [{ ...start, hasHandle: false }] as const

/** Where events lead from the closed gate, and what is done on the way. */
function after(...events: GateEvent[]): { gate: Gate; acts: GateAct[] } {
  return events.reduce<{ gate: Gate; acts: GateAct[] }>(
    ({ gate, acts }, event) => {
      const next = step(gate, event)
      return { gate: next.gate, acts: [...acts, ...next.acts] }
    },
    { gate: closedGate, acts: [] },
  )
}
const stateAfter = (...events: GateEvent[]) => after(...events).gate.state
const actsAfter = (...events: GateEvent[]) => after(...events).acts

test('a linked passkey of somebody who is signed in opens the room', () => {
  const events = [start, checked(true, true)]
  expect(stateAfter(...events)).toEqual({ at: 'open' })
  expect(actsAfter(...events)).toEqual(['check', 'trust', 'say_granted', 'enter'])
})

test('a linked passkey of somebody who is not asks for the thumb, then opens the room', () => {
  const events = [start, checked(true, false), { type: 'unlocked' }, checked(true, true)] as const
  expect(stateAfter(start, checked(true, false))).toEqual({ at: 'unlocking' })
  expect(stateAfter(...events)).toEqual({ at: 'open' })
  expect(actsAfter(...events)).toEqual([
    'check',
    'unlock',
    'check',
    'trust',
    'say_granted',
    'enter',
  ])
})

test('nothing tells of a passkey that is looked up or asked for, except its dialog', () => {
  const shown = stateAfter(...atPasskey, { type: 'unlocked' })
  const states = [stateAfter(start), stateAfter(start, checked(true, false)), shown]
  expect(states.map(isBusy)).toEqual([true, true, false])
})

test.each([
  ['is not linked', checked(false, false), []],
  ['can’t be looked up', { type: 'check_failed' }, ['say_server']],
] as const)('a stored passkey that %s is to be linked again', (_, answer, said) => {
  expect(stateAfter(start, answer)).toEqual({ at: 'link', why: 'relink' })
  expect(actsAfter(start, answer)).toEqual(['check', ...said])
})

test('a passkey that is not linked keeps nobody out who is signed in', () => {
  expect(stateAfter(start, checked(false, true))).toEqual({ at: 'open' })
  expect(actsAfter(start, checked(false, true))).toEqual(['check', 'enter'])
})

test('who has nothing to link comes by email, except at the foot of a page', () => {
  const instead: GateEvent = { type: 'email_instead' }
  expect(stateAfter(start, checked(false, false), instead)).toEqual({ at: 'sign_in' })
  const beside: GateEvent = { type: 'link_asked' }
  expect(stateAfter(beside, instead)).toEqual({ at: 'link', why: 'beside' })
})

test('a device that was trusted too long ago is to be linked again, without a question', () => {
  const old = { ...start, isTrustOld: true }
  expect(stateAfter(old)).toEqual({ at: 'link', why: 'relink' })
  expect(actsAfter(old)).toEqual(['say_relink'])
})

test('without a stored passkey the dialog asks for one', () => {
  expect(stateAfter({ ...start, hasHandle: false })).toEqual({ at: 'passkey', fault: null })
})

test('without a stored passkey somebody who is signed in is in', () => {
  const known = { ...start, hasHandle: false, isSignedIn: true }
  expect(stateAfter(known)).toEqual({ at: 'open' })
  expect(actsAfter(known)).toEqual(['enter'])
})

test('a passkey that was just made or used is looked up, and its dialog stays meanwhile', () => {
  const unlocked: GateEvent = { type: 'unlocked' }
  expect(stateAfter(...atPasskey, unlocked)).toEqual({ at: 'checking', passkey: 'shown' })
  const byThumb = stateAfter(start, checked(true, false), unlocked)
  expect(byThumb).toEqual({ at: 'checking', passkey: 'used' })
})

test.each([
  ['new', checked(false, false), { at: 'link', why: 'new' }],
  ['linked', checked(true, true), { at: 'open' }],
  [
    'linked, but nobody is signed in by it',
    checked(true, false),
    { at: 'passkey', fault: faultOf('server') },
  ],
  ['not to be looked up', { type: 'check_failed' }, { at: 'passkey', fault: faultOf('server') }],
] as const)('one that is %s', (_, answer, state) => {
  expect(stateAfter(...atPasskey, { type: 'unlocked' }, answer)).toEqual(state)
})

test('a link opens the room', () => {
  const linked = [
    ...atPasskey,
    { type: 'unlocked' },
    checked(false, false),
    { type: 'linked' },
  ] as const
  expect(stateAfter(...linked)).toEqual({ at: 'open' })
  expect(actsAfter(...linked)).toEqual(['check', 'trust', 'say_linked', 'enter'])
})

test('what was linked at the foot of a page leaves people where they are', () => {
  expect(stateAfter({ type: 'link_asked' })).toEqual({ at: 'link', why: 'beside' })
  expect(stateAfter({ type: 'link_asked' }, { type: 'linked' })).toEqual({ at: 'closed' })
  expect(actsAfter({ type: 'link_asked' }, { type: 'linked' })).toEqual(['trust', 'say_linked'])
})

test('who has no passkey to link goes and makes one', () => {
  expect(stateAfter({ type: 'link_asked' }, { type: 'passkey_instead' })).toEqual({
    at: 'passkey',
    fault: null,
  })
})

test('a passkey that fails says why, wherever it was asked for', () => {
  expect(stateAfter(...atPasskey, failed('not_allowed'))).toEqual({
    at: 'passkey',
    fault: faultOf('not_allowed'),
  })
  expect(stateAfter(start, checked(true, false), failed('timeout'))).toEqual({
    at: 'passkey',
    fault: faultOf('timeout'),
  })
})

test('a browser without passkeys leads to the email', () => {
  expect(stateAfter(...atPasskey, failed('unsupported'))).toEqual({ at: 'sign_in' })
  expect(actsAfter(...atPasskey, failed('unsupported'))).toEqual(['say_unsupported', 'recognise'])
})

test('an emailed code opens the room', () => {
  const bySign = [...atPasskey, { type: 'email_instead' }, signedIn(false)] as const
  expect(stateAfter(...bySign)).toEqual({ at: 'open' })
  expect(actsAfter(...bySign)).toEqual(['recognise', 'trust', 'enter'])
})

test('a passkey among the suggestions of the link opens the room, at the foot of a page the menu', () => {
  const old = { ...start, isTrustOld: true }
  expect(stateAfter(old, signedIn(false))).toEqual({ at: 'open' })
  expect(stateAfter({ type: 'link_asked' }, signedIn(false))).toEqual({ at: 'closed' })
  expect(actsAfter({ type: 'link_asked' }, signedIn(false))).toEqual(['trust', 'say_granted'])
})

test('a passkey is offered on the way, and either answer opens the room', () => {
  const offered = [...atPasskey, { type: 'email_instead' }, signedIn(true)] as const
  expect(stateAfter(...offered)).toEqual({ at: 'offer' })
  expect(stateAfter(...offered, { type: 'offer_answered' })).toEqual({ at: 'open' })
  expect(actsAfter(...offered, { type: 'offer_answered' })).toEqual(['recognise', 'trust', 'enter'])
})

test('a start is ignored while one is in flight', () => {
  const second = { ...start, nowMs: start.nowMs + 60_000 }
  for (const way of [[start], [start, checked(true, false)], atPasskey, [{ type: 'link_asked' }]]) {
    const before = after(...(way as GateEvent[]))
    expect(step(before.gate, second)).toEqual({ gate: before.gate, acts: [] })
  }
})

test('a start within 400 ms of the last one is the same one', () => {
  const again = (afterMs: number) => ({ ...start, nowMs: start.nowMs + afterMs })
  const cancelled = [{ ...start, hasHandle: false }, { type: 'cancelled' }] as const
  expect(stateAfter(...cancelled, again(startDebounceMs - 1))).toEqual({ at: 'closed' })
  expect(stateAfter(...cancelled, again(startDebounceMs))).toEqual({
    at: 'checking',
    passkey: 'stored',
  })
})

test.each([
  [checked(true, true)],
  [{ type: 'check_failed' }],
  [{ type: 'unlocked' }],
  [failed('abort')],
  [{ type: 'linked' }],
  [signedIn(true)],
  [{ type: 'offer_answered' }],
] as [GateEvent][])('%j comes too late once everything was cancelled', (event) => {
  expect(actsAfter(...atPasskey, { type: 'cancelled' }, event)).toEqual([])
  expect(stateAfter(...atPasskey, { type: 'cancelled' }, event)).toEqual({ at: 'closed' })
})

test('another page begins anew', () => {
  expect(stateAfter(start, checked(true, true), { type: 'left' })).toEqual({ at: 'closed' })
})

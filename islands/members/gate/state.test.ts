import { expect, test } from 'vitest'
import { passkeyErrors } from '../../../cms/features/members/passkeys/rules.ts'
import type { PasskeyErrorCode } from '../passkeys/errors.ts'
import {
  applyEvent,
  closedGate,
  type Gate,
  type GateEffect,
  type GateEvent,
  isBusy,
  startDebounceMs,
} from './state.ts'

const start = {
  type: 'start',
  nowMs: 1000,
  hasHandle: true,
  isTrustExpired: false,
  isSignedIn: false,
  isSupported: true,
} as const satisfies GateEvent
/** The footer's link, on a device with a stored passkey and on one without. */
const footer = { type: 'link_requested', hasHandle: true, isSupported: true } as const
const footerFirst = { ...footer, hasHandle: false } as const
const checked = (isLinked: boolean, isSignedIn: boolean): GateEvent => ({
  type: 'checked',
  isLinked,
  isSignedIn,
})
const signedIn = (canOffer: boolean): GateEvent => ({ type: 'signed_in', canOffer })
const problemOf = (code: PasskeyErrorCode) => ({ code, message: passkeyErrors[code] })
const failed = (code: PasskeyErrorCode): GateEvent => ({
  type: 'passkey_failed',
  problem: problemOf(code),
})
const atPasskey = [{ ...start, hasHandle: false }] as const

/** The gate after some events, and all their effects. */
function gateAfter(...events: GateEvent[]): { gate: Gate; effects: GateEffect[] } {
  return events.reduce<{ gate: Gate; effects: GateEffect[] }>(
    ({ gate, effects }, event) => {
      const next = applyEvent(gate, event)
      return { gate: next.gate, effects: [...effects, ...next.effects] }
    },
    { gate: closedGate, effects: [] },
  )
}
const stateAfter = (...events: GateEvent[]) => gateAfter(...events).gate.state
const effectsAfter = (...events: GateEvent[]) => gateAfter(...events).effects

test('a signed-in member with a linked passkey enters the room', () => {
  const events = [start, checked(true, true)]
  expect(stateAfter(...events)).toEqual({ at: 'open' })
  expect(effectsAfter(...events)).toEqual(['check', 'trust', 'say_granted', 'enter'])
})

test('without a session a linked passkey is requested, and its use opens the room', () => {
  const events = [start, checked(true, false), { type: 'unlocked' }, checked(true, true)] as const
  expect(stateAfter(start, checked(true, false))).toEqual({ at: 'unlocking' })
  expect(stateAfter(...events)).toEqual({ at: 'open' })
  expect(effectsAfter(...events)).toEqual([
    'check',
    'unlock',
    'check',
    'trust',
    'say_granted',
    'enter',
  ])
})

test('the gate is busy while a passkey is checked or used without a dialog', () => {
  const shown = stateAfter(...atPasskey, { type: 'unlocked' })
  const states = [stateAfter(start), stateAfter(start, checked(true, false)), shown]
  expect(states.map(isBusy)).toEqual([true, true, false])
})

test.each([
  ['is not linked', checked(false, false), []],
  ['cannot be checked', { type: 'check_failed' }, ['say_server']],
] as const)('a stored passkey that %s has to be linked again', (_, answer, said) => {
  expect(stateAfter(start, answer)).toEqual({ at: 'link', why: 'relink' })
  expect(effectsAfter(start, answer)).toEqual(['check', ...said])
})

test('a signed-in member with an unlinked passkey enters the room', () => {
  expect(stateAfter(start, checked(false, true))).toEqual({ at: 'open' })
  expect(effectsAfter(start, checked(false, true))).toEqual(['check', 'enter'])
})

test('the link dialog leads to the sign-in by email, except when opened from the footer', () => {
  const instead: GateEvent = { type: 'email_instead' }
  expect(stateAfter(start, checked(false, false), instead)).toEqual({ at: 'sign_in' })
  const fromFooter = [footer, checked(false, false)]
  expect(stateAfter(...fromFooter, instead)).toEqual({ at: 'link', why: 'fromFooter' })
})

test('an expired device trust opens the relink dialog without a membership check', () => {
  const old = { ...start, isTrustExpired: true }
  expect(stateAfter(old)).toEqual({ at: 'link', why: 'relink' })
  expect(effectsAfter(old)).toEqual(['say_relink'])
})

test('without a stored passkey the passkey dialog opens', () => {
  expect(stateAfter({ ...start, hasHandle: false })).toEqual({ at: 'passkey', problem: null })
})

test('without a stored passkey a signed-in member enters the room', () => {
  const known = { ...start, hasHandle: false, isSignedIn: true }
  expect(stateAfter(known)).toEqual({ at: 'open' })
  expect(effectsAfter(known)).toEqual(['enter'])
})

test('a passkey that was just made or used is checked while its dialog stays open', () => {
  const unlocked: GateEvent = { type: 'unlocked' }
  expect(stateAfter(...atPasskey, unlocked)).toEqual({ at: 'checking', passkey: 'shown' })
  const checkedOnce = stateAfter(start, checked(true, false), unlocked)
  expect(checkedOnce).toEqual({ at: 'checking', passkey: 'used' })
})

test.each([
  ['new opens the link dialog', checked(false, false), { at: 'link', why: 'new' }],
  ['linked opens the room', checked(true, true), { at: 'open' }],
  [
    'linked without a session shows a problem',
    checked(true, false),
    { at: 'passkey', problem: problemOf('server') },
  ],
  [
    'not checked because of an error shows a problem',
    { type: 'check_failed' },
    { at: 'passkey', problem: problemOf('server') },
  ],
] as const)('in the passkey dialog, a passkey that is %s', (_, answer, state) => {
  expect(stateAfter(...atPasskey, { type: 'unlocked' }, answer)).toEqual(state)
})

test('linking a passkey opens the room', () => {
  const linked = [
    ...atPasskey,
    { type: 'unlocked' },
    checked(false, false),
    { type: 'linked' },
  ] as const
  expect(stateAfter(...linked)).toEqual({ at: 'open' })
  expect(effectsAfter(...linked)).toEqual(['check', 'trust', 'say_linked', 'enter'])
})

test('the footer’s link requests the passkey, then the email, and does not navigate', () => {
  const passkey = [footerFirst, failed('timeout'), { type: 'unlocked' }] as const
  expect(stateAfter(footerFirst)).toEqual({ at: 'passkey', problem: null, isFromFooter: true })
  const unlinked = [...passkey, checked(false, false)] as const
  expect(stateAfter(...unlinked)).toEqual({ at: 'link', why: 'fromFooter' })
  expect(stateAfter(...unlinked, { type: 'linked' })).toEqual({ at: 'closed' })
  expect(effectsAfter(...unlinked, { type: 'linked' })).toEqual(['check', 'trust', 'say_linked'])
})

test.each([
  ['used before', [footer], []],
  ['just used', [footerFirst, { type: 'unlocked' }], ['trust']],
] as const)(
  'the footer’s link says that a passkey %s is linked, and offers to enter the room',
  (_, before, said) => {
    const linked = [...before, checked(true, true)] as const
    expect(stateAfter(...linked)).toEqual({ at: 'linked' })
    expect(effectsAfter(...linked)).toEqual(['check', ...said])
    const enter = (isSignedIn: boolean) => ({ type: 'enter_requested', isSignedIn }) as const
    expect(stateAfter(...linked, enter(false))).toEqual({ at: 'unlocking' })
    expect(effectsAfter(...linked, enter(true)).slice(-3)).toEqual([
      'trust',
      'say_granted',
      'enter',
    ])
  },
)

test('the footer’s link asks for the email if the membership check fails', () => {
  const failedCheck = [footer, { type: 'check_failed' }] as const
  expect(stateAfter(...failedCheck)).toEqual({ at: 'link', why: 'fromFooter' })
  expect(effectsAfter(...failedCheck)).toEqual(['check', 'say_server'])
})

test('the link dialog opened from the footer leads to the passkey dialog and back', () => {
  const passkey = [footer, checked(false, false), { type: 'passkey_instead' }] as const
  expect(stateAfter(...passkey)).toEqual({ at: 'passkey', problem: null, isFromFooter: true })
  expect(stateAfter(...passkey, { type: 'unlocked' }, checked(false, true))).toEqual({
    at: 'link',
    why: 'fromFooter',
  })
})

test('a failed passkey opens the passkey dialog with the reason', () => {
  expect(stateAfter(...atPasskey, failed('not_allowed'))).toEqual({
    at: 'passkey',
    problem: problemOf('not_allowed'),
  })
  expect(stateAfter(start, checked(true, false), failed('timeout'))).toEqual({
    at: 'passkey',
    problem: problemOf('timeout'),
  })
})

test('a passkey that fails in a browser without passkey support leads to the sign-in by email', () => {
  expect(stateAfter(...atPasskey, failed('unsupported'))).toEqual({ at: 'sign_in' })
  expect(effectsAfter(...atPasskey, failed('unsupported'))).toEqual([
    'say_unsupported',
    'skip_if_signed_in',
  ])
})

test('an emailed code opens the room', () => {
  const byCode = [...atPasskey, { type: 'email_instead' }, signedIn(false)] as const
  expect(stateAfter(...byCode)).toEqual({ at: 'open' })
  expect(effectsAfter(...byCode)).toEqual(['skip_if_signed_in', 'trust', 'enter'])
})

test('a passkey from the autofill of the link dialog opens the room; in the footer’s link dialog it only signs in', () => {
  const old = { ...start, isTrustExpired: true }
  expect(stateAfter(old, signedIn(false))).toEqual({ at: 'open' })
  const fromFooter = [footer, checked(false, false), signedIn(false)] as const
  expect(stateAfter(...fromFooter)).toEqual({ at: 'closed' })
  expect(effectsAfter(...fromFooter)).toEqual(['check', 'trust', 'say_granted'])
})

// Source: spec section 8, `unsupported`.
test('a browser without passkey support says so at the gate, and starts with the sign-in by email', () => {
  const without = { ...start, isSupported: false }
  expect(stateAfter(without)).toEqual({ at: 'sign_in' })
  expect(effectsAfter(without)).toEqual(['say_unsupported'])
  expect(effectsAfter({ ...without, hasHandle: true })).toEqual(['say_unsupported'])
  expect(effectsAfter({ ...without, isSignedIn: true })).toEqual(['enter'])
  expect(stateAfter({ ...without, isSignedIn: true })).toEqual({ at: 'open' })
  expect(stateAfter({ ...footer, isSupported: false })).toEqual({ at: 'sign_in' })
})

test('a sign-in in another tab closes the gate’s dialogs, except those of the footer’s link, and opens the room', () => {
  const elsewhere: GateEvent = { type: 'signed_in_elsewhere' }
  for (const asking of [
    [...atPasskey],
    [...atPasskey, { type: 'email_instead' }],
    [start, checked(false, false)],
  ] as GateEvent[][]) {
    expect(stateAfter(...asking, elsewhere)).toEqual({ at: 'open' })
    expect(effectsAfter(...asking, elsewhere).at(-1)).toBe('enter')
  }
  for (const other of [[footerFirst], [footer, checked(false, false)], []] as GateEvent[][]) {
    expect(stateAfter(...other, elsewhere)).toEqual(stateAfter(...other))
  }
})

test('either answer to the passkey offer opens the room', () => {
  const offered = [...atPasskey, { type: 'email_instead' }, signedIn(true)] as const
  expect(stateAfter(...offered)).toEqual({ at: 'offer' })
  expect(stateAfter(...offered, { type: 'offer_answered' })).toEqual({ at: 'open' })
  expect(effectsAfter(...offered, { type: 'offer_answered' })).toEqual([
    'skip_if_signed_in',
    'trust',
    'enter',
  ])
})

test('a start of the gate is ignored while an earlier start is in progress', () => {
  const second = { ...start, nowMs: start.nowMs + 60_000 }
  for (const way of [[start], [start, checked(true, false)], atPasskey, [footer]]) {
    const before = gateAfter(...(way as GateEvent[]))
    expect(applyEvent(before.gate, second)).toEqual({ gate: before.gate, effects: [] })
  }
})

test('a start of the gate within 400 ms of the last start is ignored', () => {
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
] as [GateEvent][])('the event %j is ignored after a cancellation', (event) => {
  expect(effectsAfter(...atPasskey, { type: 'cancelled' }, event)).toEqual([])
  expect(stateAfter(...atPasskey, { type: 'cancelled' }, event)).toEqual({ at: 'closed' })
})

test('a navigation closes the gate', () => {
  expect(stateAfter(start, checked(true, true), { type: 'left' })).toEqual({ at: 'closed' })
})

import { passkeyErrors } from '../../../cms/features/members/passkeys/rules.ts'
import type { PasskeyErrorCode } from '../passkeys/errors.ts'

/** A second start within this time is ignored. Source: spec section 9, "Gate start debounce". */
export const startDebounceMs = 400

/** Why a passkey operation failed, with the message for the person. */
export type PasskeyProblem = { code: PasskeyErrorCode; message: string }

/**
 * The gate's state.
 * - `closed`: nothing has started
 * - `checking`: the membership check of a passkey is running. `passkey`: `stored` means that it was not used
 *   yet, `used` that it was used without a dialog, `shown` that it was used in the passkey dialog, which stays open
 * - `unlocking`: the linked passkey is being used, without a dialog of the site
 * - `passkey`, `link`, `linked`, `sign_in`, `offer`: the dialog of this name is open; the `linked` dialog says
 *   that the device is already linked
 * - `open`: access is granted and the navigation to the room has started
 */
export type GateState =
  | { at: 'closed' | 'unlocking' | 'linked' | 'sign_in' | 'offer' | 'open' }
  | ({ at: 'checking'; passkey: 'stored' | 'used' | 'shown' } & Purpose)
  | ({ at: 'passkey'; problem: PasskeyProblem | null } & Purpose)
  | { at: 'link'; why: LinkCause }

/**
 * Why the link dialog is open.
 * - `new`: the passkey that was just made or used is not linked
 * - `relink`: the stored passkey is not linked, cannot be checked, or the device trust has expired
 * - `fromFooter`: the footer's link started the flow; success closes the dialog without a navigation
 */
export type LinkCause = 'new' | 'relink' | 'fromFooter'

/** `isFromFooter`: the footer's link started the flow. */
type Purpose = { isFromFooter?: boolean | undefined }

/** Whether the gate is working without an open dialog. */
export const isBusy = (state: GateState): boolean =>
  state.at === 'unlocking' || (state.at === 'checking' && state.passkey !== 'shown')

export type Gate = { state: GateState; startedAtMs: number }

export const closedGate: Gate = {
  state: { at: 'closed' },
  startedAtMs: Number.NEGATIVE_INFINITY,
}

export type GateEvent =
  | {
      type: 'start'
      nowMs: number
      hasHandle: boolean
      /** Whether the device trust has expired. */
      isTrustExpired: boolean
      isSignedIn: boolean
      /** Whether the browser can use passkeys. */
      isSupported: boolean
    }
  | { type: 'link_requested'; hasHandle: boolean; isSupported: boolean }
  | { type: 'checked'; isLinked: boolean; isSignedIn: boolean }
  | { type: 'check_failed' }
  | { type: 'unlocked' }
  | { type: 'passkey_failed'; problem: PasskeyProblem }
  | { type: 'email_instead' }
  | { type: 'passkey_instead' }
  | { type: 'linked' }
  | { type: 'signed_in'; canOffer: boolean }
  | { type: 'signed_in_elsewhere' }
  | { type: 'enter_requested'; isSignedIn: boolean }
  | { type: 'offer_answered' }
  | { type: 'cancelled' }
  | { type: 'left' }

/**
 * Side effects of a transition.
 * - `check`: requests the membership check
 * - `unlock`: requests an authentication with the stored passkey
 * - `trust`: stores the time at which this device was trusted
 * - `skip_if_signed_in`: completes the sign-in dialog for somebody who is signed in already
 * - `enter`: shows the welcome toast and navigates to the room
 * - `say_…`: shows a toast
 */
export type GateEffect =
  | 'check'
  | 'unlock'
  | 'trust'
  | 'skip_if_signed_in'
  | 'enter'
  | 'say_relink'
  | 'say_server'
  | 'say_granted'
  | 'say_unsupported'
  | 'say_linked'

type Transition = [next: GateState, ...effects: GateEffect[]]
type EventOf<Type> = Extract<GateEvent, { type: Type }>

const checkFailed: PasskeyProblem = { code: 'server', message: passkeyErrors.server }

/** The transition of each event. It returns null for events to ignore, such as late replies. */
const transitions: {
  [Type in GateEvent['type']]: (state: GateState, event: EventOf<Type>) => Transition | null
} = {
  start: ({ at }, { hasHandle, isTrustExpired, isSignedIn, isSupported }) => {
    if (at !== 'closed') return null
    if (!isSupported) {
      return isSignedIn ? [{ at: 'open' }, 'enter'] : [{ at: 'sign_in' }, 'say_unsupported']
    }
    if (!hasHandle)
      return isSignedIn ? [{ at: 'open' }, 'enter'] : [{ at: 'passkey', problem: null }]
    if (isTrustExpired) return [{ at: 'link', why: 'relink' }, 'say_relink']
    return [{ at: 'checking', passkey: 'stored' }, 'check']
  },
  link_requested: ({ at }, { hasHandle, isSupported }) => {
    if (at !== 'closed') return null
    if (!isSupported) return [{ at: 'sign_in' }, 'say_unsupported', 'skip_if_signed_in']
    return hasHandle
      ? [{ at: 'checking', passkey: 'stored', isFromFooter: true }, 'check']
      : [{ at: 'passkey', problem: null, isFromFooter: true }]
  },
  checked: (state, { isLinked, isSignedIn }) => {
    if (state.at !== 'checking') return null
    const { isFromFooter } = state
    const isStored = state.passkey === 'stored'
    if (isFromFooter && !isLinked) return [{ at: 'link', why: 'fromFooter' }]
    if (isFromFooter && isStored) return [{ at: 'linked' }]
    if (isFromFooter && isSignedIn) return [{ at: 'linked' }, 'trust']
    if (isLinked && isSignedIn) return [{ at: 'open' }, 'trust', 'say_granted', 'enter']
    // The passkey is not linked, but the member signed in by code, so the gate opens.
    if (isSignedIn) return [{ at: 'open' }, 'enter']
    if (!isLinked) return [{ at: 'link', why: isStored ? 'relink' : 'new' }]
    return isStored
      ? [{ at: 'unlocking' }, 'unlock']
      : [{ at: 'passkey', problem: checkFailed, isFromFooter }]
  },
  check_failed: (state) => {
    if (state.at !== 'checking') return null
    const { isFromFooter } = state
    if (state.passkey !== 'stored') return [{ at: 'passkey', problem: checkFailed, isFromFooter }]
    return [{ at: 'link', why: isFromFooter ? 'fromFooter' : 'relink' }, 'say_server']
  },
  unlocked: (state) => {
    if (state.at === 'unlocking') return [{ at: 'checking', passkey: 'used' }, 'check']
    if (state.at !== 'passkey') return null
    const { isFromFooter } = state
    return [{ at: 'checking', passkey: 'shown', isFromFooter }, 'check']
  },
  passkey_failed: (state, { problem }) => {
    if (state.at !== 'unlocking' && state.at !== 'passkey') return null
    if (problem.code === 'unsupported') {
      return [{ at: 'sign_in' }, 'say_unsupported', 'skip_if_signed_in']
    }
    const isFromFooter = state.at === 'passkey' && state.isFromFooter
    return [{ at: 'passkey', problem, ...(isFromFooter && { isFromFooter }) }]
  },
  email_instead: (state) =>
    state.at === 'passkey' || (state.at === 'link' && state.why !== 'fromFooter')
      ? [{ at: 'sign_in' }, 'skip_if_signed_in']
      : null,
  passkey_instead: (state) =>
    state.at === 'link'
      ? [{ at: 'passkey', problem: null, isFromFooter: state.why === 'fromFooter' }]
      : null,
  linked: (state) => {
    if (state.at !== 'link') return null
    if (state.why === 'fromFooter') return [{ at: 'closed' }, 'trust', 'say_linked']
    return [{ at: 'open' }, 'trust', 'say_linked', 'enter']
  },
  signed_in: (state, { canOffer }) => {
    if (state.at === 'link' && state.why === 'fromFooter')
      return [{ at: 'closed' }, 'trust', 'say_granted']
    if (state.at !== 'sign_in' && state.at !== 'link') return null
    return canOffer ? [{ at: 'offer' }, 'trust'] : [{ at: 'open' }, 'trust', 'enter']
  },
  // Closes the dialogs in which somebody signs in. The dialogs that link this device stay open.
  signed_in_elsewhere: (state) => {
    const isSigningIn =
      state.at === 'sign_in' ||
      (state.at === 'passkey' && !state.isFromFooter) ||
      (state.at === 'link' && state.why !== 'fromFooter')
    return isSigningIn ? [{ at: 'open' }, 'enter'] : null
  },
  enter_requested: ({ at }, { isSignedIn }) => {
    if (at !== 'linked') return null
    return isSignedIn
      ? [{ at: 'open' }, 'trust', 'say_granted', 'enter']
      : [{ at: 'unlocking' }, 'unlock']
  },
  offer_answered: ({ at }) => (at === 'offer' ? [{ at: 'open' }, 'enter'] : null),
  cancelled: ({ at }) => (at === 'open' || at === 'closed' ? null : [{ at: 'closed' }]),
  left: () => [{ at: 'closed' }],
}

/** Applies an event to the gate. Source: spec section 4, "Gate flow". */
export function applyEvent(gate: Gate, event: GateEvent): { gate: Gate; effects: GateEffect[] } {
  const isStart = event.type === 'start'
  const isRepeated = isStart && event.nowMs - gate.startedAtMs < startDebounceMs
  // TypeScript cannot correlate the table's key with the event's type.
  const apply = transitions[event.type] as (state: GateState, event: GateEvent) => Transition | null
  const [state, ...effects] = (isRepeated ? null : apply(gate.state, event)) ?? []
  if (!state) return { gate, effects: [] }
  return { gate: { state, startedAtMs: isStart ? event.nowMs : gate.startedAtMs }, effects }
}

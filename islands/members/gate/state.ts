import { passkeyErrors } from '../../../cms/members/passkeys/rules.ts'
import type { PasskeyFault } from '../passkeys/faults.ts'

/** A further start within so long is the same one. Source: spec section 9, "Gate start debounce". */
export const startDebounceMs = 400

/** Why a passkey did not open the gate, with what is said of it. */
export type Fault = { code: PasskeyFault; message: string }

/**
 * Where somebody stands at the gate.
 * - `closed`: nothing has begun
 * - `checking`: the server is asked whether the passkey is linked: the stored one, or the one that was
 *   just `used`, be it in its dialog, which stays `shown` meanwhile
 * - `unlocking`: it is, and the device asks for the thumb; no dialog is open
 * - `passkey`, `link`, `sign_in`, `offer`: the dialog of that name is open
 * - `open`: in, and on the way to the room
 */
export type GateState =
  | { at: 'closed' | 'unlocking' | 'sign_in' | 'offer' | 'open' }
  | { at: 'checking'; passkey: 'stored' | 'used' | 'shown' }
  | { at: 'passkey'; fault: Fault | null }
  /** `beside`: asked for at the foot of a page, which is where it ends. */
  | { at: 'link'; why: 'new' | 'relink' | 'beside' }

/** Whether something goes on at the gate of which no dialog tells. */
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
      /** Whether the device was last trusted longer ago than it may be. */
      isTrustOld: boolean
      isSignedIn: boolean
    }
  | { type: 'link_asked' }
  | { type: 'checked'; isLinked: boolean; isSignedIn: boolean }
  | { type: 'check_failed' }
  | { type: 'unlocked' }
  | { type: 'passkey_failed'; fault: Fault }
  | { type: 'email_instead' }
  | { type: 'passkey_instead' }
  | { type: 'linked' }
  | { type: 'signed_in'; mayOffer: boolean }
  | { type: 'offer_answered' }
  | { type: 'cancelled' }
  | { type: 'left' }

/**
 * What is done on the way: `check` asks for the membership, `unlock` for the thumb; `trust` notes that
 * this device is trusted from now on; `recognise` lets in who is signed in already; `enter` welcomes and
 * leads into the room; the others say something.
 */
export type GateAct =
  | 'check'
  | 'unlock'
  | 'trust'
  | 'recognise'
  | 'enter'
  | 'say_relink'
  | 'say_server'
  | 'say_granted'
  | 'say_unsupported'
  | 'say_linked'

type Move = [next: GateState, ...acts: GateAct[]]
type EventOf<Type> = Extract<GateEvent, { type: Type }>

const unanswered: Fault = { code: 'server', message: passkeyErrors.server }

/** What each event leads to; null where it means nothing, as an answer that comes too late. */
const moves: {
  [Type in GateEvent['type']]: (state: GateState, event: EventOf<Type>) => Move | null
} = {
  start: ({ at }, { hasHandle, isTrustOld, isSignedIn }) => {
    if (at !== 'closed') return null
    if (!hasHandle) return isSignedIn ? [{ at: 'open' }, 'enter'] : [{ at: 'passkey', fault: null }]
    if (isTrustOld) return [{ at: 'link', why: 'relink' }, 'say_relink']
    return [{ at: 'checking', passkey: 'stored' }, 'check']
  },
  link_asked: ({ at }) => (at === 'closed' ? [{ at: 'link', why: 'beside' }] : null),
  checked: (state, { isLinked, isSignedIn }) => {
    if (state.at !== 'checking') return null
    const isStored = state.passkey === 'stored'
    if (isLinked && isSignedIn) return [{ at: 'open' }, 'trust', 'say_granted', 'enter']
    // Whoever came by email gets no letter, perhaps, and has a passkey that opens nothing.
    if (isSignedIn) return [{ at: 'open' }, 'enter']
    if (!isLinked) return [{ at: 'link', why: isStored ? 'relink' : 'new' }]
    return isStored ? [{ at: 'unlocking' }, 'unlock'] : [{ at: 'passkey', fault: unanswered }]
  },
  check_failed: (state) => {
    if (state.at !== 'checking') return null
    if (state.passkey === 'stored') return [{ at: 'link', why: 'relink' }, 'say_server']
    return [{ at: 'passkey', fault: unanswered }]
  },
  unlocked: ({ at }) => {
    if (at !== 'unlocking' && at !== 'passkey') return null
    return [{ at: 'checking', passkey: at === 'passkey' ? 'shown' : 'used' }, 'check']
  },
  passkey_failed: ({ at }, { fault }) => {
    if (at !== 'unlocking' && at !== 'passkey') return null
    return fault.code === 'unsupported'
      ? [{ at: 'sign_in' }, 'say_unsupported', 'recognise']
      : [{ at: 'passkey', fault }]
  },
  email_instead: (state) =>
    state.at === 'passkey' || (state.at === 'link' && state.why !== 'beside')
      ? [{ at: 'sign_in' }, 'recognise']
      : null,
  passkey_instead: ({ at }) => (at === 'link' ? [{ at: 'passkey', fault: null }] : null),
  linked: (state) => {
    if (state.at !== 'link') return null
    if (state.why === 'beside') return [{ at: 'closed' }, 'trust', 'say_linked']
    return [{ at: 'open' }, 'trust', 'say_linked', 'enter']
  },
  signed_in: (state, { mayOffer }) => {
    if (state.at === 'link' && state.why === 'beside')
      return [{ at: 'closed' }, 'trust', 'say_granted']
    if (state.at !== 'sign_in' && state.at !== 'link') return null
    return mayOffer ? [{ at: 'offer' }, 'trust'] : [{ at: 'open' }, 'trust', 'enter']
  },
  offer_answered: ({ at }) => (at === 'offer' ? [{ at: 'open' }, 'enter'] : null),
  cancelled: ({ at }) => (at === 'open' || at === 'closed' ? null : [{ at: 'closed' }]),
  left: () => [{ at: 'closed' }],
}

/** Source: spec section 4, "Gate flow". */
export function step(gate: Gate, event: GateEvent): { gate: Gate; acts: GateAct[] } {
  const isStart = event.type === 'start'
  const isEcho = isStart && event.nowMs - gate.startedAtMs < startDebounceMs
  // The table has one function for each type of event; which it is, the compiler can't follow.
  const move = moves[event.type] as (state: GateState, event: GateEvent) => Move | null
  const [state, ...acts] = (isEcho ? null : move(gate.state, event)) ?? []
  if (!state) return { gate, acts: [] }
  return { gate: { state, startedAtMs: isStart ? event.nowMs : gate.startedAtMs }, acts }
}

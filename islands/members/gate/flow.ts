import { navigate } from 'astro:transitions/client'
import { atom, type ReadableAtom } from 'nanostores'
import { passkeyErrors } from '../../../cms/features/members/passkeys/rules.ts'
import { trustMs } from '../../../cms/features/members/rules.ts'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { showToast } from '../../../cms/platform/ui/toasts.ts'
import { track } from '../../analytics/early/track.ts'
import { offerNudges } from '../../nudges/load.ts'
import { checkMembership, createPasskeySession } from '../calls.ts'
import type { CeremonyResult } from '../passkeys/ceremonies.ts'
import {
  addPasskey,
  cancelPrompt,
  canUsePasskeys,
  makePasskey,
  presentAnyPasskey,
  presentPasskey,
  unlockOrMakePasskey,
} from '../passkeys/client.ts'
import { device } from '../passkeys/device.ts'
import { PasskeyError, type PasskeyErrorCode, passkeyErrorOfCall } from '../passkeys/errors.ts'
import { withProof } from '../proof/proof.ts'
import { $session, reopenSession, startSession } from '../session/store.ts'
import { sessionKey } from '../session/stored.ts'
import { canOfferPasskey } from './passkey-offer.ts'
import { returnPath } from './return-path.ts'
import {
  applyEvent,
  closedGate,
  type Gate,
  type GateEffect,
  type GateEvent,
  isBusy,
} from './state.ts'
import { gateToasts } from './texts.ts'

const gate = atom<Gate>(closedGate)

/** The gate's state in this tab. */
export const $gate: ReadableAtom<Gate> = gate

/** Resolves when the gate is not busy, see `isBusy`. */
export async function gateSettled(): Promise<void> {
  if (!isBusy(gate.get().state)) return
  await new Promise<void>((resolve) => {
    const stop = gate.listen(({ state }) => {
      if (isBusy(state)) return
      stop()
      resolve()
    })
  })
}

// Number of the current attempt. It increases when an attempt is abandoned, so that late replies to the
// abandoned attempt are ignored.
let attempt = 0

/** Events that abandon the current attempt. */
const abandoningEvents: GateEvent['type'][] = [
  'cancelled',
  'left',
  'email_instead',
  'passkey_instead',
  'signed_in_elsewhere',
]

/** Events which say that a passkey or code was accepted. */
const provingEvents: GateEvent['type'][] = ['unlocked', 'linked', 'signed_in']

export function dispatch(event: GateEvent): void {
  const before = gate.get()
  const { gate: next, effects } = applyEvent(before, event)
  if (next !== before && event.type === 'start') track('gate_opened')
  if (next !== before && provingEvents.includes(event.type)) track('gate_proof')
  if (next !== before && abandoningEvents.includes(event.type)) {
    attempt += 1
    cancelPrompt()
  }
  gate.set(next)
  for (const effect of effects) void perform[effect](effects)
}

/** @returns a function that returns false after the current attempt was abandoned */
function createAttemptCheck(): () => boolean {
  const tracked = attempt
  return () => attempt === tracked
}

/** @returns a `dispatch` that ignores events after the current attempt was abandoned */
export function dispatcher(isCurrent = createAttemptCheck()): (event: GateEvent) => void {
  return (event) => {
    if (isCurrent()) dispatch(event)
  }
}

/** Starts the flow after the secret gesture or a press of the button. */
export async function start(): Promise<void> {
  const dispatchCurrent = dispatcher()
  await reopenSession()
  const trustedAt = device.trustedAt()
  dispatchCurrent({
    type: 'start',
    nowMs: performance.now(),
    hasHandle: device.handle() !== null,
    isTrustExpired: trustedAt !== null && Date.now() - trustedAt > trustMs,
    isSignedIn: isSignedIn(),
    isSupported: canUsePasskeys(),
  })
}

const isSignedIn = (): boolean => $session.get().user !== null

/** Starts the flow of the footer's link. */
export async function startLinking(): Promise<void> {
  const dispatchCurrent = dispatcher()
  await reopenSession()
  dispatchCurrent({
    type: 'link_requested',
    hasHandle: device.handle() !== null,
    isSupported: canUsePasskeys(),
  })
}

/** Continues from the dialog that says that the device is linked. */
export const requestEntry = (): void =>
  dispatch({ type: 'enter_requested', isSignedIn: isSignedIn() })

const productName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''

/** The account name that a new passkey shows. */
const displayName = (): string => $session.get().user?.email ?? productName()

async function check(): Promise<void> {
  const dispatchCurrent = dispatcher()
  const handle = device.handle()
  try {
    const isLinked = handle !== null && (await checkMembership(handle)).linkedAndActive
    dispatchCurrent({ type: 'checked', isLinked, isSignedIn: isSignedIn() })
  } catch {
    dispatchCurrent({ type: 'check_failed' })
  }
}

/**
 * Signs in with a linked passkey that was just made or used. A session requires an authentication, so a person
 * who just made a passkey must also use it once.
 */
async function signInWith(
  { userHandle, isLinked, isNew }: CeremonyResult,
  isCurrent: () => boolean,
): Promise<void> {
  if (!isCurrent() || !isLinked || $session.get().user) return
  const used = isNew ? await presentPasskey() : { userHandle }
  if (isCurrent()) startSession(await createPasskeySession(used.userHandle, null))
}

/** Converts an error of the flow to a PasskeyError. */
export const toPasskeyError = (error: unknown): PasskeyError => {
  if (error instanceof PasskeyError) return error
  return error instanceof ApiError
    ? passkeyErrorOfCall(error, 'unknown')
    : new PasskeyError('unknown')
}

/** Runs a ceremony and dispatches its outcome. */
async function runCeremony(ceremony: () => Promise<CeremonyResult>): Promise<void> {
  const isCurrent = createAttemptCheck()
  const dispatchCurrent = dispatcher(isCurrent)
  try {
    await signInWith(await ceremony(), isCurrent)
    dispatchCurrent({ type: 'unlocked' })
  } catch (error) {
    const { code, message } = toPasskeyError(error)
    dispatchCurrent({ type: 'passkey_failed', problem: { code, message } })
  }
}

/**
 * The actions of the passkey dialog's buttons.
 * - `usual`: uses a passkey, or makes the first one
 * - `make`: makes a passkey
 * - `any`: uses any passkey for this site, including passkeys on other devices
 * @param onFailure called with the error code of the last attempt, before another prompt opens
 */
export const requestPasskey = (
  how: 'usual' | 'make' | 'any',
  onFailure: (code: PasskeyErrorCode) => void,
): Promise<void> =>
  runCeremony(() => {
    if (how === 'any') return presentAnyPasskey()
    const run = () =>
      how === 'make'
        ? makePasskey({ displayName: displayName() })
        : unlockOrMakePasskey({ displayName: displayName(), onFailure })
    const mayAdd = isSignedIn() && (how === 'make' || device.handle() === null)
    return mayAdd ? withProof(run) : run()
  })

/** Signs in with a passkey chosen from a field's autofill. @throws PasskeyError `not_linked` */
export async function signInWithAutofill(ceremony: CeremonyResult): Promise<void> {
  const isCurrent = createAttemptCheck()
  const dispatchCurrent = dispatcher(isCurrent)
  if (!ceremony.isLinked) throw new PasskeyError('not_linked')
  await signInWith(ceremony, isCurrent)
  dispatchCurrent({ type: 'signed_in', canOffer: false })
}

/** Adds a passkey for a member who is signed in. @throws PasskeyError */
export const addOwnPasskey = (): Promise<CeremonyResult> =>
  withProof(() => addPasskey({ displayName: displayName() }))

/** Called after a sign-in by code. */
export async function onSignedInByCode(): Promise<void> {
  const dispatchCurrent = dispatcher()
  dispatchCurrent({ type: 'signed_in', canOffer: await canOfferPasskey() })
}

let linkedEmail = ''
/** Called after a passkey was linked to this address. */
export function onLinked(email: string): void {
  linkedEmail = email
  dispatch({ type: 'linked' })
}

/** `effects`: all that are performed after the event. */
const perform: Record<GateEffect, (effects: readonly GateEffect[]) => unknown> = {
  check,
  unlock: () => runCeremony(presentPasskey),
  trust: () => device.trust(Date.now()),
  skip_if_signed_in: () => {
    if ($session.get().user) dispatch({ type: 'signed_in', canOffer: false })
  },
  enter: async (effects) => {
    track('gate_in')
    showToast(
      effects.includes('say_granted')
        ? gateToasts.welcomeByPasskey(productName())
        : gateToasts.welcome,
    )
    await navigate(returnPath(location.search, location.hash))
    offerNudges()
  },
  say_relink: () => showToast(gateToasts.relink),
  say_server: () => showToast({ title: passkeyErrors.server, tone: 'fault' }),
  say_unsupported: () => showToast({ title: passkeyErrors.unsupported, tone: 'fault' }),
  // The welcome says it too.
  say_granted: (effects) => {
    if (!effects.includes('enter')) showToast(gateToasts.granted(productName()))
  },
  say_linked: () => showToast(gateToasts.linked(linkedEmail)),
}

document.addEventListener('astro:after-swap', () => dispatch({ type: 'left' }))
// If no session was stored before, somebody signed in in another tab. If another session was stored before, it was only
// renewed.
addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (key === sessionKey && oldValue === null && newValue !== null) {
    dispatch({ type: 'signed_in_elsewhere' })
  }
})

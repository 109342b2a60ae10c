import { navigate } from 'astro:transitions/client'
import { atom, type ReadableAtom } from 'nanostores'
import { passkeyErrors } from '../../../cms/members/passkeys/rules.ts'
import { trustMs } from '../../../cms/members/rules.ts'
import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import type { Ceremony } from '../passkeys/ceremonies.ts'
import {
  addPasskey,
  cancelPrompt,
  makePasskey,
  presentAnyPasskey,
  presentPasskey,
  unlock,
} from '../passkeys/client.ts'
import { device } from '../passkeys/device.ts'
import { faultOfCall, PasskeyError, type PasskeyFault } from '../passkeys/faults.ts'
import { checkMembership, createSession } from '../calls.ts'
import { closedGate, type Gate, type GateAct, type GateEvent, isBusy, step } from './state.ts'
import { mayOfferPasskey } from './passkey-offer.ts'
import { $session, openSessionAgain, signedIn } from '../session/store.ts'
import { wayIn } from './return-path.ts'
import { gateToasts } from './texts.ts'

const gate = atom<Gate>(closedGate)

/** Where the person of this tab stands. */
export const $gate: ReadableAtom<Gate> = gate

/** Ends when nothing goes on at the gate, at once where nothing does. */
export async function gateRests(): Promise<void> {
  if (!isBusy(gate.get().state)) return
  await new Promise<void>((resolve) => {
    const stop = gate.listen(({ state }) => {
      if (isBusy(state)) return
      stop()
      resolve()
    })
  })
}

// Raised with whatever ends a way in: an answer to one that was given up means nothing.
let way = 0

const givingUp: GateEvent['type'][] = ['cancelled', 'left', 'email_instead', 'passkey_instead']

export function happen(event: GateEvent): void {
  if (givingUp.includes(event.type)) {
    way += 1
    cancelPrompt()
  }
  const { gate: next, acts } = step(gate.get(), event)
  gate.set(next)
  for (const act of acts) void perform[act]()
}

/** Tells, later on, whether the way somebody is on now was not given up meanwhile. */
function following(): () => boolean {
  const began = way
  return () => began === way
}

/** What an answer leads to, unless the way it belongs to was given up meanwhile. */
export function answering(isStill = following()): (event: GateEvent) => void {
  return (event) => {
    if (isStill()) happen(event)
  }
}

/** Somebody drew the sign, or pressed the button beside it. */
export async function start(): Promise<void> {
  const happened = answering()
  await openSessionAgain()
  const trustedAt = device.trustedAt()
  happened({
    type: 'start',
    nowMs: performance.now(),
    hasHandle: device.handle() !== null,
    isTrustOld: trustedAt !== null && Date.now() - trustedAt > trustMs,
    isSignedIn: $session.get().user !== null,
  })
}

const productName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? ''

/** What the person is called in a passkey that is made now. */
const displayName = (): string => $session.get().user?.email ?? productName()

async function check(): Promise<void> {
  const happened = answering()
  const handle = device.handle()
  try {
    const isLinked = handle !== null && (await checkMembership(handle)).linkedAndActive
    happened({ type: 'checked', isLinked, isSignedIn: $session.get().user !== null })
  } catch {
    happened({ type: 'check_failed' })
  }
}

/**
 * Signs in with a passkey that was just made or used, where somebody's address is linked to it. A
 * session takes a use: one that was made is used for the first time.
 * @param isStill says no where this was given up: then nobody is signed in
 */
async function enterWith(
  { userHandle, isLinked, isNew }: Ceremony,
  isStill: () => boolean,
): Promise<void> {
  if (!isStill() || !isLinked || $session.get().user) return
  const used = isNew ? await presentPasskey() : { userHandle }
  if (isStill()) signedIn(await createSession(used.userHandle, null))
}

/** What went wrong on the way in, in the words of the catalogue or the server's. */
export const faultOf = (error: unknown): PasskeyError => {
  if (error instanceof PasskeyError) return error
  return error instanceof ApiError ? faultOfCall(error, 'unknown') : new PasskeyError('unknown')
}

/** Asks for a passkey and says at the gate what came of it. */
async function ask(run: () => Promise<Ceremony>): Promise<void> {
  const isStill = following()
  const happened = answering(isStill)
  try {
    await enterWith(await run(), isStill)
    happened({ type: 'unlocked' })
  } catch (error) {
    const { code, message } = faultOf(error)
    happened({ type: 'passkey_failed', fault: { code, message } })
  }
}

/**
 * What the buttons of the passkey dialog do.
 * - `usual`: uses a passkey, or makes the first one
 * - `make`, `any`: what of the two the first button does not
 * @param say hears what goes on before the next prompt
 */
export const askForPasskey = (
  how: 'usual' | 'make' | 'any',
  say: (fault: PasskeyFault) => void,
): Promise<void> =>
  ask(() => {
    if (how === 'make') return makePasskey({ displayName: displayName() })
    if (how === 'any') return presentAnyPasskey()
    return unlock({ displayName: displayName(), say })
  })

/** Somebody chose a passkey among the suggestions of a field. @throws where it opens nothing */
export async function suggestedPasskey(ceremony: Ceremony): Promise<void> {
  const isStill = following()
  const happened = answering(isStill)
  if (!ceremony.isLinked) throw new PasskeyError('not_linked')
  await enterWith(ceremony, isStill)
  happened({ type: 'signed_in', mayOffer: false })
}

/** Makes a passkey for somebody who is signed in, beside their others. @throws PasskeyError */
export const makeOwnPasskey = (): Promise<Ceremony> => addPasskey({ displayName: displayName() })

/** Somebody has signed in with an emailed code. */
export async function signedInByCode(): Promise<void> {
  const happened = answering()
  happened({ type: 'signed_in', mayOffer: await mayOfferPasskey() })
}

let linkedEmail = ''
export function linkedTo(email: string): void {
  linkedEmail = email
  happen({ type: 'linked' })
}

const perform: Record<GateAct, () => unknown> = {
  check,
  unlock: () => ask(presentPasskey),
  trust: () => device.trust(Date.now()),
  recognise: () => {
    if ($session.get().user) happen({ type: 'signed_in', mayOffer: false })
  },
  enter: () => {
    showToast(gateToasts.welcome)
    return navigate(wayIn(location.search))
  },
  say_relink: () => showToast(gateToasts.relink),
  say_server: () => showToast({ title: passkeyErrors.server, tone: 'fault' }),
  say_unsupported: () => showToast({ title: passkeyErrors.unsupported, tone: 'fault' }),
  say_granted: () => showToast(gateToasts.granted(productName())),
  say_linked: () => showToast(gateToasts.linked(linkedEmail)),
}

document.addEventListener('astro:after-swap', () => happen({ type: 'left' }))

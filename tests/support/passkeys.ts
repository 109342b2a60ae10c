import type {
  AuthOptionsReply,
  AuthVerifyReply,
  PendingLinkReply,
  RegisterOptionsReply,
  RegisterVerifyReply,
} from '../../cms/features/members/passkeys/contract.ts'
import type { Server } from './server.ts'
import { type Authenticator, makeAuthenticator, type Override } from './software-authenticator.ts'
import type { Visitor } from './visitor.ts'

type Target = Pick<Server, 'send'>

/**
 * A phone: a browser with an authenticator. Its calls with a parameter `to` can use another server process than the
 * visitor's.
 */
export function phoneOf(
  visitor: Visitor,
  { url }: Pick<Server, 'url'>,
  authenticator: Authenticator = makeAuthenticator(relyingPartyOf(url)),
) {
  const { rpId, origin } = relyingPartyOf(url)
  const context = { rpId, origin }
  const call = (path: string, body: object, to?: Target) =>
    visitor.call(`/api/${path}`, { ...context, ...body }, to && { to })

  const registerOptions = (userHandle?: string | null, others: object = {}) =>
    call('webauthn-register-options', { userHandle, displayName: 'Ada', ...others })
  const registerVerify = (userHandle: string, attResp: object, others: object = {}, to?: Target) =>
    call('webauthn-register-verify', { userHandle, attResp, ...others }, to)
  const authOptions = (userHandle?: string | null, others: object = {}) =>
    call('webauthn-auth-options', { userHandle, discoverable: !userHandle, ...others })
  const authVerify = (
    userHandle: string | null,
    authResp: object,
    others: object = {},
    to?: Target,
  ) => call('webauthn-auth-verify', { userHandle, authResp, ...others }, to)

  /** Makes a passkey. @returns the reply, with the user handle */
  const register = async (sent?: string | null, change: Override = {}) => {
    const begun = await registerOptions(sent)
    if (begun.status !== 200) throw new Error(begun.text)
    const { options, userHandle } = begun.json<RegisterOptionsReply>()
    const response = await registerVerify(userHandle, authenticator.create(options, change))
    if (response.status !== 200) throw new Error(response.text)
    return response.json<RegisterVerifyReply>()
  }
  /** Authenticates with a passkey of a user handle. Without a handle, any passkey is allowed. */
  const authenticate = async (userHandle: string | null = null, change: Override = {}) => {
    const begun = await authOptions(userHandle)
    if (begun.status !== 200) throw new Error(begun.text)
    const { options } = begun.json<AuthOptionsReply>()
    const response = await authVerify(userHandle, authenticator.get(options, change))
    if (response.status !== 200) throw new Error(response.text)
    return response.json<AuthVerifyReply>()
  }
  const createSession = (userHandle: string, email?: string, to?: Target) =>
    visitor.call('/api/webauthn-create-session', { userHandle, email }, to && { to })
  const check = async (userHandle: string, to?: Target) =>
    (await visitor.call('/api/check-membership', { userHandle }, to && { to })).json()
  const startLink = (userHandle: string, email: string) =>
    visitor.call('/api/start-membership-link', { userHandle, email })
  /** Sends the code that links a passkey to an address, with or without an assertion. */
  const tryLink = (userHandle: string, email: string, code: unknown, authResp?: object) =>
    visitor.call('/api/verify-membership-link', { userHandle, email, code, authResp })
  /** Sends the code as a tab that has made the passkey itself. */
  const linkMadeHere = (userHandle: string, email: string, code: unknown) =>
    visitor.call('/api/verify-membership-link', { userHandle, email, code, madeHere: true })
  /** Both steps of linking: the code, then the passkey. */
  const verifyLink = async (userHandle: string, email: string, code: unknown) => {
    const checked = await tryLink(userHandle, email, code)
    if (checked.status !== 200) return checked
    const { options } = checked.json<PendingLinkReply>()
    return tryLink(userHandle, email, code, authenticator.get(options))
  }
  const proveByPasskey = async (userHandle: string) => {
    await authenticate(userHandle)
    return visitor.call('/api/member/proof/passkey', { userHandle })
  }
  return {
    visitor,
    authenticator,
    registerOptions,
    registerVerify,
    authOptions,
    authVerify,
    register,
    authenticate,
    createSession,
    check,
    startLink,
    tryLink,
    verifyLink,
    linkMadeHere,
    proveByPasskey,
  }
}
export type Phone = ReturnType<typeof phoneOf>

/** The origin and relying party id of the site. */
export const relyingPartyOf = (url: string) => ({ origin: url, rpId: new URL(url).hostname })

import { databaseOf } from '../../database/sql.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { requireMember } from '../access.ts'
import { withCookies } from '../cookies.ts'
import { asked } from '../parse.ts'
import { authOptions, authVerify } from './authenticate.ts'
import {
  authOptionsRequest,
  authVerifyRequest,
  clearRequest,
  createSessionRequest,
  registerOptionsRequest,
  registerVerifyRequest,
  removeRequest,
  renameRequest,
} from './contract.ts'
import { clearPasskeys, createSession } from './create-session.ts'
import { passkeysOf, removePasskey, renamePasskey } from './own-passkeys.ts'
import { registerOptions, registerVerify } from './register.ts'

/** Source: spec section 7, "Function invocations", and what members do with their own; the contract says what each takes and answers. */
export const passkeyEndpoints = [
  endpoint('post', '/webauthn-register-options', async (req) => {
    const { body, cookie } = await registerOptions(req, await asked(req, registerOptionsRequest))
    return withCookies(reply(body), [cookie])
  }),
  endpoint('post', '/webauthn-register-verify', async (req) =>
    reply(await registerVerify(req, await asked(req, registerVerifyRequest))),
  ),
  endpoint('post', '/webauthn-auth-options', async (req) => {
    const { body, cookie } = await authOptions(req, await asked(req, authOptionsRequest))
    return withCookies(reply(body), [cookie])
  }),
  endpoint('post', '/webauthn-auth-verify', async (req) => {
    const { body, cookies } = await authVerify(req, await asked(req, authVerifyRequest))
    return withCookies(reply(body), cookies)
  }),
  endpoint('post', '/webauthn-create-session', async (req) => {
    const { body, cookies } = await createSession(req, await asked(req, createSessionRequest))
    return withCookies(reply(body), cookies)
  }),
  endpoint('post', '/clear-webauthn-data', async (req) => {
    const { userHandle } = await asked(req, clearRequest)
    return withCookies(reply({ success: true }), [await clearPasskeys(req, userHandle)])
  }),
  endpoint('get', '/member/passkeys', async (req) => {
    const { id } = await requireMember(req)
    return reply(await passkeysOf(databaseOf(req.payload), id))
  }),
  endpoint('post', '/member/passkeys/rename', async (req) => {
    const member = await requireMember(req)
    await renamePasskey(req, member, await asked(req, renameRequest))
    return reply(await passkeysOf(databaseOf(req.payload), member.id))
  }),
  endpoint('post', '/member/passkeys/remove', async (req) => {
    const member = await requireMember(req)
    await removePasskey(req, member, (await asked(req, removeRequest)).id)
    return reply(await passkeysOf(databaseOf(req.payload), member.id))
  }),
]

import { env } from '../../platform/runtime/env.ts'
import { secretOrigin } from '../../platform/webauthn/relying-party.ts'

/** The origin of the pages of the drops: their own host, if there is one. */
export const dropsOrigin = (): string => secretOrigin() ?? env().SITE_URL

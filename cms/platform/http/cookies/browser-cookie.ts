import { cookieNames } from './cookies.ts'
import { createIdentityCookie, type Identity } from './identity-cookie.ts'

type WithHeaders = { headers: Headers }
type Browser = { browser: string; cookie: string }

const browserMs = 24 * 60 * 60_000
const identities = createIdentityCookie(cookieNames.browser, browserMs)

const toBrowser = ({ hash, cookie }: Identity): Browser => ({ browser: hash, cookie })

/** The hash of the browser cookie; null if the request has none. */
export const browserOf = (req: WithHeaders): string | null => identities.find(req)

/** The hash and Set-Cookie of the browser cookie. Creates a cookie if the request has none. */
export const browserWithCookie = (req: WithHeaders): Browser =>
  toBrowser(identities.findOrCreate(req))

/** The hash and Set-Cookie of a new browser cookie, which no earlier user of the browser can know. */
export const newBrowser = (): Browser => toBrowser(identities.create())

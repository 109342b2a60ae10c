import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientHeader } from '../limits/clients.ts'
import { bodyLimits, requireLength, webHeaders } from './body/body.ts'
import { HttpError } from './errors.ts'
import { sendVariant } from './pages/representation.ts'
import type { ParsedRequest, Parts } from './parts.ts'
import { orUnavailable, requireDatabase } from './server/availability.ts'
import { clientBlock } from './server/client-address.ts'
import { costs } from './server/client-budgets.ts'
import { acceptedEncoding } from './server/encoding.ts'
import { requireMethod } from './server/methods.ts'
import type { AnswerKind } from './server/metrics.ts'
import { adminPermissions, adminPolicy } from './server/security-headers.ts'

// A request gives up its turn in `adminQueue` after this time, even if its response has not been sent completely. A
// client that reads slowly therefore does not block other clients.
const maxTurnMs = 3000
const afterMs = (ms: number) => sleep(ms, undefined, { ref: false })

export const isAdminPath = (path: string): boolean =>
  path === '/cms' || path.startsWith('/cms/') || path.startsWith('/_next')

/**
 * The target of the redirect from a path at or below `/admin`: `/cms` or a path below it. Spec section 2 puts the
 * admin area at `/admin`, but in this program it is at `/cms`; so is `/secretkitchenadmin`.
 * @param views the paths of the features' views, without `/cms`
 * @returns null if the path is neither `/admin` nor the path of a view below it
 */
export function findAdminPath(path: string, views: ReadonlySet<string>): string | null {
  if (/^\/secretkitchenadmin\/?$/.test(path)) return '/cms/secret-kitchens'
  const [, below] = /^\/admin(\/[^/]+)?\/?$/.exec(path) ?? []
  if (below === undefined) return /^\/admin\/?$/.test(path) ? '/cms' : null
  return views.has(below) ? `/cms${below}` : null
}

/** Serves the admin's built files, and passes all other requests to Payload's admin, which runs on Next. */
export function createAdmin(parts: Parts) {
  const { database, adminFiles } = parts
  return async ({
    req,
    res,
    requestId,
    method,
    pathname,
    search,
    redirect,
    charge,
  }: ParsedRequest): Promise<AnswerKind> => {
    const isFile = pathname.startsWith('/_next/')
    if (isFile && adminFiles) {
      const file = await adminFiles.find(pathname, acceptedEncoding(req.headers['accept-encoding']))
      if (!file) throw new HttpError('not_found', 'There is nothing here.')
      requireMethod(method, 'page')
      sendVariant(req, res, 200, file, requestId)
      return 'file'
    }
    requireMethod(method, 'admin')
    // Large bodies are refused, because Next stops reading them and never answers. Uploads go to the API.
    requireLength(req, bodyLimits.staff)
    requireDatabase(database)
    if (Number(req.headers['content-length'] ?? 0) > bodyLimits.strangers) {
      const staff = await orUnavailable(parts.findStaff(webHeaders(req)), database)
      if (!staff) requireLength(req, bodyLimits.strangers)
    }
    // Without staff accounts Payload shows a registration form that anybody can use.
    if (!(await orUnavailable(parts.hasStaff(), database))) return redirect(302, '/admin/first')
    const nonce = randomBytes(16).toString('base64')
    const policy = adminPolicy(nonce, parts.development)
    for (const [name, value] of Object.entries(parts.headers)) res.setHeader(name, value)
    res.setHeader('content-security-policy', policy)
    res.setHeader('permissions-policy', adminPermissions)
    // Next gets the same path that was checked here, and no forwarded host.
    req.url = encodeURI(pathname).replace(/[?#]/g, encodeURIComponent) + search
    delete req.headers['x-forwarded-host']
    req.headers[clientHeader] = clientBlock(req)
    // Next reads the nonce for its own scripts from this header.
    req.headers['content-security-policy'] = policy
    if (isFile) await parts.admin(req, res)
    else {
      await charge(costs.adminPage - costs.request)
      await parts.adminQueue.run(() => Promise.race([parts.admin(req, res), afterMs(maxTurnMs)]))
    }
    return 'admin'
  }
}

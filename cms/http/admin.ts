import { randomBytes } from 'node:crypto'
import { orUnavailable, requireDatabase } from './availability.ts'
import { bodyLimit, requireLength } from './body.ts'
import { requireMethod } from './methods.ts'
import type { Route } from './metrics.ts'
import type { Call, Parts } from './parts.ts'
import { adminPolicy } from './security-headers.ts'

export const isAdminPath = (path: string): boolean =>
  path === '/cms' || path.startsWith('/cms/') || path.startsWith('/_next')

/** Hands requests to Payload's admin on Next. */
export function createAdmin(parts: Parts) {
  const { database } = parts
  return async ({ req, res, method, pathname, search, redirect }: Call): Promise<Route> => {
    requireMethod(method, 'admin')
    // Uploads go to the API. Next stops reading a large body and never answers.
    requireLength(req, bodyLimit(null))
    requireDatabase(database)
    // Without staff accounts Payload shows an open registration form.
    if (!(await orUnavailable(parts.hasStaff(), database))) return redirect(302, '/admin/first')
    const nonce = randomBytes(16).toString('base64')
    const policy = adminPolicy(nonce, parts.development)
    for (const [name, value] of Object.entries(parts.headers)) res.setHeader(name, value)
    res.setHeader('content-security-policy', policy)
    // Next gets the same path that was checked here, and no forwarded host.
    req.url = encodeURI(pathname).replace(/[?#]/g, encodeURIComponent) + search
    delete req.headers['x-forwarded-host']
    // Next reads the nonce for its own scripts from this header.
    req.headers['content-security-policy'] = policy
    await parts.admin(req, res)
    return 'admin'
  }
}

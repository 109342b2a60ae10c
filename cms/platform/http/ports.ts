import type { IncomingMessage } from 'node:http'
import type { Payload } from 'payload'
import { port } from '../port.ts'
import type { SignedInMember } from './parts.ts'

export const signedInMembers = port<{
  /** Finds the signed-in member of a request by the session cookie in its headers. */
  find: (payload: Payload, headers: Headers) => Promise<SignedInMember | null>
  /** The session token in a Cookie header, if its signature is valid. Does not query the database. */
  signedToken: (cookie: string) => string | null
}>('sessions of members')

/** Resolves a tracked link; see `Parts.followLink`. */
export const trackedLinks =
  port<(payload: Payload, path: string, isOpened: boolean) => Promise<string | null>>(
    'tracked links',
  )

/** Finds the redirect of a path without a page; see `Parts.findRedirect`. */
export const redirectsOfPaths =
  port<
    (
      payload: Payload,
      path: string,
      search: string,
    ) => Promise<{ status: 301 | 302; location: string } | null>
  >('redirects')

/**
 * Counts a named event in the visit of the browser that sent a request, if this browser's visits are counted. Reads the
 * request before it returns the promise.
 */
export const countedEvents =
  port<(payload: Payload, req: IncomingMessage, event: string) => Promise<void>>('counted events')

import type { BrowserContext } from '@playwright/test'
import { watchRequests } from './page-idle.ts'

// On a busy machine, Next’s router can update an admin page before it is hydrated. React then reports this error and
// renders the page again.
const earlyUpdate = /Minified React error #424/

/** Records unexpected console errors, uncaught exceptions and requests to other hosts. */
export function watchErrors(
  context: BrowserContext,
  origin: string,
  expected: RegExp[],
  problems: string[],
): void {
  watchRequests(context)
  const report = (error: string) => {
    if (!expected.some((pattern) => pattern.test(error))) problems.push(error)
  }
  context.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error') report(`console: ${message.text()} at ${url}`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    const { pathname } = new URL(error.page()?.url() ?? origin)
    const isAdmin = pathname.startsWith('/cms')
    if (!isAdmin || !earlyUpdate.test(message)) report(`script: ${message} at ${pathname}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) report(`foreign: ${request.url()}`)
  })
}

import { visitor } from './viewer.ts'

const name = 'x-common-room-locals'

/**
 * In development the site renders behind a socket: what a page may know travels in a header that
 * only this machine sees. The built program passes it in memory and never reads the header.
 */
export const localsHeader = {
  write: ({ page, failure }: App.Locals): Record<string, string> => ({
    [name]: encodeURIComponent(JSON.stringify({ page, failure })),
  }),
  read: (headers: Headers): App.Locals => {
    const known = JSON.parse(decodeURIComponent(headers.get(name) ?? '{}')) as Partial<App.Locals>
    return {
      page: known.page ?? { secretKitchens: true, nearest: null, member: null, ...visitor },
      failure: known.failure ?? null,
      notes: { tags: new Set(), maxAgeMs: 0 },
    }
  },
}

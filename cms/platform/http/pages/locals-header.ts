import { publicViewer } from './viewer.ts'

const name = 'x-common-room-locals'

/**
 * Passes Astro's locals to the development server in a header. The built program passes them in memory
 * and never reads the header.
 */
export const localsHeader = {
  write: ({ page, failure }: App.Locals): Record<string, string> => ({
    [name]: encodeURIComponent(JSON.stringify({ page, failure })),
  }),
  read: (headers: Headers): App.Locals => {
    const known = JSON.parse(decodeURIComponent(headers.get(name) ?? '{}')) as Partial<App.Locals>
    return {
      page: known.page ?? {
        secretKitchens: true,
        nearest: null,
        member: null,
        sentTo: null,
        ...publicViewer,
      },
      failure: known.failure ?? null,
      notes: { tags: new Set(), maxAgeMs: 0, isPrivate: false },
    }
  },
}

import type { StaffPerson } from '../staff/contract.ts'
import { cookieNames, cookieValue } from './cookies.ts'

/** For whom a page is made: everyone, or somebody on the staff, who also says how. */
export type Viewer =
  | { staff: null; mode: 'view'; at: null }
  | {
      staff: StaffPerson
      /** `edit` and `preview` show the newest drafts. */
      mode: 'view' | 'edit' | 'preview'
      /** An earlier time, in ISO 8601: the page with the texts of then, to look at only. */
      at: string | null
    }

/** Everyone: what is kept in the cache is made for them. */
export const visitor: Viewer = { staff: null, mode: 'view', at: null }

/**
 * How somebody on the staff sees a page.
 * @param cookie the request's Cookie header
 * @param search its query, from the question mark on
 */
export function viewerOf(staff: StaffPerson, cookie: string | undefined, search: string): Viewer {
  const chosen = cookieValue(cookie, cookieNames.edit)
  const at = momentOf(new URLSearchParams(search).get('at'))
  const mode = !at && (chosen === 'edit' || chosen === 'preview') ? chosen : 'view'
  return { staff, mode, at }
}

// Only ISO 8601 with a time and its zone: anything else would be read in this machine's.
function momentOf(given: string | null): string | null {
  if (!given || !/^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/.test(given)) return null
  const moment = new Date(given)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

import type { StaffPerson } from '../../staff/contract.ts'
import { cookieNames, cookieValue } from '../cookies/cookies.ts'

/** For whom a page is rendered: everyone, or a staff member in one of three modes. */
export type Viewer =
  | { staff: null; mode: 'view'; at: null }
  | {
      staff: StaffPerson
      /** `edit` and `preview` show the newest drafts. */
      mode: 'view' | 'edit' | 'preview'
      /** An earlier time in ISO 8601: shows the page with the texts of that time, read-only. */
      at: string | null
    }

/** Everyone. Only pages for this viewer are cached. */
export const publicViewer: Viewer = { staff: null, mode: 'view', at: null }

/**
 * The viewer for a staff member.
 * @param cookie the request's Cookie header
 * @param search the request's query, from the question mark on
 */
export function viewerOf(staff: StaffPerson, cookie: string | undefined, search: string): Viewer {
  const chosen = cookieValue(cookie, cookieNames.edit)
  const at = momentOf(new URLSearchParams(search).get('at'))
  const mode = !at && (chosen === 'edit' || chosen === 'preview') ? chosen : 'view'
  return { staff, mode, at }
}

// Requires a time zone; without one, Date would use this machine's.
function momentOf(given: string | null): string | null {
  if (!given || !/^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)$/.test(given)) return null
  const moment = new Date(given)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'

/** The link above the list of events; it opens the calendar of events. */
export const CalendarLink = () => (
  <p className="lists-link">
    <CmsLink href="/cms/events">Show them in the calendar</CmsLink>
  </p>
)

import { CmsLink } from '../../admin/shell/CmsLink.tsx'

/** Above the list of events: the way to their calendar. */
export const CalendarLink = () => (
  <p className="lists-link">
    <CmsLink href="/cms/events">Show them in the calendar</CmsLink>
  </p>
)

import type { PayloadRequest } from 'payload'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'

/** The links above the list of subscribers: to add a subscriber, and to import and export lists. */
export const ListsLink = ({ user }: { user?: PayloadRequest['user'] }) =>
  user ? (
    <p className="lists-link">
      <CmsLink href="/cms/newsletter/add">Add a subscriber</CmsLink>{' '}
      <CmsLink href="/cms/newsletter/lists">Import & export</CmsLink>
    </p>
  ) : null

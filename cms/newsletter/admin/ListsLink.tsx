import { Link } from '@payloadcms/ui'
import type { PayloadRequest } from 'payload'

/** The link to import and export, above the list of subscribers. */
export const ListsLink = ({ user }: { user?: PayloadRequest['user'] }) =>
  user ? (
    <p className="lists-link">
      <Link href="/cms/newsletter/lists" prefetch={false}>
        Import & export
      </Link>
    </p>
  ) : null

import { Link } from '@payloadcms/ui'
import type { PayloadRequest } from 'payload'

/** Above the subscribers: the way to bring and take lists of them. */
export const ListsLink = ({ user }: { user?: PayloadRequest['user'] }) =>
  user ? (
    <p className="lists-link">
      <Link href="/cms/newsletter/lists" prefetch={false}>
        Import & export
      </Link>
    </p>
  ) : null

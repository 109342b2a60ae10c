import { Link } from '@payloadcms/ui'
import type { PayloadRequest } from 'payload'
import { hasRole } from '../../staff/roles.ts'

/** Above the list of redirects: the way to missing pages, import and export. */
export const RedirectsLink = ({ user }: { user?: PayloadRequest['user'] }) =>
  hasRole({ user: user ?? null }, 'publisher') ? (
    <p className="lists-link">
      <Link href="/cms/redirects" prefetch={false}>
        Missing pages, import & export
      </Link>
    </p>
  ) : null

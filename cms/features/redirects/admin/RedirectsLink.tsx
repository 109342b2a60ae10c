import { Link } from '@payloadcms/ui'
import type { PayloadRequest } from 'payload'
import { can } from '../../../platform/staff/can.ts'

/** Shown above the list of redirects: a link to missing paths, import and export. */
export const RedirectsLink = ({ user }: { user?: PayloadRequest['user'] }) =>
  can({ user: user ?? null }, 'redirects.manage') ? (
    <p className="lists-link">
      <Link href="/cms/redirects" prefetch={false}>
        Missing pages, import & export
      </Link>
    </p>
  ) : null

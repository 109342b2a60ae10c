import { Link } from '@payloadcms/ui'
import type { PayloadRequest } from 'payload'
import { can } from '../can.ts'

/** Shown above the list of staff: a link to what each role may do. */
export const PermissionsLink = ({ user }: { user?: PayloadRequest['user'] }) =>
  can({ user: user ?? null }, 'staff.manage') ? (
    <p className="lists-link">
      <Link href="/cms/permissions" prefetch={false}>
        Who may do what
      </Link>
    </p>
  ) : null

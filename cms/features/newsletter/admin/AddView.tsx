import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { can } from '../../../platform/staff/can.ts'
import { AddForm } from './AddForm.tsx'

const breadcrumbs = [
  { label: 'Subscribers', url: '/cms/collections/subscribers' },
  { label: 'Add a subscriber', url: '/cms/newsletter/add' },
]

/** `/cms/newsletter/add`: the form that adds somebody who agreed in person. */
export async function AddView(view: AdminViewServerProps) {
  requireStaff(view)
  const { req } = view.initPageResult
  const isPublisher = can(req, 'subscribers.manage')
  const { today } = await findAdminContext(req.payload)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="lists admin-inputs">
      <h1>Add a subscriber</h1>
      {isPublisher ? (
        <>
          <p>
            For somebody who said to you that they want the letter. Whoever has left, or was
            deleted, comes back only by signing up on the site.
          </p>
          <AddForm today={today} />
        </>
      ) : (
        <p>Subscribers come and go with publishers. Ask one of them.</p>
      )}
    </AdminPage>
  )
}

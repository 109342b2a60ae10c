import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../admin/shell/AdminTemplate.tsx'
import { permissionGroups } from '../permission-texts.ts'
import { may, type Permission, roleName, roles } from '../permissions.ts'
import './permissions.css'

const breadcrumbs = [
  { label: 'Staff', url: '/cms/collections/users' },
  { label: 'Who may do what' },
]

/** `/cms/permissions`: what each role may do, for those who look after staff. */
export function PermissionsView(view: AdminViewServerProps) {
  requireStaff(view, 'staff.manage')
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="permissions">
      <h1>Who may do what</h1>
      <p>Everybody on the staff has one role. An admin sets it in their account.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">May</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {roleName(role)}
              </th>
            ))}
          </tr>
        </thead>
        {permissionGroups.map(({ name, permissions }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {name}
              </th>
            </tr>
            {Object.entries(permissions).map(([permission, words]) => (
              <tr key={permission}>
                <th scope="row">{words}</th>
                {roles.map((role) => {
                  const isAllowed = may(role, permission as Permission)
                  return (
                    <td key={role} data-label={roleName(role)} data-allowed={isAllowed}>
                      {isAllowed ? 'Yes' : 'No'}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </AdminPage>
  )
}

import type { AdminViewServerProps } from 'payload'
import { ForgotForm } from '../../admin/login/ForgotForm.tsx'
import { ResetForm } from '../../admin/login/ResetForm.tsx'
import { viewPath } from '../../admin/shell/AdminTemplate.tsx'
import { Logo } from '../../admin/shell/Brand.tsx'
import { databaseOf } from '../../database/query.ts'
import { findPasswordLink } from '../password-links.ts'

/** The page that a link to choose a password opens. It works with and without a session. */
export async function ResetView(view: AdminViewServerProps) {
  const { payload } = view.initPageResult.req
  const [token = ''] = viewPath(view).rest
  const purpose = await findPasswordLink(databaseOf(payload), token)
  return (
    <div className="admin-login">
      <Logo {...view} payload={payload} />
      {purpose ? (
        <>
          <h1>{purpose === 'invitation' ? 'Choose a password' : 'Choose a new password'}</h1>
          <ResetForm token={token} />
        </>
      ) : (
        <>
          <h1>This link is not valid</h1>
          <p>
            It was used, or it is too old: links to a password work once, for an hour, and
            invitations for seven days. Ask for a new one.
          </p>
          <ForgotForm />
        </>
      )}
      <p>
        <a href="/cms/login">Back to the login</a>
      </p>
    </div>
  )
}

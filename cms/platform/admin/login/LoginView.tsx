import { redirect } from 'next/navigation.js'
import type { AdminViewServerProps } from 'payload'
import { Logo } from '../shell/Brand.tsx'
import { LoginForm } from './LoginForm.tsx'
import { safeRedirectPath } from './safe-redirect.ts'

/**
 * The login page of staff. After the login, staff are redirected to the page they came from, in the admin or on the
 * site. Staff who are signed in already are redirected at once.
 */
export function LoginView(props: AdminViewServerProps) {
  const { req } = props.initPageResult
  const to = safeRedirectPath(props.searchParams?.redirect)
  if (req.user?.collection === 'users') redirect(to)
  return (
    <div className="admin-login">
      <Logo {...props} payload={req.payload} />
      <h1>Staff only</h1>
      <LoginForm to={to} />
    </div>
  )
}

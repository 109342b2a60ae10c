import { redirect } from 'next/navigation.js'
import type { AdminViewServerProps } from 'payload'
import { Logo } from '../shell/Brand.tsx'
import { ownPath } from '../shell/rules.ts'
import { LoginForm } from './LoginForm.tsx'

/** Where staff sign in. Leads back to the page that asked, of the admin or of the site. */
export function LoginView(props: AdminViewServerProps) {
  const { req } = props.initPageResult
  const to = ownPath(props.searchParams?.redirect)
  if (req.user?.collection === 'users') redirect(to)
  return (
    <div className="house-login">
      <Logo {...props} payload={req.payload} />
      <h1>Staff only</h1>
      <LoginForm to={to} />
    </div>
  )
}

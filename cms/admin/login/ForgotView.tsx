import type { AdminViewServerProps } from 'payload'
import { Logo } from '../shell/Brand.tsx'

/** Explains how to get a new password; password mails are not sent. */
export function ForgotView(props: AdminViewServerProps) {
  return (
    <div className="admin-login">
      <Logo {...props} payload={props.initPageResult.req.payload} />
      <h1>Forgot your password?</h1>
      <p>Ask an admin for a new one. They can set it under Staff.</p>
      <p>
        <a href="/cms/login">Back to the login</a>
      </p>
    </div>
  )
}

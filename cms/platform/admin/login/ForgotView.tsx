import type { AdminViewServerProps } from 'payload'
import { Logo } from '../shell/Brand.tsx'
import { ForgotForm } from './ForgotForm.tsx'

/** The page on which staff request a link to reset their password. */
export const ForgotView = (props: AdminViewServerProps) => (
  <div className="admin-login">
    <Logo {...props} payload={props.initPageResult.req.payload} />
    <h1>Forgot your password?</h1>
    <ForgotForm />
    <p>
      <a href="/cms/login">Back to the login</a>
    </p>
  </div>
)

import type { AdminViewServerProps } from 'payload'
import { Logo } from '../house/Brand.tsx'
import { ForgotForm } from './ForgotForm.tsx'

/** A letter with a link, where mails are sent; otherwise who can help. */
export function ForgotView(props: AdminViewServerProps) {
  const { payload } = props.initPageResult.req
  return (
    <div className="house-login">
      <Logo {...props} payload={payload} />
      <h1>Forgot your password?</h1>
      {sendsMail(payload) ? (
        <ForgotForm />
      ) : (
        <p>Ask an admin for a new one. They can set it under Staff.</p>
      )}
      <p>
        <a href="/cms/login">Back to the login</a>
      </p>
    </div>
  )
}

/** Whether mails leave the house. */
export const sendsMail = ({ email }: AdminViewServerProps['payload']) =>
  !['unsent', 'console'].includes(email.name)

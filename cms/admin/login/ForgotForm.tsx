'use client'
import { EmailField, Form, FormSubmit, toast } from '@payloadcms/ui'

/** Asks for a letter with a link to a new password. Says the same whether the address is known. */
export function ForgotForm() {
  return (
    <Form
      action="/api/users/forgot-password"
      method="POST"
      disableSuccessStatus
      onSuccess={async () => {
        toast.success('If you are on the staff, a letter is on its way.')
      }}
    >
      <EmailField
        path="email"
        field={{ name: 'email', label: 'Email', required: true, admin: { autoComplete: 'email' } }}
      />
      <FormSubmit size="large">Send me a link</FormSubmit>
    </Form>
  )
}

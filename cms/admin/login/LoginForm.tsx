'use client'
import { EmailField, Form, FormSubmit, PasswordField } from '@payloadcms/ui'

/** @param to a path of this site, opened after the login */
export function LoginForm({ to }: { to: string }) {
  return (
    <Form
      action="/api/users/login"
      method="POST"
      disableSuccessStatus
      waitForAutocomplete
      initialState={{
        email: { value: '', initialValue: '', valid: true },
        password: { value: '', initialValue: '', valid: true },
      }}
      onSuccess={async () => {
        // The path may be outside of the admin, so the browser loads it.
        window.location.assign(to)
      }}
    >
      <EmailField
        path="email"
        field={{ name: 'email', label: 'Email', required: true, admin: { autoComplete: 'email' } }}
      />
      <PasswordField
        path="password"
        field={{ name: 'password', label: 'Password', required: true }}
      />
      <FormSubmit size="large">Log in</FormSubmit>
      <p>Forgot your password? Ask an admin.</p>
    </Form>
  )
}

'use client'
import { EmailField, Form, FormSubmit, PasswordField } from '@payloadcms/ui'

/** Email and password. `to` is where a successful login leads, a path of our own. */
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
        // A page of the site is no view of the admin: the browser goes there as by a link.
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

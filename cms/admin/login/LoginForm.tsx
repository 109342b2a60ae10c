'use client'
import { CredentialForm } from './CredentialForm.tsx'

/** @param to a path of this site, opened after the login */
export const LoginForm = ({ to }: { to: string }) => (
  <>
    <CredentialForm
      path="users/login"
      fields={[
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autoComplete: 'current-password',
        },
      ]}
      button="Log in"
      // The path may be outside of the admin, so the browser loads it.
      onDone={() => window.location.assign(to)}
    />
    <p>
      <a href="/cms/forgot">Forgot your password?</a>
    </p>
  </>
)

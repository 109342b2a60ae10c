'use client'
import { callApi } from '../calls/call.ts'
import { CredentialForm } from './CredentialForm.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'

/** @param to a path of this site, opened after the login */
export function LoginForm({ to }: { to: string }) {
  // The path may be outside of the admin, where Next's router cannot navigate.
  const openTarget = () => window.location.assign(to)
  return (
    <>
      <CredentialForm
        fields={[
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username webauthn' },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'current-password',
          },
        ]}
        send={(values) => callApi('users/login', { body: values })}
        button="Log in"
        onDone={openTarget}
      />
      <PasskeySignIn onDone={openTarget} />
      <p>
        <a href="/cms/forgot">Forgot your password?</a>
      </p>
    </>
  )
}

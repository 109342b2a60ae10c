'use client'
import { passwordMinLength } from '../../staff/rules.ts'
import { callApi } from '../calls/call.ts'
import { CredentialForm } from './CredentialForm.tsx'

/** The form in which staff choose a new password. `token` comes from the mailed link. */
export const ResetForm = ({ token }: { token: string }) => (
  <CredentialForm
    send={(values) => callApi('users/reset-password', { body: { ...values, token } })}
    fields={[
      {
        name: 'password',
        label: 'New password',
        type: 'password',
        autoComplete: 'new-password',
        hint: `At least ${passwordMinLength} characters. Three or four words you like will do.`,
      },
    ]}
    button="Use this password"
    onDone={() => window.location.assign('/cms')}
  />
)

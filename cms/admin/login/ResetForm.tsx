'use client'
import { passwordMinLength } from '../../staff/rules.ts'
import { CredentialForm } from './CredentialForm.tsx'

/** Chooses a password with the token of a mailed link. */
export const ResetForm = ({ token }: { token: string }) => (
  <CredentialForm
    path="users/reset-password"
    body={{ token }}
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

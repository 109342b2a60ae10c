import type { UIFieldServerComponent } from 'payload'
import { databaseOf } from '../../database/query.ts'
import { findInvitations } from '../queries.ts'
import { SignInSettings } from './SignInSettings.tsx'

/** The sign-in methods of an account, on its form. */
export const SignInField: UIFieldServerComponent = async ({ data, payload }) => {
  const id = Number(data?.id)
  const found = id ? (await findInvitations(databaseOf(payload), [id])).get(id) : undefined
  return <SignInSettings invitation={found ?? null} />
}

import type { SessionReply } from '../../../cms/members/contract.ts'
import type { PasskeysReply } from '../../../cms/members/passkeys/contract.ts'
import type { DeletionReply, DevicesReply, Profile } from '../../../cms/members/profile/contract.ts'
import { ApiError, callApi } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { PasskeyError } from '../passkeys/faults.ts'

type Change = Partial<
  Pick<
    Profile,
    'name' | 'phone' | 'birthday' | 'interests' | 'favourite_areas' | 'time_slots' | 'beer_styles'
  >
>

const post = <Reply>(name: string, body: object = {}): Promise<Reply> =>
  callApi<Reply>(`/api/member/${name}`, { body })

export const changeProfile = (change: Change) => post<Profile>('profile', change)
export const startEmailChange = (email: string) => post<{ ok: true }>('email', { email })
export const confirmEmailChange = (email: string, old_code: string, new_code: string) =>
  post<SessionReply>('email/confirm', { email, old_code, new_code })

export const findPasskeys = () => callApi<PasskeysReply>('/api/member/passkeys')
export const renamePasskey = (id: number, name: string) =>
  post<PasskeysReply>('passkeys/rename', { id, name })
export const removePasskey = (id: number) => post<PasskeysReply>('passkeys/remove', { id })

export const findDevices = () => callApi<DevicesReply>('/api/member/devices')
export const endSession = (id: string) => post<DevicesReply>('sessions/end', { id })
export const forgetDevice = (id: number) => post<DevicesReply>('devices/forget', { id })
export const signOutEverywhere = () =>
  callApi<unknown>('/api/auth/sign-out', { body: { everywhere: true } })

export const askDeletion = () => post<DeletionReply>('delete')
export const undoDeletion = () => post<DeletionReply>('delete/undo')

/**
 * Runs what a button does, and says what came of it.
 * @returns what was answered, null where it was refused
 */
export async function attempt<Reply>(
  run: () => Promise<Reply>,
  { done, failed }: { done?: string; failed: string },
): Promise<Reply | null> {
  try {
    const reply = await run()
    if (done) showToast({ title: done })
    return reply
  } catch (error) {
    const isForPeople = error instanceof ApiError || error instanceof PasskeyError
    const description = isForPeople ? error.message : undefined
    showToast({ title: failed, description, tone: 'fault' })
    // Signed out elsewhere meanwhile: the gate leads back here.
    if (error instanceof ApiError && error.status === 401) location.reload()
    return null
  }
}

import {
  useAuth,
  useDocumentInfo,
  useFormFields,
  useFormModified,
  useFormProcessing,
  useFormSubmitted,
} from '@payloadcms/ui'
import type { Interest } from '../../newsletter/rules.ts'
import type { Letter } from '../../payload-types.ts'
import { type Role, roles } from '../../staff/roles.ts'
import type { Audience, WrittenLetter } from '../contract.ts'
import { canWrite, type LetterState } from '../rules.ts'

export const useValue = <Value>(path: string): Value | undefined =>
  useFormFields(([fields]) => fields?.[path]?.value as Value | undefined)

export function useLetter() {
  const { id, data } = useDocumentInfo()
  const { user } = useAuth()
  // While the form is saved, and after a failed save, Payload reports it as unmodified.
  const isUnsaved = [useFormModified(), useFormProcessing(), useFormSubmitted()].some(Boolean)
  const role = (user as { role?: Role } | null | undefined)?.role
  return {
    id: typeof id === 'number' ? id : null,
    /** The version that was read or saved last. */
    updatedAt: (data?.updatedAt as string | undefined) ?? null,
    state: (data?.state as LetterState | undefined) ?? 'draft',
    isPublic: Boolean(data?.isPublic),
    slug: (data?.slug as string | null | undefined) ?? null,
    lastError: (data?.lastError as string | null | undefined) ?? null,
    /** Whether the form has unsaved changes. */
    isModified: isUnsaved,
    canPublish: role !== undefined && roles.indexOf(role) >= roles.indexOf('publisher'),
    ownAddress: String(user?.email ?? ''),
  }
}

/** The letter's audience, including unsaved changes. */
export function useAudience(): Audience {
  const { data } = useDocumentInfo()
  const interests = useValue<Interest[] | null>('audience.interests')
  const birthdayThisMonth = useValue<boolean>('audience.birthdayThisMonth')
  const joinedSince = useValue<string | null>('audience.joinedSince')
  const audience = isReadOnly(data) ? data.audience : { interests, birthdayThisMonth, joinedSince }
  return {
    interests: audience?.interests ?? [],
    birthdayThisMonth: audience?.birthdayThisMonth ?? false,
    joinedSince: audience?.joinedSince || null,
  }
}

/**
 * The letter's text, including unsaved changes.
 * @param prefix prefix of the form's fields
 */
export function useDraft(prefix = ''): WrittenLetter {
  const { data } = useDocumentInfo()
  const subject = useValue<string>(`${prefix}subject`)
  const preheader = useValue<string | null>(`${prefix}preheader`)
  const body = useValue<unknown>(`${prefix}body`)
  const written = !prefix && isReadOnly(data) ? data : { subject, preheader, body }
  return {
    subject: written.subject ?? '',
    preheader: written.preheader ?? null,
    body: written.body ?? null,
  }
}

// The form of a letter that is not a draft has no fields, so the saved values are used.
const isReadOnly = (data: unknown): data is Letter => {
  const { state } = (data ?? {}) as Partial<Letter>
  return state !== undefined && !canWrite(state)
}

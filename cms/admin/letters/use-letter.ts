import { useAuth, useDocumentInfo, useFormFields, useFormModified } from '@payloadcms/ui'
import type { WrittenLetter } from '../../letters/contract.ts'
import type { LetterState } from '../../letters/rules.ts'
import { type Role, roles } from '../../staff/roles.ts'

/** What stands in a field of the form now. */
export const useValue = <Value>(path: string): Value | undefined =>
  useFormFields(([fields]) => fields?.[path]?.value as Value | undefined)

/** The letter that is open, as far as what is done with it needs it. */
export function useLetter() {
  const { id, data } = useDocumentInfo()
  const { user } = useAuth()
  const role = (user as { role?: Role } | null | undefined)?.role
  return {
    id: typeof id === 'number' ? id : null,
    /** When it was written that was read, or saved, last. */
    updatedAt: (data?.updatedAt as string | undefined) ?? null,
    state: (data?.state as LetterState | undefined) ?? 'draft',
    isPublic: Boolean(data?.isPublic),
    slug: (data?.slug as string | null | undefined) ?? null,
    lastError: (data?.lastError as string | null | undefined) ?? null,
    subject: useValue<string>('subject') ?? '',
    isModified: useFormModified(),
    publishes: role !== undefined && roles.indexOf(role) >= roles.indexOf('publisher'),
    ownAddress: String(user?.email ?? ''),
  }
}

/** What stands in the letter now, saved or not, whose fields are there in the form. */
export function useWritten(at = ''): WrittenLetter {
  const subject = useValue<string>(`${at}subject`) ?? ''
  const preheader = useValue<string>(`${at}preheader`) ?? null
  const body = useValue<unknown>(`${at}body`) ?? null
  return { subject, preheader, body }
}

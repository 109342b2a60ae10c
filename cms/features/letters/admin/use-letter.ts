import { useAuth, useDocumentInfo } from '@payloadcms/ui'
import { useOpenRecord, useValue } from '../../../platform/admin/forms/use-open-record.ts'
import { useMay } from '../../../platform/admin/shell/use-may.ts'
import type { Letter } from '../../../platform/payload/payload-types.ts'
import type { Interest } from '../../newsletter/rules.ts'
import type { Audience, WrittenLetter } from '../contract.ts'
import { canWrite, type LetterState } from '../rules.ts'

export function useLetter() {
  const { data } = useDocumentInfo()
  const { user } = useAuth()
  return {
    ...useOpenRecord(),
    canPublish: useMay()('letters.send'),
    state: (data?.state as LetterState | undefined) ?? 'draft',
    isPublic: Boolean(data?.isPublic),
    slug: (data?.slug as string | null | undefined) ?? null,
    lastError: (data?.lastError as string | null | undefined) ?? null,
    ownAddress: String(user?.email ?? ''),
  }
}

/** The letter's audience, including unsaved changes. */
export function useAudience(): Audience {
  const { data } = useDocumentInfo()
  const interests = useValue<Interest[] | null>('audience.interests')
  const ownTopics = useValue<string[] | null>('audience.ownTopics')
  const birthdayThisMonth = useValue<boolean>('audience.birthdayThisMonth')
  const joinedSince = useValue<string | null>('audience.joinedSince')
  const eventDate = useValue<number | null>('eventDate')
  const audience = isReadOnly(data)
    ? data.audience
    : { interests, ownTopics, birthdayThisMonth, joinedSince }
  return {
    interests: audience?.interests ?? [],
    ownTopics: (audience?.ownTopics as string[] | null | undefined) ?? [],
    birthdayThisMonth: audience?.birthdayThisMonth ?? false,
    joinedSince: audience?.joinedSince || null,
    eventDate: (isReadOnly(data) ? data.eventDate : eventDate) ?? null,
  }
}

/**
 * The letter's text, including unsaved changes.
 * @param prefix of the fields if the letter is part of another record's form (an automation); empty in a letter's form
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

import { useDocumentInfo } from '@payloadcms/ui'
import { useOpenRecord, useValue } from '../../admin/forms/use-open-record.ts'
import type { Interest } from '../../newsletter/rules.ts'
import type { CountRequest, NudgeFields } from '../contract.ts'
import { type NudgeState, ttlMinutes } from '../rules.ts'

export function useNudge() {
  const { data } = useDocumentInfo()
  return { ...useOpenRecord(), state: (data?.state as NudgeState | undefined) ?? 'draft' }
}

/** The nudge's fields, including unsaved changes. */
export function useFields(): NudgeFields {
  const { data } = useDocumentInfo()
  const written = {
    title: useValue<string | null>('title'),
    text: useValue<string>('text'),
    link: useValue<string>('link'),
    audience: useValue<NudgeFields['audience']>('audience'),
    interests: useValue<Interest[] | null>('interests'),
    urgent: useValue<boolean>('urgent'),
    ttl_minutes: useValue<number | null>('ttl_minutes'),
  }
  // The form of a nudge that is not a draft has no fields, so the saved values are used.
  const isDraft = ((data?.state as NudgeState | undefined) ?? 'draft') === 'draft'
  const fields = isDraft ? written : (data as Partial<typeof written>)
  return {
    title: fields.title ?? '',
    text: fields.text ?? '',
    link: fields.link ?? '',
    audience: fields.audience ?? 'everyone',
    interests: fields.interests ?? [],
    urgent: fields.urgent ?? false,
    ttl_minutes: fields.ttl_minutes ?? ttlMinutes.default,
  }
}

/** The request that counts who would get the nudge; null while no interest is chosen. */
export function useCountRequest(): CountRequest | null {
  const { audience, interests, urgent } = useFields()
  if (audience === 'interests' && !interests.length) return null
  return {
    audience,
    interests: audience === 'interests' ? (interests as Interest[]) : [],
    urgent,
  }
}

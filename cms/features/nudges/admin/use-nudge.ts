import { useDocumentInfo } from '@payloadcms/ui'
import { useOpenRecord, useValue } from '../../../platform/admin/forms/use-open-record.ts'
import { useMay } from '../../../platform/admin/shell/use-may.ts'
import type { NudgeFields } from '../contract.ts'
import {
  type Audience,
  type AudienceList,
  audienceLists,
  findMissingField,
  type NudgeState,
  ttlMinutes,
} from '../rules.ts'

/** A related record: its id, or the record itself if Payload has populated it. */
type Related = number | { id: number } | null

const idOf = (related: Related | undefined): number | null =>
  typeof related === 'object' ? (related?.id ?? null) : (related ?? null)

export function useNudge() {
  const { data } = useDocumentInfo()
  return {
    ...useOpenRecord(),
    state: (data?.state as NudgeState | undefined) ?? 'draft',
    canPublish: useMay()('nudges.send'),
  }
}

/** The nudge's fields, including unsaved changes. */
export function useFields(): NudgeFields {
  const { data } = useDocumentInfo()
  const formValues = {
    title: useValue<string | null>('title'),
    text: useValue<string>('text'),
    link: useValue<string>('link'),
    icon: useValue<Related>('icon'),
    audience: useValue<NudgeFields['audience']>('audience'),
    interests: useValue<string[] | null>('interests'),
    own_topics: useValue<string[] | null>('own_topics'),
    areas: useValue<string[] | null>('areas'),
    time_slots: useValue<string[] | null>('time_slots'),
    beer_styles: useValue<string[] | null>('beer_styles'),
    person: useValue<Related>('person'),
    urgent: useValue<boolean>('urgent'),
    ttl_minutes: useValue<number | null>('ttl_minutes'),
    event_date: useValue<number | null>('event_date'),
  }
  // The form of a nudge that is not a draft has no fields, so the saved values are used.
  const isDraft = ((data?.state as NudgeState | undefined) ?? 'draft') === 'draft'
  const fields = isDraft ? formValues : (data as Partial<typeof formValues>)
  return {
    title: fields.title ?? '',
    text: fields.text ?? '',
    link: fields.link ?? '',
    icon: idOf(fields.icon),
    audience: fields.audience ?? 'everyone',
    interests: fields.interests ?? [],
    own_topics: fields.own_topics ?? [],
    areas: fields.areas ?? [],
    time_slots: fields.time_slots ?? [],
    beer_styles: fields.beer_styles ?? [],
    person: idOf(fields.person),
    urgent: fields.urgent ?? false,
    ttl_minutes: fields.ttl_minutes ?? ttlMinutes.default,
    event_date: fields.event_date ?? null,
  }
}

/** The audience of the open nudge: its kind, and only the fields that matter for this kind. */
export function useAudience(): Audience {
  const { audience, person, ...fields } = useFields()
  const lists = audienceLists.map((list) => [list, audience === 'chosen' ? fields[list] : []])
  return {
    audience,
    person: audience === 'person' ? person : null,
    ...(Object.fromEntries(lists) as Record<AudienceList, readonly string[]>),
  }
}

type CountFields = Audience &
  Pick<NudgeFields, 'urgent' | 'ttl_minutes' | 'event_date'> & { in_slot: boolean }

/**
 * The request that counts who would get the nudge; null while the audience is incomplete.
 * @param inSlot whether each person gets it in a time slot that they prefer
 */
export function useCountRequest(inSlot = false): CountFields | null {
  const audience = useAudience()
  const { urgent, ttl_minutes, event_date } = useFields()
  // The field can hold any number while somebody types.
  const minutes = Math.min(Math.max(Math.round(ttl_minutes), ttlMinutes.min), ttlMinutes.max)
  return findMissingField(audience)
    ? null
    : { ...audience, urgent, ttl_minutes: minutes, event_date, in_slot: inSlot }
}

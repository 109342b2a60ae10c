import type { TimeSlot } from '../../../cms/features/members/profile/rules.ts'
import type { PushSettings } from '../../../cms/features/nudges/contract.ts'
import { preferredSlots } from '../../../cms/features/nudges/rules.ts'

/** What a person has chosen in the form. */
export type Choices = {
  /** `push`: the topics of nudges; `email`: the topics of letters. */
  push: readonly string[]
  email: readonly string[]
  slots: readonly TimeSlot[]
  quiet: { from: number; to: number } | null
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

/** The settings of a device to save; null if the device has these settings already. */
export function settingsToSave(
  device: PushSettings,
  profileSlots: readonly TimeSlot[] | null,
  { push, slots, quiet }: Choices,
): PushSettings | null {
  const isSame =
    areSame(push, device.topics ?? []) &&
    areSame(slots, preferredSlots(device.time_slots, profileSlots)) &&
    (quiet?.from ?? null) === device.quiet_from &&
    (quiet?.to ?? null) === device.quiet_to
  if (isSame) return null
  return {
    // No chosen topic means all topics.
    topics: push.length ? [...push] : null,
    // The profile's slots are not copied, so that a later change of the profile applies to the device.
    time_slots: areSame(slots, profileSlots ?? []) ? null : [...slots],
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
  }
}

/** The topics of letters to save; null if the subscriber has these topics already. */
export const emailTopicsToSave = (
  stored: readonly string[],
  { email }: Choices,
): string[] | null => (areSame(email, stored) ? null : [...email])

import type { TimeSlot } from '../../../cms/members/profile/rules.ts'
import type { PushSettings } from '../../../cms/nudges/contract.ts'
import { preferredSlots } from '../../../cms/nudges/rules.ts'

/** What a person has chosen in the form. */
export type Choices = {
  /** Topics of nudges and of letters. */
  push: readonly string[]
  email: readonly string[]
  slots: readonly TimeSlot[]
  quiet: { from: number; to: number } | null
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

/** The settings of a device to save; null if they are those that it has. */
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
    // Nothing chosen means everything.
    topics: push.length ? [...push] : null,
    // The profile's slots are not copied, so that a change there applies to the device.
    time_slots: areSame(slots, profileSlots ?? []) ? null : [...slots],
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
  }
}

/** The topics of letters to save; null if they are those that the subscriber has. */
export const emailTopicsToSave = (
  stored: readonly string[],
  { email }: Choices,
): string[] | null => (areSame(email, stored) ? null : [...email])

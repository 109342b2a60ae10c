/**
 * - `draft`: being written; nobody gets it
 * - `scheduled`: goes out at its time, with the words it had when that was said
 * - `sending`: each reader has a mail in the outbox
 * - `paused`: what has not gone out waits
 * - `sent`: no mail of it waits any more
 * - `cancelled`: what had not gone out was taken back
 */
export const letterStates = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
] as const
export type LetterState = (typeof letterStates)[number]

/** What staff do with a letter. */
export const letterActions = [
  'schedule',
  'unschedule',
  'send',
  'pause',
  'resume',
  'cancel',
] as const
export type LetterAction = (typeof letterActions)[number]

const allowed: Record<LetterAction, readonly LetterState[]> = {
  schedule: ['draft', 'scheduled'],
  unschedule: ['scheduled'],
  send: ['draft', 'scheduled'],
  pause: ['sending'],
  resume: ['paused'],
  cancel: ['sending', 'paused'],
}

/** Whether a letter in this state can be treated so. */
export const canDo = (action: LetterAction, state: LetterState): boolean =>
  allowed[action].includes(state)

/** Whether a letter may still be written on. */
export const canWrite = (state: LetterState): boolean => state === 'draft'

/** Longest texts of a letter, in characters. */
export const longest = { subject: 120, preheader: 150 } as const

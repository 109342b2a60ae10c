import type { EnquiryStatus, LostReason, MessageKind, QuoteStatus } from '../rules.ts'

export const statusNames: Record<EnquiryStatus, string> = {
  new: 'New',
  answered: 'Answered',
  quoted: 'Quoted',
  held: 'Held',
  won: 'Won',
  lost: 'Lost',
}

/** What a status means, in a few words. */
export const statusMeanings: Record<EnquiryStatus, string> = {
  new: 'nobody has answered yet',
  answered: 'we talk',
  quoted: 'a quote is out',
  held: 'accepted, the deposit is due',
  won: 'the date is theirs',
  lost: 'it came to nothing',
}

export const lostNames: Record<LostReason, string> = {
  price: 'Too expensive',
  date: 'No date fits',
  elsewhere: 'They went elsewhere',
  plans: 'Their plans changed',
  silence: 'We never heard back',
  unsuitable: 'Nothing for us',
}

export const quoteNames: Record<QuoteStatus, string> = {
  sent: 'out',
  accepted: 'accepted',
  replaced: 'replaced by a newer one',
  withdrawn: 'withdrawn',
  declined: 'declined',
  expired: 'ended',
}

export const messageNames: Record<MessageKind, string> = {
  guest: 'Guest',
  mail: 'Mail',
  note: 'Note',
  change: 'Change',
}

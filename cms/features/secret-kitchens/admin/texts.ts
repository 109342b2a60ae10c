import type { DropState } from '../rules.ts'

export const stateTexts: Record<DropState, string> = {
  draft: 'Draft',
  announced: 'Announced',
  drawing: 'Being drawn',
  open: 'Open',
  sold_out: 'Sold out',
  served: 'Served',
  cancelled: 'Called off',
}

export const statusTexts = {
  held: 'has five minutes',
  going: 'comes',
  waitlisted: 'waits',
  offered: 'has an offer',
  attended: 'collected',
  no_show: 'did not collect',
  cancelled: 'given back',
} as const

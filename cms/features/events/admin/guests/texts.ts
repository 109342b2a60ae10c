import type { LinkScope } from '../../rules.ts'

export const scopeTexts: Record<LinkScope, string> = {
  view: 'See the list',
  door: 'Check in and add at the door',
  edit: 'Everything: guests, messages, time, capacity, cancel',
}

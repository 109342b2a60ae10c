import type { CheckoutStatus, DepositOutcome, RefundCause, RefundState } from '../rules.ts'

export const statusTexts: Record<CheckoutStatus, string> = {
  open: 'Being paid',
  closed: 'Not paid',
  paid: 'Paid',
  refused: 'Not taken, all of it goes back',
}

export const outcomeTexts: Record<DepositOutcome, string> = {
  held: 'a deposit until the visit',
  visit: 'a deposit, the guest came',
  no_show: 'a deposit, the guest did not come',
}

export const causeTexts: Record<RefundCause, string> = {
  staff: 'by staff',
  cancelled: 'after cancelling',
  deposit: 'the deposit, after the visit',
  late: 'the payment came too late',
  differs: 'the payment was not what was asked for',
  elsewhere: 'at Stripe, or after an account was deleted',
}

export const refundTexts: Record<RefundState, string> = {
  requested: 'is being requested',
  pending: 'is on its way',
  succeeded: 'was paid back',
  failed: 'failed: the amount is with the venue again',
}

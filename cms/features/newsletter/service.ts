// The functions of the newsletter that other features may use.

export {
  countReaders,
  lockReaders,
  lockReadersByBirthday,
} from './queries/audience.ts'
export { countWithdrawals, findConsents } from './queries/consents.ts'
export {
  activeSubscriptionCondition,
  findBirthdayAddresses,
  findSubscriberById,
  findSubscriberExport,
  findTopicsOf,
  isActive as isActiveSubscriber,
  lockActiveSubscribers,
} from './queries/subscribers.ts'
export {
  type EmailTopics,
  findEmailTopics,
  type SubscriptionKey,
  saveEmailTopics,
} from './subscribing/email-topics.ts'
export { hasLeaveToken } from './subscribing/look-ups.ts'
export { requireReader } from './subscribing/require-reader.ts'
export {
  changeSubscription,
  deleteSubscription,
  findDetails,
  findSubscription,
  moveSubscription,
} from './subscribing/subscription.ts'
export {
  type LeaveIds as LeaveLink,
  notificationsUrl,
  unsubscribeHeaders,
  unsubscribeUrl,
} from './subscribing/tokens.ts'

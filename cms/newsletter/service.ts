// The functions of the newsletter that other features may use.

export {
  type EmailTopics,
  findEmailTopics,
  type SubscriptionKey,
  saveEmailTopics,
} from './email-topics.ts'
export { hasLeaveToken } from './look-ups.ts'
export {
  countReaders,
  lockReaders,
  lockReadersByBirthday,
} from './queries/audience.ts'
export { countWithdrawals, findConsents } from './queries/consents.ts'
export {
  activeSubscriptionCondition,
  findSubscriberById,
  findSubscriberExport,
  findTopicsOf,
  isActive as isActiveSubscriber,
  lockActiveSubscribers,
} from './queries/subscribers.ts'
export { requireReader } from './require-reader.ts'
export {
  changeSubscription,
  deleteSubscription,
  findDetails,
  findSubscription,
  moveSubscription,
} from './subscription.ts'
export {
  type LeaveIds as LeaveLink,
  notificationsUrl,
  unsubscribeHeaders,
  unsubscribeUrl,
} from './tokens.ts'

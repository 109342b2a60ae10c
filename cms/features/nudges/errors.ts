import { errorsByName } from '../../platform/http/errors.ts'
import { nudgeProblems } from './rules.ts'

/** The errors of the feature's calls. */
export const nudgeError = errorsByName({
  not_found: ['not_found', 'There is no such nudge.'],
  not_sent: ['conflict', 'This nudge was not sent yet.'],
  changed: ['conflict', 'Somebody changed this nudge meanwhile. Look at it again.'],
  urgent: ['forbidden', nudgeProblems.urgent],
  no_device: ['conflict', 'This browser gets no nudges. Turn them on at /notifications first.'],
  no_such_device: ['not_found', 'You have no such device.'],
  unknown_topic: ['bad_request', 'There is no such topic any more. Load the page again.'],
  no_letters: ['not_found', 'There is no subscription to letters.'],
  endpoint: ['bad_request', 'This browser’s push service can’t be used.'],
  too_often: ['too_many_requests', 'That was often enough for now. Please try again later.'],
  push_service: [
    'unavailable',
    'The browser’s push service doesn’t answer. Please try again shortly.',
  ],
})

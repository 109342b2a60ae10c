export const publicPages = {
  '/common-good': 'common-good',
  '/common-good/message': 'good-message',
} as const

/**
 * The query parameters of the page of messages, with their values. They decide what the page shows after a form was
 * sent, or after a gift.
 */
export const messageStates = {
  thanks: ['1'],
  done: ['sent', 'reported'],
  problem: ['signed_out', 'no_contribution', 'has_message', 'invalid', 'too_often', 'failure'],
} as const

export const pageQueries = { '/common-good/message': messageStates }

export const pageNames = {
  'common-good': 'Common Good',
  'good-message': 'Messages to the Common Good',
}

import type { Payload } from 'payload'
import type { ContentOf } from './contract.ts'

/** What a mail says: the row carries it. */
export const contentOf =
  (_: Payload): ContentOf =>
  async ({ subject, html, text, headers }) => ({ subject, html, text, headers })

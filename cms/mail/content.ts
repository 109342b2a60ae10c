import type { Payload } from 'payload'
import { letterContent } from '../letters/content.ts'
import type { ContentOf } from './contract.ts'

/** What a mail says: the row carries it, or the letter that it is one of. */
export const contentOf =
  (payload: Payload): ContentOf =>
  async (row) => {
    const { letter, subject, html, text, headers } = row
    return letter === null ? { subject, html, text, headers } : letterContent(payload, letter, row)
  }

import { randomInt } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../database/transaction.ts'
import { findVenue } from '../../venue/service.ts'
import { queueCode, renderCode } from '../mails.ts'
import { addressOrder, type CodeRequest, saveCode } from '../queries/codes.ts'
import { codeLength } from '../rules.ts'
import { countCode, rateLimitBucketOf } from './limits.ts'

const createCode = (): string => String(randomInt(10 ** codeLength)).padStart(codeLength, '0')

/**
 * Creates codes and mails them: all, or none if one is refused.
 * @throws HttpError `too_soon`, `too_often`
 */
export async function sendCodes(
  req: PayloadRequest,
  ...requests: (CodeRequest & { about?: Record<string, unknown> })[]
): Promise<void> {
  const venue = await findVenue(req.payload)
  const rendered = await Promise.all(
    requests.map(async (request) => {
      const code = createCode()
      return { ...request, code, content: await renderCode(venue, request.purpose, code) }
    }),
  )
  await inTransaction(req, async (db) => {
    // In the order of `addressOrder`, as whatever locks the codes of two addresses.
    for (const { content, ...request } of rendered.toSorted(addressOrder)) {
      const bucket = await rateLimitBucketOf(db, req, request.email)
      await countCode(db, { ...request, bucket })
      await saveCode(db, { ...request, rateLimitBucket: bucket })
      await queueCode(req, request.email, content)
    }
  })
}

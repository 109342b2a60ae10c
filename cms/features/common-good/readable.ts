import type { Payload } from 'payload'
import { isOutage } from '../../platform/http/foreign-errors.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { findPublicPage, type PublicPage } from './public-page.ts'
import { combinedTotalCents } from './service.ts'

/**
 * The balance of the Common Good in minor units; null if it can't be read. The page then says that it can't be read.
 */
export const findTotal = (payload: Payload): Promise<number | null> =>
  orNull(() => combinedTotalCents(payload))

/** The data of `/common-good`; null if it can't be read. */
export const findReadablePage = (payload: Payload): Promise<PublicPage | null> =>
  orNull(() => findPublicPage(payload))

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    // While the database is unavailable, rendering has to fail, so that the server sends the cached page.
    if (isOutage(error)) throw error
    log.error({ err: error }, 'the Common Good could not be read')
    return null
  }
}

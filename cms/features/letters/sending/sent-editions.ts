import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { perPayload } from '../../../platform/runtime/state.ts'
import { letterErrors } from '../errors.ts'
import { type Edition, findEdition } from '../queries/editions.ts'

const editionsOf = perPayload(
  (payload) =>
    new LRUCache<number, Edition>({
      max: 20,
      ignoreFetchAbort: true,
      fetchMethod: async (letter) => {
        const edition = await findEdition(databaseOf(payload), letter)
        if (!edition) throw letterErrors.neverSent()
        return edition
      },
    }),
)

/**
 * The edition of a letter that went out. While it is cached, every caller gets the same object.
 * @throws HttpError `not_found` if the letter never went out
 */
export const findSentEdition = (payload: Payload, letter: number): Promise<Edition> =>
  editionsOf(payload).forceFetch(letter)

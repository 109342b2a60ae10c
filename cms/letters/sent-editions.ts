import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import { letterErrors } from './errors.ts'
import { type Edition, findEdition } from './queries/editions.ts'

const cache = new LRUCache<number, Promise<Edition>>({ max: 20 })

/**
 * The edition of a letter that went out. While it is cached, every caller gets the same object.
 * @throws HttpError `not_found` if the letter never went out
 */
export function findSentEdition(payload: Payload, letter: number): Promise<Edition> {
  const cached = cache.get(letter)
  if (cached) return cached
  const reading = read(payload, letter)
  cache.set(letter, reading)
  reading.catch(() => cache.delete(letter))
  return reading
}

async function read(payload: Payload, letter: number): Promise<Edition> {
  const edition = await findEdition(databaseOf(payload), letter)
  if (!edition) throw letterErrors.neverSent()
  return edition
}

import type { CollectionSlug, Payload } from 'payload'
import { log } from '../runtime/log/log.ts'
import { trashDays } from './rules.ts'

const batchSize = 100

/**
 * Deletes the records that were put into the trash more than `trashDays` ago. A record that can't be deleted stays, and
 * the next run tries again.
 */
export async function emptyTrash(payload: Payload): Promise<void> {
  const before = new Date(Date.now() - trashDays * 24 * 60 * 60_000).toISOString()
  const slugs = payload.config.collections.filter(({ trash }) => trash).map(({ slug }) => slug)
  for (const slug of slugs) await emptyCollection(payload, slug as CollectionSlug, before)
}

async function emptyCollection(payload: Payload, collection: CollectionSlug, before: string) {
  const failed: (number | string)[] = []
  for (;;) {
    const { docs } = await payload.find({
      collection,
      where: { deletedAt: { less_than: before }, ...(failed.length && { id: { not_in: failed } }) },
      sort: 'deletedAt',
      limit: batchSize,
      depth: 0,
      trash: true,
    })
    for (const { id } of docs) {
      await payload.delete({ collection, id, depth: 0, trash: true }).catch((error: unknown) => {
        failed.push(id)
        log.warn({ collection, id, err: error }, 'a record in the trash could not be deleted')
      })
    }
    if (docs.length < batchSize) return
  }
}

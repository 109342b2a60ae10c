import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  GlobalAfterChangeHook,
  PayloadRequest,
} from 'payload'
import { announce } from '../../database/announce.ts'

type Doc = Record<string, unknown>
type TagsOf = (doc: Doc, previous?: Doc) => string[]

/** Announces cache tags to every process when the transaction commits. */
export const announceChange =
  (tagsOf: TagsOf): CollectionAfterChangeHook =>
  async ({ doc, previousDoc, req }) => {
    await announce(req, tagsOf(doc, previousDoc))
    return doc
  }

export const announceDelete =
  (tagsOf: TagsOf): CollectionAfterDeleteHook =>
  async ({ doc, req }) => {
    await announce(req, tagsOf(doc))
    return doc
  }

/** Hooks that announce every change. */
export const announceAll = (tagsOf: TagsOf) => ({
  afterChange: [announceChange(tagsOf)],
  afterDelete: [announceDelete(tagsOf)],
})

export const announceGlobal =
  (...tags: string[]): GlobalAfterChangeHook =>
  async ({ doc, req }: { doc: Doc; req: PayloadRequest }) => {
    await announce(req, tags)
    return doc
  }

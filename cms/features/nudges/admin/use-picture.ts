import { useReply } from '../../../platform/admin/calls/use-reply.ts'

export type Picture = { src: string; alt: string }

type Reply = { id: number; alt: string; thumbnailURL?: string | null }

/** A picture of the library in its smallest size; null until it is known. */
export function usePicture(id: number | null): Picture | null {
  const { reply } = useReply<Reply>(id === null ? null : `media/${id}?depth=0`)
  return reply?.id === id && reply.thumbnailURL ? { src: reply.thumbnailURL, alt: reply.alt } : null
}

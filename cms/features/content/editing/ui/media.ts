import { type Picture, toPicture } from '../../../../platform/media/picture.ts'
import { callApi } from '../../../../platform/ui/api.ts'
import { readApi } from '../../../../platform/ui/read-api.ts'

type MediaRecord = NonNullable<Exclude<Parameters<typeof toPicture>[0], number>>

const perPage = 24
const known = new Map<number, Promise<Picture | null>>()

/** A page of the media library, newest first. @throws ApiError */
export async function findPictures(
  page: number,
): Promise<{ pictures: Picture[]; hasMore: boolean }> {
  const reply = await readApi<{ docs: MediaRecord[]; hasNextPage: boolean }>(
    `/api/media?limit=${perPage}&page=${page}&sort=-createdAt&depth=0`,
  )
  return { pictures: reply.docs.flatMap((doc) => toPicture(doc) ?? []), hasMore: reply.hasNextPage }
}

/** A picture by its id, or null if it cannot be loaded. Cached, except for failed requests. */
export function findPicture(id: number): Promise<Picture | null> {
  let request = known.get(id)
  if (!request) {
    request = readApi<MediaRecord>(`/api/media/${id}?depth=0`).then(toPicture, () => {
      known.delete(id)
      return null
    })
    known.set(id, request)
  }
  return request
}

/** Uploads a picture by Payload's REST API. @throws ApiError */
export async function uploadPicture(file: File, alt: string): Promise<Picture | null> {
  const body = new FormData()
  body.set('file', file)
  body.set('_payload', JSON.stringify({ alt }))
  const { doc } = await callApi<{ doc: MediaRecord }>('/api/media?depth=0', {
    body,
    timeoutMs: 120_000,
  })
  return toPicture(doc)
}
